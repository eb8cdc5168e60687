import CMicrohttpd
import Glibc

extension Connection {
  /// Stores the answer of a request and wakes its connection if it was set aside; false if it was answered already.
  func answer(_ serial: UInt64, _ answer: PreparedAnswer) -> Bool {
    state.withLock { state in
      guard state.serial == serial, !state.isAnswered else { return false }
      state.isAnswered = true
      state.answer = answer
      if let handle = state.suspended {
        state.suspended = nil
        // Under the lock, so that it can come neither before the suspension nor after the connection's end.
        MHD_resume_connection(handle.pointer)
      }
      return true
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

  /// Wakes a request that waits, for its event thread to refuse it: the server is closing.
  func wakeToRefuse() {
    state.withLock { state in
      guard let handle = state.suspended else { return }
      state.suspended = nil
      state.isAnswered = true
      MHD_resume_connection(handle.pointer)
    }
  }

  /// Asks the kernel whether the client of a waiting request has closed; false once the request is answered.
  ///
  /// Under the lock: as long as the request waits the descriptor is this client's, afterwards it may be another's.
  func isClientGone(_ serial: UInt64) -> Bool {
    state.withLock { state in
      guard state.serial == serial, !state.isAnswered, state.phase == .working else { return false }
      let readHangUp: Int16 = 0x2000  // POLLRDHUP, which Glibc's module leaves out as a GNU extension
      let watched = readHangUp | Int16(POLLHUP) | Int16(POLLERR)
      var entry = pollfd(fd: descriptor, events: watched, revents: 0)
      return poll(&entry, 1, 0) > 0 && entry.revents & watched != 0
    }
  }
}
