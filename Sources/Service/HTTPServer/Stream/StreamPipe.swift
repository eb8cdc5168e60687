import Synchronization

/// The state between the writers of a stream and the connection that sends it.
///
/// The writers hold it through a `BodyStream`, the response holds it directly: so the response ends with the last writer.
final class StreamPipe: Sendable {
  enum Phase {
    case open
    /// The stream takes no more; the backlog is sent and then the end of the body.
    case finishing(BodyStream.End)
    /// The stream is over. A connection that still exists is about to be closed; nothing more is written to it.
    case ended(BodyStream.End)
  }

  /// The connection that sends a stream.
  ///
  /// Its descriptor is valid as long as the link exists: the exchange ends, and removes the link under the lock, before
  /// libmicrohttpd closes the descriptor.
  struct Link {
    let loop: EventLoop
    let handle: ConnectionHandle
    let descriptor: Int32
    let takesChunks: Bool
  }

  struct State {
    var phase = Phase.open
    /// Whether the stream is the body of a response.
    var isClaimed = false
    var backlog = StreamBacklog()
    var link: Link?
    /// Whether libmicrohttpd has suspended the connection, which it does only while the backlog is empty.
    var isSuspended = false
    /// Bytes that libmicrohttpd has read.
    var taken = 0
    /// Those of them that it has handed to the kernel.
    var delivered = 0
    var observers: [@Sendable (BodyStream.End) -> Void] = []
    /// Called when the connection asks for bytes and none wait.
    var drained: (@Sendable () -> Void)?
  }

  let backlogLimit: Int
  let state = Mutex(State())

  init(backlogLimit: Int) { self.backlogLimit = max(0, backlogLimit) }

  var isOpen: Bool {
    state.withLock { if case .open = $0.phase { true } else { false } }
  }

  func send(_ bytes: any ByteSource) -> Bool {
    let (isTaken, aftermath) = state.withLock { state in
      guard case .open = state.phase else { return (false, Aftermath()) }
      return state.take(bytes, limit: backlogLimit)
    }
    aftermath.happen()
    return isTaken
  }

  func finish(_ last: (any ByteSource)?, as end: BodyStream.End) {
    state.withLock { state in
      guard case .open = state.phase else { return Aftermath() }
      if let last {
        let (isTaken, aftermath) = state.take(last, limit: backlogLimit)
        guard isTaken else { return aftermath }
        state.phase = .finishing(end)
        return aftermath
      }
      state.phase = .finishing(end)
      state.resume()
      return Aftermath()
    }.happen()
  }

  func whenDrained(_ body: @escaping @Sendable () -> Void) {
    let isDrained = state.withLock { state in
      guard case .open = state.phase else { return false }
      if !state.isSuspended { state.drained = body }
      return state.isSuspended
    }
    if isDrained { body() }
  }

  func whenEnded(_ body: @escaping @Sendable (BodyStream.End) -> Void) {
    let end: BodyStream.End? = state.withLock { state in
      if case .ended(let end) = state.phase { return end }
      state.observers.append(body)
      return nil
    }
    if let end { body(end) }
  }

  deinit {
    // Only a stream that never was a response's body has not ended by now.
    state.withLock { $0.end(.readerGone) }.happen()
  }
}
