import Collections
import HTTPServer
import JSON
import Support
import Synchronization

/// What watches one collection, and what it is to be told.
///
/// Steps come from whoever learns of them, and wait. `tell` takes them, writes each diff once for all who want it told
/// alike, and sends it; it is called by one thread at a time, and so is `join`.
final class Broadcast: Sendable {
  fileprivate struct State {
    var waiting = Deque<CollectionStep>()
    var hasEnded = false
    var topics: [DiffSubscription: EventTopic] = [:]
    /// The version that everybody here has been told of.
    var told: Int?
    /// Since when nobody watches.
    var idleSince: ContinuousClock.Instant? = .now
  }

  let key: CollectionKey
  private let state = Mutex(State())
  /// Whether a job that tells is on its way.
  let isScheduled = Atomic(false)

  /// So many steps may wait: they keep the versions of the collection that they are between.
  private static let backlog = 1024

  init(_ key: CollectionKey) { self.key = key }

  /// Takes a step to be told of.
  ///
  /// Where they come faster than they can be told the streams end: they can be resumed, and then get the rest at once.
  func add(_ step: CollectionStep) {
    let dropped = state.withLock { state in
      state.waiting.append(step)
      return state.waiting.count > Self.backlog ? state.drop() : []
    }
    for stream in dropped { stream.finish() }
  }

  /// Notes that the collection has ended, behind all its steps.
  func end() { state.withLock { $0.hasEnded = true } }

  /// Whether there is something to tell.
  var hasNews: Bool { state.withLock { !$0.waiting.isEmpty || $0.hasEnded && !$0.streams.isEmpty } }

  /// Notes that somebody is about to watch.
  func expect() { state.withLock { if $0.idleSince != nil { $0.idleSince = .now } } }

  /// How long nobody has watched.
  func idleTime(now: ContinuousClock.Instant) -> Duration {
    state.withLock { state in state.idleSince.map { now - $0 } ?? .zero }
  }

  /// Tells of every step that waits; answers how many events were sent.
  func tell(_ budget: EncodingBudget) -> Int {
    var sent = 0
    while let step = state.withLock({ $0.waiting.popFirst() }) {
      sent += tell(step, budget)
    }
    let ended = state.withLock { $0.hasEnded ? $0.drop() : [] }
    for stream in ended { stream.finish(StreamEvents.closed(because: .collectionDeleted)) }
    return sent
  }

  private func tell(_ step: CollectionStep, _ budget: EncodingBudget) -> Int {
    let (told, topics) = state.withLock { ($0.told, Array($0.topics.keys)) }
    guard let told else { return 0 }
    let version = step.after.version
    guard version > told else { return 0 }
    guard step.before.version == told else {
      // Somebody else has written to the journal in between: who comes again is told of that too.
      for stream in state.withLock({ $0.drop() }) { stream.finish() }
      return 0
    }
    var sent = 0
    for topic in topics {
      do throws(Problem) {
        sent += send(try event(of: step, topic, budget), of: version, to: topic)
      } catch {
        if error.code == .notFound {
          let gone = state.withLock { $0.topics.removeValue(forKey: topic) }
          for stream in gone?.streams.values.map({ $0 }) ?? [] {
            stream.finish(StreamEvents.closed(because: .viewportDeleted))
          }
        } else {
          sent += send(StreamEvents.reset(to: version, because: error.code), of: version, to: topic)
        }
      }
    }
    state.withLock { $0.told = version }
    return sent
  }

  private func event(
    of step: CollectionStep, _ topic: DiffSubscription, _ budget: EncodingBudget
  ) throws(Problem) -> ByteBuffer {
    ServerSentEvent.write(
      id: step.after.version, data: try topic.answer(to: step).encoded(budget))
  }

  private func send(_ event: ByteBuffer, of version: Int, to topic: DiffSubscription) -> Int {
    let streams = state.withLock { state in
      state.topics[topic]?.told(event, of: version)
      return state.topics[topic]?.streams.values.map { $0 } ?? []
    }
    for stream in streams { stream.send(event) }
    return streams.count
  }

  /// Gives every stream a sign of life; answers the names of the screens that are watched.
  func heartbeat() -> Set<String> {
    let (streams, screens) = state.withLock { state in
      (state.streams, state.topics.filter { !$0.value.streams.isEmpty }.map(\.key.viewport))
    }
    for stream in streams { stream.send(ServerSentEvent.heartbeat) }
    return Set(screens)
  }

  /// Ends every stream; all can be resumed.
  func close() { for stream in state.withLock({ $0.drop() }) { stream.finish() } }
}

extension Broadcast {
  /// What a stream hears first that watches from a version on.
  enum Beginning {
    case events([ByteBuffer])
    /// The events behind the client's version up to this one are not at hand.
    case history(upTo: Int)
  }

  /// What a client has missed that comes with a version, or that everything is told from now on.
  ///
  /// - Parameter newest: the collection's version, read after the broadcast was there to be told of later ones.
  func beginning(
    _ topic: DiffSubscription, since version: Int?, newest: Int
  ) -> Beginning {
    state.withLock { state in
      let told = state.told ?? newest
      state.told = told
      guard let version else { return .events([StreamEvents.open(key.id, at: told)]) }
      guard version <= told else {
        return .events([StreamEvents.reset(to: told, because: .historyGone)])
      }
      if version == told { return .events([]) }
      let recent = state.topics[topic]?.events(since: version, upTo: told)
      return recent.map { .events($0) } ?? .history(upTo: told)
    }
  }

  /// Has a stream told everything from now on; false where the collection has ended.
  func join(_ stream: BodyStream, _ topic: DiffSubscription) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.topics[topic, default: EventTopic()].add(stream)
      state.idleSince = nil
      return true
    }
    let id = ObjectIdentifier(stream)
    if isTaken { stream.whenEnded { [weak self] _ in self?.leave(id, topic) } }
    return isTaken
  }

  private func leave(_ stream: ObjectIdentifier, _ topic: DiffSubscription) {
    state.withLock { state in
      state.topics[topic]?.remove(stream)
      if state.streams.isEmpty { state.idleSince = .now }
    }
  }
}

extension Broadcast.State {
  fileprivate var streams: [BodyStream] { topics.values.flatMap { $0.streams.values } }

  /// Lets go of all streams and of what they were to be told.
  fileprivate mutating func drop() -> [BodyStream] {
    defer {
      topics = [:]
      waiting = []
      told = nil
      idleSince = .now
    }
    return streams
  }
}
