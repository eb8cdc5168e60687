import CMicrohttpd

extension Connection {
  /// What became of an answer.
  enum Stored {
    /// There was one before it.
    case tooLate
    /// The event thread finds it when it comes by.
    case awaited
    /// The connection was set aside: whoever gets this resumes it, once.
    case suspended(ConnectionHandle)
  }

  /// Stores the answer of a request, unless it was answered already.
  ///
  /// A connection that was set aside is resumed by the caller after the lock: the event thread wakes at once and
  /// wants the lock itself. Until then the library does not touch the connection, so the handle stays good.
  func answer(_ serial: UInt64, _ answer: PreparedAnswer) -> Stored {
    state.withLock { state in
      guard state.serial == serial, !state.isAnswered else { return .tooLate }
      state.isAnswered = true
      state.answer = answer
      guard let handle = state.suspended else { return .awaited }
      state.suspended = nil
      return .suspended(handle)
    }
  }

  /// What the event thread does next with a request that the handler has seen.
  enum Next {
    case send(PreparedAnswer)
    /// The server is about to stop: nothing may be set aside any more.
    case refuse
    case wait
  }

  /// Takes the answer if it is there, else sets the connection aside; event thread only.
  func takeAnswer(_ handle: ConnectionHandle, isClosing: () -> Bool) -> Next {
    state.withLock { state in
      if let answer = state.answer {
        state.answer = nil
        return .send(answer)
      }
      // Asked under the lock: whoever closes first says so and then comes by every connection.
      if isClosing() {
        state.isAnswered = true
        return .refuse
      }
      state.suspended = handle
      MHD_suspend_connection(handle.pointer)
      return .wait
    }
  }

  /// Says whether a request still waits for its answer.
  func isWaiting(_ serial: UInt64) -> Bool {
    state.withLock { $0.serial == serial && !$0.isAnswered }
  }

  /// Takes a request that waits from whoever might answer it, for the event thread to refuse: the server is closing.
  ///
  /// Nil if none waits. The caller resumes the connection.
  func takeToRefuse() -> ConnectionHandle? {
    state.withLock { state in
      guard let handle = state.suspended else { return nil }
      state.suspended = nil
      state.isAnswered = true
      return handle
    }
  }

  /// Asks the kernel whether the client of a waiting request has closed; false once the request is answered.
  ///
  /// Under the lock: as long as the request waits the descriptor is this client's, afterwards it may be another's.
  func isClientGone(_ serial: UInt64) -> Bool {
    state.withLock { state in
      guard state.serial == serial, !state.isAnswered, state.phase == .working else { return false }
      return hasHungUp(descriptor)
    }
  }
}
