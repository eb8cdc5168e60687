import FlightRecorder
import Glibc
import Support

/// Checks that the write-ahead log still has every acknowledged change.
enum LogCheck {
  /// Compares the log with the mark of its last commit.
  ///
  /// Call it while a connection is open that has read: SQLite has then found the end of the log.
  ///
  /// - Throws: `corrupt` if frames are lost. Without a log, or with a later one, nothing is: the operator has restored a
  ///   backup, or SQLite had copied all frames into the database. `cannotOpen` if there is no descriptor or memory left
  ///   to look.
  static func verify(_ path: StorePath, _ mark: LogMark?) throws(SQLiteError) {
    guard let mark, mark.frames > 0, let head = try LogHead(path.log) else { return }
    guard head.isWhole else { throw SQLiteError(.corrupt, "the head of its log is damaged") }
    guard head.salt == mark.salt else { return }
    let frames = try found(path)
    guard frames < mark.frames else { return }
    let loss = "its log is damaged at frame \(frames + 1) of \(mark.frames)"
    throw SQLiteError(.corrupt, "\(loss), and the changes from there on are lost")
  }

  /// The number of frames that SQLite has found, which is in the head of the index beside the log.
  private static func found(_ path: StorePath) throws(SQLiteError) -> UInt32 {
    let file = open(path.logIndex, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let error = SystemError.current
      guard !error.isShortage else { throw SQLiteError(opening: path.logIndex, error) }
      return 0
    }
    defer { close(file) }
    var frames: UInt32 = 0
    let size = MemoryLayout<UInt32>.size
    return pread(file, &frames, size, framesOffset) == size ? frames : 0
  }

  /// Where the number lies in the index (SQLite's "WAL-mode File Format", 2.1).
  private static let framesOffset: off_t = 16
}
