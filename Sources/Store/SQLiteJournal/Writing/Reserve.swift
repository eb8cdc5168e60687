import Glibc
import Support

/// Space on the disk that is held back for deletions: a file beside the store.
///
/// When the disk is full, even a deletion finds no space, because SQLite writes it to the log first. The reserve then
/// has the space for the deletion, and for copying the log into the database, which empties the log.
struct Reserve {
  private let path: String
  /// Bytes of the reserve of a store that is not small.
  let goal: Int
  /// Bytes that the file has on the disk.
  private(set) var bytes: Int

  /// The most bytes of a reserve: twice what the log grows by between checkpoints, so that there is space for a checkpoint
  /// and for a deletion.
  private static let limit = 8 << 20
  /// Bytes of the reserve of a small store: enough to open it, which takes the file with the index of the log.
  static let least = 128 << 10

  /// - Parameter space: the space of the disk; a reserve takes at most an eighth of it.
  init(_ path: String, on space: DiskSpace?) {
    self.path = path
    goal = min(Self.limit, max(Self.least, (space?.total ?? .max) / 8))
    bytes = DiskSpace.bytes(ofFile: path)
  }

  /// The number of pages that the log may grow by between checkpoints, so that the reserve has space for one.
  var checkpointPages: Int { min(1000, max(16, goal / 2 / SQLitePage.size)) }

  /// Makes the reserve larger, as far as the disk has space.
  mutating func fill(to wanted: Int) {
    guard bytes < wanted else { return }
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    var size = wanted
    while size > bytes, size >= Self.least {
      if posix_fallocate(file, 0, off_t(size)) == 0 {
        bytes = size
        return
      }
      // It may have taken a part.
      _ = ftruncate(file, off_t(bytes))
      size -= max(Self.least, wanted / 16)
    }
  }

  /// Gives the space back to the disk.
  mutating func release() {
    _ = truncate(path, 0)
    bytes = 0
  }
}

/// The pages of a database file.
enum SQLitePage {
  /// Bytes of a page in every store.
  static let size = 4096
}
