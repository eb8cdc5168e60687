/// A body that is written while it is sent, as long as its reader is connected.
///
/// It is the body of one response: `Response(status:headers:body: .stream(…))`. Bytes may be sent before the response is,
/// and by several threads: each piece arrives whole, in the order of the calls to `send`. Releasing the last reference
/// finishes the stream.
public final class BodyStream: Sendable {
  /// How a stream ended.
  public enum End: Sendable, Equatable {
    /// Every piece and the end of the body have been handed to the kernel.
    case finished
    /// The reader closed its connection, perhaps before the response was sent.
    case readerGone
    /// The backlog was full, or the reader took none of it within the idle timeout.
    case tooSlow
    /// The server stopped. It sent the backlog if there was time.
    case serverStopped
  }

  let pipe: StreamPipe

  /// Creates a stream of which at most `backlogLimit` bytes wait for a slow reader.
  ///
  /// A piece that is longer than the limit is taken when nothing else waits.
  public init(backlogLimit: Int) {
    pipe = StreamPipe(backlogLimit: backlogLimit)
  }

  /// Adds bytes; returns false when the stream has ended, or ends now because its reader is too slow.
  ///
  /// The source is retained until its bytes are handed over, and not copied before: one source may go to many streams.
  /// - Complexity: O(1) amortized.
  @discardableResult
  public func send(_ bytes: any ByteSource) -> Bool { pipe.send(bytes) }

  /// Ends the body after the backlog and a last piece; does nothing when the stream has ended.
  /// - Complexity: O(1) amortized.
  public func finish(_ last: (any ByteSource)? = nil) { pipe.finish(last, as: .finished) }

  /// Whether the stream still takes bytes.
  /// - Complexity: O(1).
  public var isOpen: Bool { pipe.isOpen }

  /// Calls `body` once, when the reader has taken everything and waits for more; at once if it waits already. A writer that
  /// sends its next piece then never has more than one in memory, however slow the reader is.
  ///
  /// Any thread may call it, the event thread too, on which it must not block. A stream that ends before releases it.
  /// - Complexity: O(1).
  public func whenDrained(_ body: @escaping @Sendable () -> Void) { pipe.whenDrained(body) }

  /// Calls `body` once, when the stream has ended; at once when it has already.
  ///
  /// Any thread may call it: the event thread, on which it must not block, or a thread inside `send`, whose locks it must
  /// not take. It should not hold the stream, which could then never be released.
  /// - Complexity: O(1) amortized.
  public func whenEnded(_ body: @escaping @Sendable (End) -> Void) { pipe.whenEnded(body) }

  deinit { finish() }
}
