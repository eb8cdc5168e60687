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

  /// Has libmicrohttpd look again at a socket whose client has closed it.
  ///
  /// It watches edges: when bytes and the end of a stream come as one edge it reads the bytes and waits for another, up
  /// to the idle timeout. Shutting down the direction that is over already makes that edge and harms no answer.
  func nudgeIfEnded() {
    state.withLock { state in
      guard state.phase == .arriving || state.phase == .idle else { return }
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 else { return }
      shutdown(descriptor, Int32(SHUT_RD))
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
