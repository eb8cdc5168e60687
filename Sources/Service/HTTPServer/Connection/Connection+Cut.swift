import Glibc

extension Connection {
  /// Returns the serial of the request that should have arrived by now, if there is one.
  ///
  /// libmicrohttpd reports a request only once its first line is complete. After an earlier request, a trickled first
  /// line looks like silence; but silence would have been closed after the idle timeout, so a connection that is still
  /// open a request's deadline later has been trickling.
  func overdue(now: ContinuousClock.Instant, deadline: Duration, idleTimeout: Duration) -> UInt64? {
    state.withLock { state in
      let allowed: Duration
      switch state.phase {
      case .arriving: allowed = deadline
      case .idle: allowed = deadline + idleTimeout
      case .working, .cut, .closed: return nil
      }
      return now - state.since > allowed ? state.serial : nil
    }
  }

  /// Whether a request is arriving, or may begin to; false once another has taken its place.
  func isArriving(_ serial: UInt64) -> Bool {
    state.withLock { $0.serial == serial && ($0.phase == .arriving || $0.phase == .idle) }
  }

  /// Notes that the request is refused while it arrives: nothing else responds to it.
  func refuse() {
    state.withLock { state in
      state.phase = .cut
      state.isAnswered = true
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
