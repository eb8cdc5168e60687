import Collections
import FlightRecorder
import HTTPServer
import JSON
import Support
import Synchronization
import Wire
import WorkerPool

/// Sends the changes of collections to the streams of events.
final class EventHub: CollectionObserver {
  private struct State {
    var broadcasts: [CollectionKey: Broadcast] = [:]
    /// Broadcasts of collections that have ended. Their last event may not have been sent.
    var ended: [Broadcast] = []
    var streams = 0
    var streamsOfOwners: [String: Int] = [:]
    var expiries = StreamExpiries()
    var open: [ObjectIdentifier: OpenStream] = [:]
    var isClosed = false
  }

  /// A stream that has not ended.
  private struct OpenStream {
    let stream: BodyStream
    let caller: Caller
    /// The bytes with which it ends if its caller may not go on.
    let closing: ByteBuffer
  }

  private let pool: WorkerPool
  private let metrics: Metrics
  private let streamLimit: Int
  private let eventLimit: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - streamLimit: the most streams that may be open.
  ///   - eventLimit: the most bytes of one event.
  init(pool: WorkerPool, metrics: Metrics, streamLimit: Int, eventLimit: Int) {
    self.pool = pool
    self.metrics = metrics
    self.streamLimit = streamLimit
    self.eventLimit = eventLimit
  }

  /// The number of open streams.
  var streamCount: Int { state.withLock { $0.streams } }

  /// The number of open streams of each tenant that has some.
  var streamCounts: [String: Int] { state.withLock { $0.streamsOfOwners } }

  func collectionChanged(_ key: CollectionKey, _ step: CollectionStep, _ entry: JournalEntry?) {
    guard let broadcast = state.withLock({ $0.broadcasts[key] }) else { return }
    broadcast.add(step, entry)
    schedule(broadcast)
  }

  func collectionEnded(_ key: CollectionKey) {
    let broadcast = state.withLock { state in
      let broadcast = state.broadcasts.removeValue(forKey: key)
      if let broadcast { state.ended.append(broadcast) }
      return broadcast
    }
    guard let broadcast else { return }
    broadcast.end()
    schedule(broadcast)
  }

  func collectionLoaded(_ key: CollectionKey, at version: Int) {
    state.withLock { $0.broadcasts[key] }?.goOn(from: version)
  }

  /// The collections that streams watch.
  var watchedCollections: [CollectionKey] { state.withLock { Array($0.broadcasts.keys) } }

  func changeStored(after duration: Duration) { metrics.countDurableChange(seconds: duration.seconds) }

  func changeFollowed() { metrics.countFollowedChange() }

  func tipRead(after duration: Duration) { metrics.countTip(seconds: duration.seconds) }

  func hintFollowed(after duration: Duration) { metrics.countHint(seconds: duration.seconds) }

  func raceLost() { metrics.countLostRace() }

  /// Schedules a job that sends the queued events. If no worker is available, the next tick tries again.
  private func schedule(_ broadcast: Broadcast) {
    guard !broadcast.isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let job = Job(
      dropped: { _ in broadcast.isScheduled.store(false, ordering: .releasing) },
      run: { [metrics, eventLimit] _ in
        // Steps that are added from here on are sent now, or by another job.
        broadcast.isScheduled.store(false, ordering: .sequentiallyConsistent)
        FlightRecorder.working(on: broadcast.key.recorderName) {
          metrics.countEvents(broadcast.send(EncodingBudget(bytes: eventLimit)))
        }
      })
    do throws(SubmitError) {
      try pool.submit(
        job, of: Tenancy.tenant(ofOwner: broadcast.key.owner, collection: broadcast.key.id),
        lane: Lane.events(broadcast.key).name)
    } catch {
      broadcast.isScheduled.store(false, ordering: .releasing)
    }
  }

  /// Returns the broadcast of a collection, which gets every change from now on.
  func broadcast(of key: CollectionKey) -> Broadcast {
    state.withLock { state in
      if let broadcast = state.broadcasts[key] {
        broadcast.expect()
        return broadcast
      }
      let broadcast = Broadcast(key)
      state.broadcasts[key] = broadcast
      return broadcast
    }
  }

