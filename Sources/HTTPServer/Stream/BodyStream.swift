/// A body that is written while it is sent, for as long as its reader listens.
///
/// It is the body of one answer: `Response(status:headers:body: .stream(…))`. Bytes may be sent before the answer is
/// given, and by several threads: each piece arrives whole and all in the order in which `send` took them.
/// A stream that nobody holds any more is finished.
public final class BodyStream: Sendable {
  /// How a stream ended.
  public enum End: Sendable, Equatable {
    /// All that was sent has been handed to the kernel, and the end of the body after it.
    case finished
    /// The reader closed its connection, or was never there: the answer came too late.
    case readerGone
    /// More waited than may, or nothing of what waited was taken within the idle timeout.
    case tooSlow
    /// The server stopped. What waited was still sent, if there was time.
    case serverStopped
  }

  let pipe: StreamPipe

  /// A stream of which `backlogLimit` bytes may wait for a slow reader.
  ///
  /// A piece that is longer than that by itself is taken when nothing else waits.
  public init(backlogLimit: Int) {
    pipe = StreamPipe(backlogLimit: backlogLimit)
  }

  /// Adds bytes; false when the stream has ended, or ends because its reader is too slow for them.
  ///
  /// The source is kept until its bytes are on their way and never copied before: one may be sent to many streams.
  /// - Complexity: O(1) amortized.
  @discardableResult
  public func send(_ bytes: any ByteSource) -> Bool { pipe.send(bytes) }

  /// Ends the body in good order, after what waits and a last piece; does nothing when it has ended.
  /// - Complexity: O(1) amortized.
  public func finish(_ last: (any ByteSource)? = nil) { pipe.finish(last, as: .finished) }

  /// Says whether bytes are still taken.
  /// - Complexity: O(1).
  public var isOpen: Bool { pipe.isOpen }

  /// Has `body` called once, when the stream has ended; at once when it has already.
  ///
  /// It is called from any thread: the event thread, on which it must not block, or one that is within `send`, whose
  /// locks it must not want. It should not hold the stream, which nobody could let go of then.
  /// - Complexity: O(1) amortized.
  public func whenEnded(_ body: @escaping @Sendable (End) -> Void) { pipe.whenEnded(body) }

  deinit { finish() }
}
