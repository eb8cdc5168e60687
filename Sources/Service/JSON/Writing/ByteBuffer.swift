#if hasFeature(Embedded)
  internal import CPageRuntime
#else
  internal import Glibc
#endif

/// Immutable bytes: the body of a response, passed on without copies.
///
/// `@unchecked Sendable` because the memory is written before the buffer exists and never after.
public final class ByteBuffer: @unchecked Sendable {
  private let start: UnsafeMutableRawPointer
  /// The number of bytes.
  public let count: Int

  /// Takes ownership of memory from `malloc`.
  init(adopting start: UnsafeMutableRawPointer, count: Int) {
    self.start = start
    self.count = count
  }

  deinit { free(start) }

  /// Calls `body` with the bytes, which live as long as the buffer, and returns its result.
  ///
  /// - Complexity: O(1) beside `body`.
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension ByteBuffer {
  /// Creates a buffer with a copy of some bytes.
  ///
  /// - Complexity: O(n), where n is the number of bytes.
  public convenience init(copying bytes: some Collection<UInt8>) {
    var writer = ByteWriter(capacity: bytes.count)
    writer.append(contentsOf: bytes)
    let (start, count) = writer.release()
    self.init(adopting: start, count: count)
  }
}
