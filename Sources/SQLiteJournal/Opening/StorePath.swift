import Glibc

/// Where a store is: one file has one path, however it is named.
struct StorePath {
  /// As the operator gave it.
  let given: String
  /// Absolute, and through every link.
  let resolved: String

  /// Finds the file, or the place where it is to be, whose directory is made if it is missing.
  init(_ given: String) throws(SQLiteOpeningError) {
    self.given = given
    if let resolved = Self.resolve(given) {
      self.resolved = resolved
      return
    }
    guard errno == ENOENT else { throw Self.failure(given) }
    let name = given.split(separator: "/").last.map(String.init) ?? ""
    guard !name.isEmpty, name != ".", name != "..", !given.hasSuffix("/") else {
      throw .unavailable(path: given, reason: "it names no file")
    }
    var directory = String(given.dropLast(name.utf8.count))
    if directory.isEmpty { directory = "." }
    try Self.make(directory, for: given)
    guard let parent = Self.resolve(directory) else { throw Self.failure(given) }
    resolved = parent == "/" ? "/\(name)" : "\(parent)/\(name)"
  }

  /// The path of the file whose lock says that the store is in use.
  var lock: String { resolved + "-lock" }

  /// Makes an empty file that only its owner may read, if there is none.
  ///
  /// - Returns: whether there is something in it.
  func makeFile() throws(SQLiteOpeningError) -> Bool {
    var status = stat()
    if stat(resolved, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .unavailable(path: given, reason: "it is no file")
      }
      // SQLite would take some bytes for none, and write over them.
      guard status.st_size == 0 || status.st_size >= 512 else {
        throw .damaged(path: given, reason: "it has \(status.st_size) bytes")
      }
      return status.st_size > 0
    }
    let file = open(resolved, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.failure(given) }
    close(file)
    Self.synchronize(Self.parent(of: resolved))
    return false
  }

  private static func make(_ directory: String, for path: String) throws(SQLiteOpeningError) {
    if mkdir(directory, 0o700) == 0 {
      synchronize(parent(of: resolve(directory) ?? "/"))
    } else if errno != EEXIST {
      throw failure(path)
    }
  }

  /// Has the disk know the names in a directory: a store that is lost by name is lost.
  private static func synchronize(_ directory: String) {
    let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
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

  /// What the operating system said last.
  static func failure(_ path: String) -> SQLiteOpeningError {
    .unavailable(path: path, reason: String(cString: strerror(errno)))
  }
}
