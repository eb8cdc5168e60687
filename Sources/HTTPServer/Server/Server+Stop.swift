import Glibc

extension Server {
  /// Stops: accepts no more, lets what is running finish within the grace, refuses the rest, closes everything.
  ///
  /// Streams are finished at once and take no more; the grace is for what waits in them. Answers given meanwhile say
  /// `Connection: close`. A second call waits for the first and does nothing. Must not be called from within a handler:
  /// it waits for the event thread.
  /// - Returns: whether every request was finished within the grace.
  @discardableResult
  public func stop(grace: Duration) -> Bool {
    stopped.withLock { outcome in
      if let outcome { return outcome }
      core.mode.store(.draining, ordering: .sequentiallyConsistent)
      finishStreams()
      stopListening()
      let finished = waitUntilQuiet(grace)
      core.mode.store(.closing, ordering: .sequentiallyConsistent)
      // Even when all was quiet: a request may have come in between the last look and the closing.
      refuseWhatIsLeft()
      eventLoop.stop()
      reaper.stop()
      close(listenDescriptor)
      outcome = finished
      return finished
    }
  }

  /// No new stream can stay open from here on: the event thread asks for the mode under each stream's lock.
  private func finishStreams() {
    for connection in core.registry.all { connection.stream?.finish(nil, as: .serverStopped) }
  }

  private func stopListening() {
    // Connections that the kernel has accepted and the daemon has not would be reset: it gets a moment for them.
    var entry = pollfd(fd: listenDescriptor, events: Int16(POLLIN), revents: 0)
    for _ in 0..<20 where poll(&entry, 1, 0) > 0 { usleep(1000) }
    eventLoop.quiesce()
    // The descriptor may not be closed before the event thread has ended; shut down it refuses just as well.
    shutdown(listenDescriptor, Int32(SHUT_RDWR))
  }

  /// Waits until nothing has been in flight for a few looks in a row: a request may be in a socket and not yet read.
  private func waitUntilQuiet(_ grace: Duration) -> Bool {
    let end = ContinuousClock.now + grace
    var quietLooks = 0
    while true {
      quietLooks = requestsInFlight == 0 ? quietLooks + 1 : 0
      if quietLooks == 4 { return true }
      if ContinuousClock.now >= end { return requestsInFlight == 0 }
      usleep(2000)
    }
  }

  /// Answers `503` to every request that waits, cuts those still arriving, and lets the answers go out.
  ///
  /// No new request can wait from here on: the event thread asks for the mode under each connection's lock.
  private func refuseWhatIsLeft() {
    for connection in core.registry.all {
      if let handle = connection.takeToRefuse() { core.resume(handle) }
      connection.cutIfArriving()
    }
    let end = ContinuousClock.now + .seconds(1)
    while requestsInFlight > 0, ContinuousClock.now < end { usleep(1000) }
    while core.deliveries.load(ordering: .sequentiallyConsistent) > 0 { usleep(100) }
  }
}
