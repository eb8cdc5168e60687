import Glibc
import Synchronization

/// A pipe whose reader begins to read when the test says so.
final class LinePipe {
  let writingEnd: Int32
  private let readingEnd: Int32
  private var isReading = false
  private var isOpenForReading = true
  private var isOpenForWriting = true

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CannotOpen() }
    (readingEnd, writingEnd) = (ends[0], ends[1])
  }

  deinit {
    closeWritingEnd()
    // A reader closes its end itself.
    if !isReading { closeReadingEnd() }
  }

  func closeWritingEnd() {
    if isOpenForWriting { close(writingEnd) }
    isOpenForWriting = false
  }

  func closeReadingEnd() {
    if isOpenForReading { close(readingEnd) }
    isOpenForReading = false
  }

  /// Whether the pipe takes no more bytes.
  var isFull: Bool {
    var entry = pollfd(fd: writingEnd, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) == 0
  }

  /// The number of unread bytes in the pipe.
  var byteCount: Int {
    var count: Int32 = 0
    // FIONREAD
    _ = ioctl(readingEnd, 0x541B, &count)
    return Int(count)
  }

  /// Reads to the end of the pipe, on a thread of its own.
  func startReading() -> LineReader {
    isReading = true
    return LineReader(readingEnd)
  }

  struct CannotOpen: Error {}
}
