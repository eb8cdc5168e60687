import Glibc

extension Connection {
  /// A request that has been arriving for too long.
  struct Overdue {
    let serial: UInt64
    let head: RequestHead?
  }

  /// The request that should have arrived by now, if there is one.
  ///
  /// libmicrohttpd shows a request only when its first line is whole. Behind an earlier request nothing tells a trickled
  /// first line from silence, except that silence would have been closed after the idle timeout: a connection that
  /// is still there a request's deadline later has been trickling.
  func overdue(now: ContinuousClock.Instant, deadline: Duration, idleTimeout: Duration) -> Overdue? {
    state.withLock { state in
      let allowed: Duration
      switch state.phase {
      case .arriving: allowed = deadline
      case .idle: allowed = deadline + idleTimeout
      case .working, .cut, .closed: return nil
      }
      return now - state.since > allowed ? Overdue(serial: state.serial, head: state.head) : nil
    }
  }

  /// Sends a last word and shuts the socket down, unless the request has arrived in the meantime.
  ///
  /// libmicrohttpd writes nothing while a request is arriving, so that the two cannot mix. It notices the end of the
  /// socket and closes it.
  func cut(_ serial: UInt64, lastWord: [UInt8]) {
    state.withLock { state in
      guard state.serial == serial, state.phase == .arriving || state.phase == .idle else { return }
      state.phase = .cut
      state.isAnswered = true
      RawAnswer.send(lastWord, to: descriptor)
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }

  /// Shuts the socket of a request that is still arriving, for a server that stops.
  func cutIfArriving() {
    state.withLock { state in
      guard state.phase == .arriving else { return }
      state.phase = .cut
      state.isAnswered = true
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }
}
