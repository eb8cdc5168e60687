import Glibc

extension Server {
  /// Makes every response from here on carry `Connection: close`, while the server goes on accepting and serving.
  ///
  /// A proxy then has no connection left on which it could send a request just when the server closes it. It does
  /// nothing once the server stops.
  public func announceStop() {
    _ = core.mode.compareExchange(expected: .serving, desired: .leaving, ordering: .sequentiallyConsistent)
  }

  /// Stops the server: accepts no more connections, lets requests finish within the grace, refuses the rest, closes all.
  ///
  /// Streams are finished at once and take no more; the grace is for their backlogs. Responses sent meanwhile carry
  /// `Connection: close`. A second call waits for the first and does nothing. Do not call it from a handler: it waits for
  /// the event threads.
  /// - Parameter grace: how long requests may take to finish.
  /// - Returns: whether every request finished within the grace.
  @discardableResult
  public func stop(grace: Duration) -> Bool {
    stopped.withLock { outcome in
      if let outcome { return outcome }
      core.mode.store(.draining, ordering: .sequentiallyConsistent)
      finishStreams()
      acceptor.stop()
      socketFile?.remove()
      let finished = waitUntilQuiet(grace)
      core.mode.store(.closing, ordering: .sequentiallyConsistent)
      // Even when all was quiet: a request may have arrived since.
      refuseRemaining()
      for thread in eventThreads { thread.end() }
      for thread in eventThreads { thread.join() }
      reaper.stop()
      close(listenDescriptor)
      outcome = finished
      return finished
    }
  }

  /// No new stream stays open from here on: the event thread reads the mode under each stream's lock.
  private func finishStreams() {
    for connection in core.registry.all { connection.stream?.finish(nil, as: .serverStopped) }
  }

  /// Waits until nothing is in flight, and no event thread has found anything to do: a request may be in a socket that has
  /// been accepted and not yet read.
  private func waitUntilQuiet(_ grace: Duration) -> Bool {
    let end = ContinuousClock.now + grace
    var marks = idleRounds
    for loop in loops { loop.wake() }
    while true {
      if requestsInFlight > 0 {
        marks = idleRounds
      } else if zip(idleRounds, marks).allSatisfy({ $0 >= $1 + 2 }) {
        return true
      }
      if ContinuousClock.now >= end { return requestsInFlight == 0 }
      usleep(1000)
    }
  }

  private var idleRounds: [Int] { loops.map { $0.idleRounds.load(ordering: .acquiring) } }

  /// Responds `503` to every waiting request, cuts those still arriving, and lets the responses go out.
  ///
  /// No new request waits from here on: the event thread reads the mode under each connection's lock.
  private func refuseRemaining() {
    for connection in core.registry.all {
      if let handle = connection.takeToRefuse() { connection.loop.resume(handle) }
      connection.cutIfArriving()
    }
    let end = ContinuousClock.now + .seconds(core.configuration.refusalPatience)
    while requestsInFlight > 0, ContinuousClock.now < end { usleep(1000) }
    while core.deliveries.load(ordering: .sequentiallyConsistent) > 0 { usleep(100) }
  }
}
