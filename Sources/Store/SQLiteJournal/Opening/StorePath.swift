import Glibc
import Support

/// The path of a store. A file has one resolved path, by whichever path the operator names it.
struct StorePath {
  /// The path as the operator gave it.
  let given: String
  /// The absolute path, without symbolic links.
  let resolved: String

  /// Resolves the path. If the file is missing, creates its directory.
  init(_ given: String) throws(SQLiteOpeningError) {
    self.given = given
    if let resolved = Self.resolve(given) {
      self.resolved = resolved
      return
    }
    guard errno == ENOENT else { throw Self.systemError(given) }
    let (directory, name) = try Self.parts(of: given)
    try Self.make(directory, for: given)
    guard let parent = Self.resolve(directory) else { throw Self.systemError(given) }
    resolved = parent == "/" ? "/\(name)" : "\(parent)/\(name)"
  }

  /// Returns the directory and the name of a file that is missing.
  private static func parts(
    of given: String
  ) throws(SQLiteOpeningError) -> (directory: String, name: String) {
    let name = given.split(separator: "/").last.map(String.init) ?? ""
    guard !name.isEmpty, name != ".", name != "..", !given.hasSuffix("/") else {
      throw .unavailable(path: given, reason: "it names no file")
    }
    var directory = String(given.dropLast(name.count))
    while directory.count > 1, directory.hasSuffix("/") { directory.removeLast() }
    return (directory.isEmpty ? "." : directory, name)
  }

  /// Checks that a file and its directory could be created if they are missing, and creates neither.
  ///
  /// - Returns: whether the file, or a link of its name, is there.
  static func isThere(_ given: String) throws(SQLiteOpeningError) -> Bool {
    var status = stat()
    if lstat(given, &status) == 0 { return true }
    guard errno == ENOENT else { throw systemError(given) }
    let directory = try parts(of: given).directory
    if resolve(directory) == nil {
      guard errno == ENOENT else { throw systemError(given) }
      let parent = try parts(of: directory).directory
      guard access(parent, W_OK) == 0 else { throw systemError(given) }
    } else if access(directory, W_OK) != 0 {
      throw systemError(given)
    }
    return false
  }

  /// The path of the file that is locked while the store is in use.
  var lock: String { resolved + "-lock" }
  /// The path of SQLite's write-ahead log.
  var log: String { resolved + "-wal" }
  /// The path of the index of that log.
  var logIndex: String { resolved + "-shm" }
  /// The path of the flight recorder.
  var recorder: String { resolved + "-recorder" }
  /// The path of the space that is held back for deletions.
  var reserve: String { resolved + "-reserve" }
  /// The path of a database file until it has its first page.
  private var unfinished: String { resolved + "-new" }
  /// The path of the directory with all these files.
  var directory: String { Self.parent(of: resolved) }

  /// Whether there is a file, and whether it may be a store.
  func hasFile() throws(SQLiteOpeningError) -> Bool {
    var status = stat()
    if stat(resolved, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .unavailable(path: given, reason: "it is no file")
      }
      // A store is created with its first page, so something has emptied this file.
      guard status.st_size > 0 else { throw .empty(path: given) }
      // SQLite treats so short a file as empty and would overwrite it.
      guard status.st_size >= 512 else {
        throw .damaged(path: given, reason: "it has \(status.st_size) bytes")
      }
      return true
    }
    guard errno == ENOENT else { throw Self.systemError(given) }
    guard lstat(resolved, &status) != 0 else {
      // Its disk may not be mounted.
      throw .unavailable(path: given, reason: "it is a link to a file that is missing")
    }
    guard errno == ENOENT else { throw Self.systemError(given) }
    return false
  }

  /// Creates a database without tables that only its owner can read, if there is no file.
  ///
  /// - Returns: whether there was a file.
  func makeFile() throws(SQLiteOpeningError) -> Bool {
    if try hasFile() { return true }
    // The log of a file that is gone belongs to no other file. Should that file come back, its last changes are in it.
    _ = rename(log, log + "-lost")
    for leftover in [logIndex, unfinished, unfinished + "-journal"] { unlink(leftover) }
    let file = open(unfinished, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.systemError(given) }
    close(file)
    do throws(SQLiteError) {
      try SQLiteSchema.begin(try SQLiteConnection(unfinished, .write))
    } catch {
      unlink(unfinished)
      throw SQLiteOpeningError(error, given)
    }
    guard rename(unfinished, resolved) == 0 else {
      let error = Self.systemError(given)
      unlink(unfinished)
      throw error
    }
    do throws(SQLiteOpeningError) { try Self.synchronize(directory, for: given) } catch {
      // The next start creates it again, and makes its name durable.
      unlink(resolved)
      throw error
    }
    return false
  }

  private static func make(_ directory: String, for path: String) throws(SQLiteOpeningError) {
    if mkdir(directory, 0o700) == 0 {
      do throws(SQLiteOpeningError) {
        try synchronize(parent(of: resolve(directory) ?? "/"), for: path)
      } catch {
        rmdir(directory)
        throw error
      }
    } else if errno != EEXIST {
      throw systemError(path)
    }
  }

  /// Makes the names in a directory durable: without its name a store is lost.
  private static func synchronize(_ directory: String, for path: String) throws(SQLiteOpeningError) {
    let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else {
      let error = SystemError.current
      guard !error.isShortage else { throw .unavailable(path: path, reason: "\(directory): \(error)") }
      return
    }
    fsync(file)
    close(file)
  }

  private static func parent(of path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns an error with the operating system's last message.
  static func systemError(_ path: String) -> SQLiteOpeningError {
    .unavailable(path: path, reason: String(cString: strerror(errno)))
  }
}