  /// Returns a new stream, which counts against the limits until it ends.
  ///
  /// - Parameters:
  ///   - caller: who reads it; it ends when the token of the caller expires.
  ///   - quota: the most streams that the tenant of the caller may have open; nil if it has no limit of its own.
  ///   - closing: the bytes with which it ends then, or when the key or token is not valid any more.
  /// - Throws: `tooManyStreams`, `shuttingDown`.
  func open(
    for caller: Caller, upTo quota: Int?, backlog: Int, closing: ByteBuffer
  ) throws(Problem) -> BodyStream {
    let (owner, expiry) = (caller.owner, caller.token?.expiry)
    let problem: Problem? = state.withLock { state in
      if state.isClosed { return Problem(.stopping) }
      if state.streams >= streamLimit {
        return .tooManyStreams("The service serves at most \(streamLimit) streams at once.")
      }
      let own = state.streamsOfOwners[owner] ?? 0
      if let quota, own >= quota {
        var problem = Problem.tooManyStreams(
          "\(quota) streams are served for a tenant at most; close one first.")
        problem.quota = ReachedQuota(.streams, quota)
        return problem
      }
      state.streams += 1
      state.streamsOfOwners[owner] = own + 1
      return nil
    }
    if let problem { throw problem }
    let stream = BodyStream(backlogLimit: backlog)
    let id = ObjectIdentifier(stream)
    state.withLock { state in
      state.open[id] = OpenStream(stream: stream, caller: caller, closing: closing)
      if let expiry { state.expiries.add(stream, expiry: expiry) }
    }
    stream.whenEnded { [self] end in
      metrics.countStream(end)
      state.withLock { state in
        state.open[id] = nil
        if let expiry { state.expiries.remove(id, expiry: expiry) }
        state.streams -= 1
        state.streamsOfOwners[owner]! -= 1
        if state.streamsOfOwners[owner] == 0 { state.streamsOfOwners[owner] = nil }
      }
    }
    return stream
  }

  /// Ends the streams whose tokens have expired, removes broadcasts without streams, and schedules events for which no
  /// worker was available.
  ///
  /// - Parameters:
  ///   - time: in milliseconds since 1970.
  ///   - isHeartbeat: whether to send every stream a heartbeat.
  func tick(
    now: ContinuousClock.Instant = .now, time: Int64 = UnixTime.milliseconds, isHeartbeat: Bool
  ) {
    let expired = state.withLock { state in
      state.expiries.takeExpired(now: time).compactMap { state.open[ObjectIdentifier($0)] }
    }
    for open in expired { open.stream.finish(open.closing) }
    let broadcasts = state.withLock { state in
      // A client that reconnects within a minute finds the recent events there.
      state.broadcasts = state.broadcasts.filter { $0.value.idleTime(now: now) < .seconds(60) }
      state.ended.removeAll { !$0.hasNews }
      return Array(state.broadcasts.values) + state.ended
    }
    for broadcast in broadcasts {
      if isHeartbeat { broadcast.heartbeat() }
      if broadcast.hasNews { schedule(broadcast) }
    }
  }

  /// Ends the streams whose callers may not go on.
  ///
  /// - Complexity: O(n) for n streams.
  func endStreams(unless admits: (Caller) -> Bool) {
    let open = state.withLock { Array($0.open.values) }
    for open in open where !admits(open.caller) { open.stream.finish(open.closing) }
  }

  /// Returns the names of the viewports of a collection that streams watch.
  func watchedViewports(of key: CollectionKey) -> Set<String> {
    state.withLock { $0.broadcasts[key] }?.watchedViewports ?? []
  }

  /// Ends every stream and accepts no more, because the service stops.
  func close() {
    let broadcasts = state.withLock { state in
      state.isClosed = true
      return Array(state.broadcasts.values) + state.ended
    }
    for broadcast in broadcasts { broadcast.close() }
  }
}

extension Problem {
  fileprivate static func tooManyStreams(_ detail: String) -> Problem {
    Problem(.tooManyStreams, detail, headers: [("Retry-After", "10")])
  }
}
