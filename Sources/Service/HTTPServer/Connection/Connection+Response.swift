import CMicrohttpd

extension Connection {
  /// How a response reaches the event thread.
  enum Delivery {
    /// Not at all: the request has been responded to already.
    case tooLate
    /// The event thread takes it when it next handles the request.
    case awaited
    /// The connection is suspended: the caller must resume it, once.
    case suspended(ConnectionHandle)
  }

  /// Stores the response to a request, unless there has been one already.
  ///
  /// The caller resumes a suspended connection after the lock: the event thread wakes at once and takes the lock itself.
  /// Until then libmicrohttpd does not touch the connection, so the handle stays valid.
  func respond(_ serial: UInt64, _ response: PreparedResponse) -> Delivery {
    state.withLock { state in
      guard state.serial == serial, !state.isAnswered else { return .tooLate }
      state.isAnswered = true
      state.response = response
      guard let handle = state.suspended else { return .awaited }
      state.suspended = nil
      return .suspended(handle)
    }
  }

  /// What the event thread does next with a request that the handler has seen.
  enum Next {
    case send(PreparedResponse)
    /// The server is about to stop: no connection may be suspended any more.
    case refuse
    case wait
  }

  /// Takes the response if there is one, else suspends the connection; event thread only.
  func takeResponse(_ handle: ConnectionHandle, isClosing: () -> Bool) -> Next {
    state.withLock { state in
      if let response = state.response {
        state.response = nil
        return .send(response)
      }
      // Read under the lock: a server that closes sets the mode first and then visits every connection.
      if isClosing() {
        state.isAnswered = true
        return .refuse
      }
      state.suspended = handle
      MHD_suspend_connection(handle.pointer)
      return .wait
    }
  }

  /// Returns whether a request still waits for its response.
  func isWaiting(_ serial: UInt64) -> Bool {
    state.withLock { $0.serial == serial && !$0.isAnswered }
  }

  /// Takes a waiting request away from its responder, for the event thread to refuse: the server is closing.
  ///
  /// Nil if no request waits. The caller resumes the connection.
  func takeToRefuse() -> ConnectionHandle? {
    state.withLock { state in
      guard let handle = state.suspended else { return nil }
      state.suspended = nil
      state.isAnswered = true
      return handle
    }
  }

  /// Asks the kernel whether the client of a waiting request has closed its connection; false once there is a response.
  ///
  /// Under the lock: while the request waits, the descriptor is this client's; afterwards it may be another's.
  func isClientGone(_ serial: UInt64) -> Bool {
    state.withLock { state in
      guard state.serial == serial, !state.isAnswered, state.phase == .working else { return false }
      return hasHungUp(descriptor)
    }
  }
}
