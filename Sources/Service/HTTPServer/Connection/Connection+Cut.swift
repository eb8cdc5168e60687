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

  /// Since when no request has been on the connection; nil unless it is idle.
  var idleSince: ContinuousClock.Instant? {
    state.withLock { $0.isIdle ? $0.since : nil }
  }

  /// Shuts down the socket of a connection that has been idle since then, unless its client has just sent something;
  /// returns whether it did.
  ///
  /// The handler gets no request that arrives later still: a connection that has been cut takes none.
  func cutIfIdle(since: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      guard state.isIdle, state.since == since, !isReadable(descriptor) else { return false }
      state.phase = .cut
      state.isAnswered = true
      shutdown(descriptor, Int32(SHUT_RDWR))
      return true
    }
  }

  /// Whether the connection has been closed.
  var isClosed: Bool { state.withLock { $0.phase == .closed } }

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

extension Connection.State {
  /// Whether the server waits for the first line of a request: between requests, and before the first one.
  var isIdle: Bool {
    switch phase {
    case .idle: true
    case .arriving: serial == 0
    case .working, .cut, .closed: false
    }
  }
}

/// Asks the kernel whether a socket has bytes, or has ended.
private func isReadable(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, 0) > 0
}

/// Asks the kernel whether the peer of a socket has closed it, or its half of it.
func hasHungUp(_ descriptor: Int32) -> Bool {
  let readHangUp: Int16 = 0x2000  // POLLRDHUP, which Glibc's module leaves out as a GNU extension
  let watched = readHangUp | Int16(POLLHUP) | Int16(POLLERR)
  var entry = pollfd(fd: descriptor, events: watched, revents: 0)
  return poll(&entry, 1, 0) > 0 && entry.revents & watched != 0
}
