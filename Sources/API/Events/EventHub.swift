import Collections
import HTTPServer
import Support
import Synchronization
import WorkerPool

/// Brings what becomes of collections to the streams that watch them.
final class EventHub: CollectionObserver {
  /// How many streams there may be.
  struct Limits {
    var streams: Int
    var streamsPerKey: Int
  }

  private struct State {
    var broadcasts: [CollectionKey: Broadcast] = [:]
    /// Whose collections have ended and who have not all been told.
    var ended: [Broadcast] = []
    var streams = 0
    var streamsOfOwners: [String: Int] = [:]
    var isClosed = false
  }

  private let pool: WorkerPool
  private let metrics: Metrics
  private let limits: Limits
  private let eventLimit: Int
  private let state = Mutex(State())

  /// - Parameter eventLimit: bytes of one event.
  init(pool: WorkerPool, metrics: Metrics, limits: Limits, eventLimit: Int) {
    self.pool = pool
    self.metrics = metrics
    self.limits = limits
    self.eventLimit = eventLimit
  }

  /// How many streams are open.
  var streamCount: Int { state.withLock { $0.streams } }

  func collectionChanged(_ key: CollectionKey, _ step: CollectionStep) {
    guard let broadcast = state.withLock({ $0.broadcasts[key] }) else { return }
    broadcast.add(step)
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

  func changeKept(after duration: Duration) { metrics.countDurableChange(seconds: duration.seconds) }

  /// The lane of the jobs that tell a collection's watchers something.
  static func lane(of key: CollectionKey) -> String { "events \(key.owner)/\(key.id)" }

  /// Has a worker tell what there is to tell. Where none can be had the next tick tries again.
  private func schedule(_ broadcast: Broadcast) {
    guard !broadcast.isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let job = Job(
      dropped: { _ in broadcast.isScheduled.store(false, ordering: .releasing) },
      run: { [metrics, eventLimit] _ in
        // What comes from here on is told now, or by another job.
        broadcast.isScheduled.store(false, ordering: .sequentiallyConsistent)
        metrics.countEvents(broadcast.tell(EncodingBudget(bytes: eventLimit)))
      })
    do throws(SubmitError) {
      try pool.submit(job, lane: Self.lane(of: broadcast.key))
    } catch {
      broadcast.isScheduled.store(false, ordering: .releasing)
    }
  }

  /// The broadcast of a collection, which from now on is told of its changes.
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

  /// A place for one more stream, which is given back when it has ended.
  ///
  /// - Throws: `tooManyStreams`, `shuttingDown`.
  func open(for owner: String, backlog: Int) throws(Problem) -> BodyStream {
    let problem: Problem? = state.withLock { state in
      if state.isClosed { return Problem(.stopping) }
      if state.streams >= limits.streams {
        return .tooManyStreams("The service serves at most \(limits.streams) streams at once.")
      }
      let own = state.streamsOfOwners[owner] ?? 0
      if own >= limits.streamsPerKey {
        return .tooManyStreams(
          "\(limits.streamsPerKey) streams are served for a key at most; close one first.")
      }
      state.streams += 1
      state.streamsOfOwners[owner] = own + 1
      return nil
    }
    if let problem { throw problem }
    let stream = BodyStream(backlogLimit: backlog)
    stream.whenEnded { [self] end in
      metrics.countStream(end)
      state.withLock { state in
        state.streams -= 1
        state.streamsOfOwners[owner]! -= 1
        if state.streamsOfOwners[owner] == 0 { state.streamsOfOwners[owner] = nil }
      }
    }
    return stream
  }

  /// Sees to what no change has brought about.
  ///
  /// - Parameter isHeartbeat: whether every stream is to get a sign of life.
  /// - Returns: the screens that are watched, where there was a heartbeat.
  func tick(now: ContinuousClock.Instant = .now, isHeartbeat: Bool) -> [(
    key: CollectionKey, screens: Set<String>
  )] {
    let broadcasts = state.withLock { state in
      // Who comes back within a minute finds there what was told last.
      state.broadcasts = state.broadcasts.filter { $0.value.idleTime(now: now) < .seconds(60) }
      state.ended.removeAll { !$0.hasNews }
      return Array(state.broadcasts.values) + state.ended
    }
    var watched: [(key: CollectionKey, screens: Set<String>)] = []
    for broadcast in broadcasts {
      if isHeartbeat { watched.append((broadcast.key, broadcast.heartbeat())) }
      if broadcast.hasNews { schedule(broadcast) }
    }
    return watched
  }

  /// Ends every stream and opens no more: the service stops.
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
