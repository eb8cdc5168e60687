import Synchronization

/// What lies between those who write a stream and the connection that sends it.
///
/// The writers hold it through a `BodyStream`, the answer holds it directly: so the answer ends when no writer is left.
final class StreamPipe: Sendable {
  enum Phase {
    case open
    /// No more is taken; what waits is sent and the body ends in good order.
    case finishing(BodyStream.End)
    /// Over. If a connection is still there, nothing more is written to it and it is about to be closed.
    case ended(BodyStream.End)
  }

  /// The connection that sends a stream.
  ///
  /// Its descriptor is good for as long as there is a link: the exchange ends, and takes the link away under the lock,
  /// before libmicrohttpd closes it.
  struct Link {
    let core: ServerCore
    let handle: ConnectionHandle
    let descriptor: Int32
    let takesChunks: Bool
  }

  struct State {
    var phase = Phase.open
    /// Whether there is an answer that sends this.
    var isClaimed = false
    var backlog = StreamBacklog()
    var link: Link?
    /// Whether libmicrohttpd has set the connection aside, which is only when nothing waits.
    var isSuspended = false
    /// Bytes libmicrohttpd was given.
    var taken = 0
    /// Those of them that it has handed to the kernel.
    var delivered = 0
    var observers: [@Sendable (BodyStream.End) -> Void] = []
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
      return state.resume()
    }.happen()
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
    // Only a stream that never was an answer's body has not ended by now.
    state.withLock { $0.end(.readerGone) }.happen()
  }
}
