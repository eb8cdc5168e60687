import CMicrohttpd

/// The side of the answer that sends a stream.
extension StreamPipe {
  /// Makes the stream the body of an answer; false when it is another's.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  /// Ends a stream whose answer nobody will read.
  func abandon() { state.withLock { $0.end(.readerGone) }.happen() }

  /// Notes the connection that sends the stream; event thread only.
  func attach(_ link: Link) { state.withLock { $0.link = link } }

  /// Gives bytes that wait to libmicrohttpd, or sets the connection aside until there are some; event thread only.
  ///
  /// libmicrohttpd asks when it has handed to the kernel all that it was given before.
  /// - Returns: what a content reader returns: the number of bytes, or one of the two ends.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      state.delivered = state.taken
      guard let link = state.link else { return cmhd_end_with_error }
      switch state.phase {
      case .ended:
        link.closeSoon()
        return cmhd_end_with_error
      case _ where state.backlog.count > 0:
        let count = state.backlog.read(into: buffer)
        state.taken += count
        link.core.steps.add(1, ordering: .relaxed)
        return count
      case .finishing:
        return link.endOfStream()
      case .open where link.core.mode.load(ordering: .sequentiallyConsistent) != .serving:
        // Asked under the lock: a server that stops says so and then comes by every stream.
        state.phase = .finishing(.serverStopped)
        return link.endOfStream()
      case .open:
        state.isSuspended = true
        MHD_suspend_connection(link.handle.pointer)
        return 0
      }
    }
  }

  /// Takes the connection from the stream, whose exchange is over, and returns how it ended; event thread only.
  ///
  /// - Parameter code: how libmicrohttpd says that the exchange ended. If the stream was ended before, for a reason of
  ///   its own, that reason counts.
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
  /// While a stream is silent nobody else would notice.
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
  /// Returns the end of a body in good order, which for a client of HTTP/1.0 is that of the connection.
  fileprivate func endOfStream() -> Int {
    if !takesChunks { closeSoon() }
    return cmhd_end_of_stream
  }

  /// Has libmicrohttpd clean up behind a content reader that ends the connection.
  ///
  /// It shuts such a connection down and then (as of 0.9.75) forgets to close it until every other that has been silent
  /// for longer has gone, which may be as long as the idle timeout. One with a timeout of its own it looks at whenever
  /// it is run.
  fileprivate func closeSoon() {
    _ = cmhd_set_timeout(handle.pointer, UInt32(max(1, core.configuration.idleTimeout)) &+ 1)
    core.eventSignal.raise()
  }
}

extension BodyStream.End {
  /// The end of a stream that libmicrohttpd has ended.
  fileprivate init(_ code: MHD_RequestTerminationCode) {
    self =
      switch code {
      case .REQUEST_TERMINATED_COMPLETED_OK: .finished
      case .REQUEST_TERMINATED_TIMEOUT_REACHED: .tooSlow
      case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: .serverStopped
      default: .readerGone
      }
  }

  /// What the application is told of the exchange.
  var termination: Completion.Termination {
    switch self {
    case .finished: .answered
    case .readerGone: .clientGone
    case .tooSlow: .timeout
    case .serverStopped: .shutdown
    }
  }
}
