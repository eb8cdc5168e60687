import FlightRecorder
import Glibc
import Support

/// Notes after each commit how far the write-ahead log has come, so that the next start notices if some of it is lost.
///
/// SQLite takes a damaged log for one that ends at the damage, as a power failure leaves it, and goes on without the
/// changes behind it, although they were acknowledged.
final class CommitMarker {
  private let recorder: FlightRecorder
  private let path: String
  /// The open log; negative until there is one.
  private var file: Int32 = -1

  init(_ recorder: FlightRecorder, log path: String) {
    self.recorder = recorder
    self.path = path
  }

  deinit { if file >= 0 { close(file) } }

  /// Notes that the log has so many frames. If the log cannot be read, the mark before remains, which the next start
  /// takes for one of an older log.
  func committed(frames: Int) {
    if file < 0 { file = open(path, O_RDONLY | O_CLOEXEC) }
    var salt: UInt64 = 0
    guard file >= 0, pread(file, &salt, LogHead.saltSize, off_t(LogHead.saltOffset)) == LogHead.saltSize
    else { return }
    recorder.note(LogMark(salt: salt, frames: UInt32(clamping: frames)))
  }
}

/// The first bytes of a write-ahead log, as SQLite's file format describes them.
struct LogHead {
  static let saltOffset = 16
  static let saltSize = 8
  private static let size = 32

  private let bytes: [UInt8]

  /// Reads the head of a log; nil if there is no log or it is empty.
  ///
  /// - Throws: `cannotOpen` if there is no descriptor or memory left to look.
  init?(_ path: String) throws(SQLiteError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let error = SystemError.current
      guard !error.isShortage else { throw SQLiteError(opening: path, error) }
      return nil
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.size)
    guard pread(file, &bytes, Self.size, 0) == Self.size else { return nil }
    self.bytes = bytes
  }

  /// The two numbers that tell this log from the one before in the same file, as they lie there.
  var salt: UInt64 { bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: Self.saltOffset, as: UInt64.self) }

  /// Whether the checksum is right.
  var isWhole: Bool {
    let isBigEndian = bytes[3] & 1 == 1
    var sums: (UInt32, UInt32) = (0, 0)
    for place in stride(from: 0, to: 24, by: 8) {
      sums.0 &+= word(place, bigEndian: isBigEndian) &+ sums.1
      sums.1 &+= word(place + 4, bigEndian: isBigEndian) &+ sums.0
    }
    return sums.0 == word(24, bigEndian: true) && sums.1 == word(28, bigEndian: true)
  }

  private func word(_ place: Int, bigEndian: Bool) -> UInt32 {
    let word = bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self)
    return bigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }
}
