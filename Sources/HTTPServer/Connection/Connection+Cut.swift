import Glibc

extension Connection {
  /// A request that has been arriving for too long.
  struct Overdue {
    let serial: UInt64
    let head: RequestHead?
  }

  /// Returns the request that should have arrived by now, if there is one.
  ///
  /// libmicrohttpd reports a request only once its first line is complete. After an earlier request, a trickled first
  /// line looks like silence; but silence would have been closed after the idle timeout, so a connection that is still
  /// open a request's deadline later has been trickling.
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

  /// Sends a last response and shuts the socket down, unless the request has arrived in the meantime.
  ///
  /// libmicrohttpd writes nothing while a request is arriving, so the two cannot mix. It notices the shutdown and closes
  /// the socket.
  func cut(_ serial: UInt64, lastResponse: [UInt8]) {
    state.withLock { state in
      guard state.serial == serial, state.phase == .arriving || state.phase == .idle else { return }
      state.phase = .cut
      state.isAnswered = true
      RawResponse.send(lastResponse, to: descriptor)
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }

  /// Makes libmicrohttpd look again at a socket that its client has closed.
  ///
  /// libmicrohttpd polls edge-triggered: where bytes and the end of the stream arrive as one edge, it reads the bytes and
  /// waits for another edge, up to the idle timeout. Shutting down the direction that has ended makes that edge, and
  /// harms no response.
  func nudgeIfEnded() {
    state.withLock { state in
      guard state.phase == .arriving || state.phase == .idle else { return }
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 else { return }
      shutdown(descriptor, Int32(SHUT_RD))
    }
  }

  /// Shuts down the socket of a request that is still arriving, because the server stops.
  func cutIfArriving() {
    state.withLock { state in
      guard state.phase == .arriving else { return }
      state.phase = .cut
      state.isAnswered = true
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }
}

/// Asks the kernel whether the peer of a socket has closed it, or its half of it.
func hasHungUp(_ descriptor: Int32) -> Bool {
  let readHangUp: Int16 = 0x2000  // POLLRDHUP, which Glibc's module leaves out as a GNU extension
  let watched = readHangUp | Int16(POLLHUP) | Int16(POLLERR)
  var entry = pollfd(fd: descriptor, events: watched, revents: 0)
  return poll(&entry, 1, 0) > 0 && entry.revents & watched != 0
}
