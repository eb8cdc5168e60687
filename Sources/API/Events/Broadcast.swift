import Collections
import HTTPServer
import JSON
import Support
import Synchronization

/// The event streams of one collection, and the steps to send to them.
///
/// Threads that settle steps add them to a queue. `send` takes them, encodes each diff once for all streams of a
/// subscription, and sends it. Only one thread at a time calls `send` and `join`.
final class Broadcast: Sendable {
  fileprivate struct State {
    var waiting = Deque<CollectionStep>()
    var hasEnded = false
    var topics: [DiffSubscription: EventTopic] = [:]
    /// The version up to which all streams have been sent the changes.
    var sentVersion: Int?
    /// The time since which there is no stream.
    var idleSince: ContinuousClock.Instant? = .now
  }

  let key: CollectionKey
  private let state = Mutex(State())
  /// Whether a job that calls `send` is scheduled.
  let isScheduled = Atomic(false)

  /// The largest number of queued steps: each holds two versions of the collection.
  private static let backlog = 1024

  init(_ key: CollectionKey) { self.key = key }

  /// Adds a step to the queue.
  ///
  /// If steps come faster than they can be sent, the streams end; clients that reconnect get the missed changes at
  /// once.
  func add(_ step: CollectionStep) {
    let dropped = state.withLock { state in
      state.waiting.append(step)
      return state.waiting.count > Self.backlog ? state.drop() : []
    }
    for stream in dropped { stream.finish() }
  }

  /// Notes that the collection ends after the queued steps.
  func end() { state.withLock { $0.hasEnded = true } }

  /// Whether there is anything to send.
  var hasNews: Bool { state.withLock { !$0.waiting.isEmpty || $0.hasEnded && !$0.streams.isEmpty } }

  /// Notes that a stream will join soon.
  func expect() { state.withLock { if $0.idleSince != nil { $0.idleSince = .now } } }

  /// Returns the time for which there has been no stream.
  func idleTime(now: ContinuousClock.Instant) -> Duration {
    state.withLock { state in state.idleSince.map { now - $0 } ?? .zero }
  }

  /// Sends every queued step.
  ///
  /// - Returns: the number of events sent.
  func send(_ budget: EncodingBudget) -> Int {
    var sent = 0
    while let step = state.withLock({ $0.waiting.popFirst() }) {
      sent += send(step, budget)
    }
    let ended = state.withLock { $0.hasEnded ? $0.drop() : [] }
    for stream in ended { stream.finish(StreamEvent.closed(.collectionDeleted).bytes) }
    return sent
  }

  private func send(_ step: CollectionStep, _ budget: EncodingBudget) -> Int {
    let (sentVersion, topics) = state.withLock { ($0.sentVersion, Array($0.topics.keys)) }
    guard let sentVersion else { return 0 }
    let version = step.after.version
    guard version > sentVersion else { return 0 }
    guard step.before.version == sentVersion else {
      // Another process has written to the journal in between: clients that reconnect get its changes too.
      for stream in state.withLock({ $0.drop() }) { stream.finish() }
      return 0
    }
    var sent = 0
    for topic in topics {
      do throws(Problem) {
        sent += send(try topic.event(of: step, budget), of: version, to: topic)
      } catch {
        if error.code == .notFound {
          let gone = state.withLock { $0.topics.removeValue(forKey: topic) }
          for stream in gone?.streams.values.map({ $0 }) ?? [] {
            stream.finish(StreamEvent.closed(.viewportDeleted).bytes)
          }
        } else {
          sent += send(StreamEvent.reset(version: version, reason: error.code).bytes, of: version, to: topic)
        }
      }
    }
    state.withLock { $0.sentVersion = version }
    return sent
  }

  private func send(_ event: ByteBuffer, of version: Int, to topic: DiffSubscription) -> Int {
    let streams = state.withLock { state in
      state.topics[topic]?.note(event, of: version)
      return state.topics[topic]?.streams.values.map { $0 } ?? []
    }
    for stream in streams { stream.send(event) }
    return streams.count
  }

  /// Sends every stream a heartbeat.
  ///
  /// - Returns: the names of the viewports that streams watch.
  func heartbeat() -> Set<String> {
    let (streams, viewports) = state.withLock { state in
      (state.streams, state.topics.filter { !$0.value.streams.isEmpty }.map(\.key.viewport))
    }
    for stream in streams { stream.send(ServerSentEvent.heartbeat) }
    return Set(viewports)
  }

  /// Ends every stream; clients can reconnect.
  func close() { for stream in state.withLock({ $0.drop() }) { stream.finish() } }
}

extension Broadcast {
  /// The first events of a stream.
  enum Beginning {
    case events([ByteBuffer])
    /// The events after the client's version up to this one have to be replayed.
    case history(upTo: Int)
  }

  /// Returns the missed events for a client with a version, or the opening event for a client without one.
  ///
  /// - Parameter newest: the collection's version, read after creating the broadcast, which gets all later changes.
  func beginning(
    _ topic: DiffSubscription, since version: Int?, newest: Int
  ) -> Beginning {
    state.withLock { state in
      let sent = state.sentVersion ?? newest
      state.sentVersion = sent
      guard let version else { return .events([StreamEvent.open(id: key.id, version: sent).bytes]) }
      guard version <= sent else {
        return .events([StreamEvent.reset(version: sent, reason: .historyGone).bytes])
      }
      if version == sent { return .events([]) }
      let recent = state.topics[topic]?.events(since: version, upTo: sent)
      return recent.map { .events($0) } ?? .history(upTo: sent)
    }
  }

  /// Adds a stream, which gets every step from now on.
  ///
  /// - Returns: whether it was added: false if the collection has ended.
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

  /// Removes all streams and the queued steps.
  fileprivate mutating func drop() -> [BodyStream] {
    defer {
      topics = [:]
      waiting = []
      sentVersion = nil
      idleSince = .now
    }
    return streams
  }
}
