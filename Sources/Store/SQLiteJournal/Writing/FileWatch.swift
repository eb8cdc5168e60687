import Glibc

/// Notices that the files of an open store were deleted, replaced or truncated: later writes are lost at the next
/// start.
struct FileWatch {
  /// Which file a path names.
  private struct Identity: Equatable {
    var device: dev_t
    var number: ino_t
  }

  private let path: StorePath
  private let database: Identity?
  private var log: Identity?
  /// Bytes of the database file at the last look.
  private var size = 0

  /// Call it while a connection that writes is open: both files exist then.
  init(_ path: StorePath) {
    self.path = path
    let found = Self.look(path.resolved)
    database = found?.identity
    size = found?.size ?? 0
    log = Self.look(path.log)?.identity
  }

  /// Returns what happened to a file; nil if both are as they were.
  ///
  /// - Parameter pages: returns the number of pages of the database, those in the log among them.
  /// - Complexity: two system calls.
  func fault(pages: () throws(SQLiteError) -> Int) -> String? {
    guard let (found, size) = Self.look(path.resolved) else { return "the file \(path.resolved) is gone" }
    guard found == database else { return "the file \(path.resolved) is another one than was opened" }
    if size < self.size {
      // A shell may have shrunk the database in order.
      let count = (try? pages()) ?? .max
      guard count <= size / SQLitePage.size else { return "the file \(path.resolved) was truncated" }
    }
    guard let log else { return nil }
    guard let (foundLog, _) = Self.look(path.log) else { return "the file \(path.log) is gone" }
    return foundLog == log ? nil : "the file \(path.log) is another one than was opened"
  }

  /// Whether the path names another file than was opened.
  var isReplaced: Bool { Self.look(path.resolved).map { $0.identity != database } ?? false }

  /// Notes the size of the database file.
  mutating func noteSize() {
    guard let (found, size) = Self.look(path.resolved), found == database else { return }
    self.size = size
    // On a disk without space the log may have been created late.
    if log == nil { log = Self.look(path.log)?.identity }
  }

  private static func look(_ path: String) -> (identity: Identity, size: Int)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (Identity(device: status.st_dev, number: status.st_ino), Int(status.st_size))
  }
}
