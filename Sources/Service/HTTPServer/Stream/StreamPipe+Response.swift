import CMicrohttpd

/// The side of the response that sends a stream.
extension StreamPipe {
  /// Makes the stream the body of a response; returns false when it has one already.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  /// Ends a stream whose response will not be sent.
  func abandon() { state.withLock { $0.end(.readerGone) }.happen() }

  /// Notes the connection that sends the stream; event thread only.
  func attach(_ link: Link) { state.withLock { $0.link = link } }

  /// Hands bytes of the backlog to libmicrohttpd, or suspends the connection while there are none; event thread only.
  ///
  /// libmicrohttpd calls it once the kernel has taken all earlier bytes.
  /// - Returns: what a content reader returns: the number of bytes, or one of the two ends.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (count, drained) = state.withLock { state -> (Int, (@Sendable () -> Void)?) in
      state.delivered = state.taken
      guard let link = state.link else { return (cmhd_end_with_error, nil) }
      switch state.phase {
      case .ended:
        link.closeSoon()
        return (cmhd_end_with_error, nil)
      case _ where state.backlog.count > 0:
        let count = state.backlog.read(into: buffer)
        state.taken += count
        link.loop.steps += 1
        return (count, nil)
      case .finishing:
        return (link.endOfStream(), nil)
      case .open where link.loop.core.isStopping:
        // Read under the lock: a server that stops sets the mode first and then visits every stream.
        state.phase = .finishing(.serverStopped)
        return (link.endOfStream(), nil)
      case .open:
        state.isSuspended = true
        MHD_suspend_connection(link.handle.pointer)
        defer { state.drained = nil }
        return (0, state.drained)
      }
    }
    drained?()
    return count
  }

  /// Takes the connection from the stream, whose exchange is over, and returns how it ended; event thread only.
  ///
  /// - Parameter code: how the exchange ended, according to libmicrohttpd. A reason for which the stream itself had ended
  ///   before takes precedence.
  func detach(_ code: MHD_RequestTerminationCode) -> (end: BodyStream.End, bytesSent: Int) {
    let isWhole = code == .REQUEST_TERMINATED_COMPLETED_OK
    let (end, bytesSent, aftermath) = state.withLock { state in
      state.link = nil
      state.isSuspended = false
      if isWhole { state.delivered = state.taken }
      switch state.phase {
      case .ended(let end): return (end, state.delivered, Aftermath())
      case .finishing(let end) where isWhole: return (end, state.delivered, state.end(end))
      case .open, .finishing:
        let end = BodyStream.End(code)
        return (end, state.delivered, state.end(end))
      }
    }
    aftermath.happen()
    return (end, bytesSent)
  }

  /// Asks the kernel whether the reader has closed, and ends the stream if so.
  ///
  /// libmicrohttpd does not notice while the stream is silent.
  func endIfReaderGone() {
    state.withLock { state in
      guard case .open = state.phase, let link = state.link, hasHungUp(link.descriptor) else {
        return Aftermath()
      }
      return state.cut(.readerGone)
    }.happen()
  }
}

extension StreamPipe.Link {
  /// Returns the regular end of a body, which for a client of HTTP/1.0 is the end of the connection.
  fileprivate func endOfStream() -> Int {
    if !takesChunks { closeSoon() }
    return cmhd_end_of_stream
  }

  /// Makes libmicrohttpd close a connection that its content reader ends.
  ///
  /// By itself it would delay the close (see the article "libmicrohttpd"); a connection with a timeout of its own is
  /// checked in every run.
  fileprivate func closeSoon() {
    _ = cmhd_set_timeout(handle.pointer, UInt32(max(1, loop.core.configuration.idleTimeout)) &+ 1)
    loop.wake()
  }
}

extension BodyStream.End {
  /// How an exchange ended, according to libmicrohttpd.
  init(_ code: MHD_RequestTerminationCode) {
    self =
      switch code {
      case .REQUEST_TERMINATED_COMPLETED_OK: .finished
      case .REQUEST_TERMINATED_TIMEOUT_REACHED: .tooSlow
      case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: .serverStopped
      default: .readerGone
      }
  }

  /// How the exchange ended, for the handler.
  var termination: Completion.Termination {
    switch self {
    case .finished: .answered
    case .readerGone: .clientGone
    case .tooSlow: .timeout
    case .serverStopped: .shutdown
    }
  }
}
