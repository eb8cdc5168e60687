import Collections
import HTTPServer
import JSON
import Support
import Synchronization
import Wire

/// The event streams of one collection, and the steps to send to them.
///
/// Threads that settle steps add them to a queue. `send` takes them, encodes each diff once for all streams of a
/// subscription, and sends it. Only one thread at a time calls `send` and `join`.
final class Broadcast: Sendable {
  fileprivate struct State {
    var waiting = Deque<(step: CollectionStep, entry: JournalEntry?)>()
    var hasEnded = false
    var topics: [Subscription: EventTopic] = [:]
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
  ///
  /// - Parameter entry: the journal's entry of the step; nil if the step makes no version.
  func add(_ step: CollectionStep, _ entry: JournalEntry?) {
    let dropped = state.withLock { state -> [BodyStream] in
      state.waiting.append((step, entry))
      return state.waiting.count > Self.backlog ? state.drop() : []
    }
    for stream in dropped { stream.finish() }
  }

  /// Notes that the next step begins at a version. If it is not the one to which the steps so far lead, others are
  /// missing: the streams end, and clients that reconnect get them.
  func goOn(from version: Int) {
    let dropped = state.withLock { state -> [BodyStream] in
      guard let last = state.waiting.last?.step.after.version ?? state.sentVersion, last != version else {
        return []
      }
      return state.drop()
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
    while let (step, entry) = state.withLock({ $0.waiting.popFirst() }) {
      sent += send(step, entry, budget)
    }
    let ended = state.withLock { state -> [(topic: Subscription, streams: [BodyStream])] in
      guard state.hasEnded else { return [] }
      let streams = state.topics.map { (topic: $0, streams: Array($1.streams.values)) }
      _ = state.drop()
      return streams
    }
    for (topic, streams) in ended {
      let event = topic.bytes(of: .closed(.collectionDeleted))
      for stream in streams { stream.finish(event) }
    }
    return sent
  }

  private func send(_ step: CollectionStep, _ entry: JournalEntry?, _ budget: EncodingBudget) -> Int {
    let (sentVersion, topics) = state.withLock { ($0.sentVersion, Array($0.topics.keys)) }
    guard let sentVersion else { return 0 }
    let version = step.after.version
    // Only a step of viewports leads to the version that it begins at.
    guard version > sentVersion || version == sentVersion && step.change == nil else { return 0 }
    guard step.before.version == sentVersion else {
      // Another process has written to the journal in between: clients that reconnect get its changes too.
      for stream in state.withLock({ $0.drop() }) { stream.finish() }
      return 0
    }
    var sent = 0
    // Streams that resume get nothing that was erased.
    if step.erases { state.withLock { state in for topic in topics { state.topics[topic]?.forgetRecent() } } }
    for topic in topics { sent += send(step, entry, to: topic, budget) }
    state.withLock { $0.sentVersion = version }
    return sent
  }

  /// Sends the events of a step to the streams of a subscription.
  private func send(
    _ step: CollectionStep, _ entry: JournalEntry?, to topic: Subscription, _ budget: EncodingBudget
  ) -> Int {
    let version = step.after.version
    let exists = topic.isAvailable(in: step.after)
    guard let wasAvailable = state.withLock({ $0.topics[topic]?.isAvailable }) else { return 0 }
    guard exists == wasAvailable else {
      let event =
        exists
        ? StreamEvent.open(id: key.id, version: version)
        : .unavailable(viewport: topic.viewport ?? "", .viewportDeleted)
      return send(topic.bytes(of: event), to: topic) { $0.setAvailable(exists) }
    }
    guard exists, let entry, topic.isAvailable(in: step.before) else { return 0 }
    let event: ByteBuffer
    do throws(Problem) { event = try topic.event(of: step, entry, budget) } catch {
      event = topic.bytes(of: .reset(version: version, reason: error.code))
    }
    return send(event, to: topic) { $0.note(event, of: version) }
  }

  private func send(
    _ event: ByteBuffer, to topic: Subscription, noting note: (inout EventTopic) -> Void
  ) -> Int {
    let streams = state.withLock { state -> [BodyStream] in
      guard var noted = state.topics.removeValue(forKey: topic) else { return [] }
      note(&noted)
      if noted.isWorthKeeping { state.topics[topic] = noted }
      return Array(noted.streams.values)
    }
    for stream in streams { stream.send(event) }
    return streams.count
  }

  /// Sends every stream a heartbeat.
  func heartbeat() {
    for (topic, streams) in state.withLock({ $0.topics.map { ($0, Array($1.streams.values)) } }) {
      for stream in streams { stream.send(topic.heartbeat) }
    }
  }

  /// The names of the viewports that streams watch.
  var watchedViewports: Set<String> {
    state.withLock { state in
      Set(state.topics.lazy.filter { !$0.value.streams.isEmpty }.compactMap(\.key.viewport))
    }
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
    /// There is no such viewport, until a client creates it.
    case unavailable
  }

  /// Returns the missed events for a client with a version, or the opening event for a client without one, and the
  /// version that all streams have been sent by then.
  ///
  /// - Parameter newest: the collection, read after creating the broadcast, which gets all later changes.
  func beginning(
    _ topic: Subscription, since version: Int?, newest: SolvedCollection
  ) -> (events: Beginning, sent: Int) {
    state.withLock { state in
      let sent = state.sentVersion ?? newest.version
      state.sentVersion = sent
      return (state.beginning(topic, since: version, newest: newest, sent: sent, of: key), sent)
    }
  }

  /// The result of adding a stream.
  enum Joining {
    case joined
    /// Events were sent since the stream's beginning was read that are no longer stored: a client that reconnects gets
    /// them.
    case late
    /// The collection has ended.
    case ended
  }

  /// Adds a stream, which gets every step after its beginning.
  ///
  /// - Parameters:
  ///   - isAvailable: whether the beginning of the stream says that the viewport exists.
  ///   - version: the version to which the beginning leads. Reading it may have taken a while.
  func join(
    _ stream: BodyStream, _ topic: Subscription, isAvailable: Bool, after version: Int
  ) -> Joining {
    let joining = state.withLock { state -> Joining in
      guard !state.hasEnded else { return .ended }
      guard let missed = state.events(of: topic, isAvailable: isAvailable, since: version) else {
        return .late
      }
      if !missed.isEmpty { stream.send(ServerSentEvent.joined(missed)) }
      state.topics[topic, default: EventTopic(isAvailable: isAvailable)].add(stream)
      state.idleSince = nil
      return .joined
    }
    let id = ObjectIdentifier(stream)
    if joining == .joined { stream.whenEnded { [weak self] _ in self?.leave(id, topic) } }
    return joining
  }

  private func leave(_ stream: ObjectIdentifier, _ topic: Subscription) {
    state.withLock { state in
      state.topics[topic]?.remove(stream)
      if state.topics[topic]?.isWorthKeeping == false { state.topics[topic] = nil }
      if state.streams.isEmpty { state.idleSince = .now }
    }
  }
}

extension Broadcast.State {
  fileprivate func beginning(
    _ topic: Subscription, since version: Int?, newest: SolvedCollection, sent: Int,
    of key: CollectionKey
  ) -> Broadcast.Beginning {
    guard topics[topic]?.isAvailable ?? topic.isAvailable(in: newest) else { return .unavailable }
    guard let version else { return .events([topic.bytes(of: .open(id: key.id, version: sent))]) }
    guard version <= sent else {
      return .events([topic.bytes(of: .reset(version: sent, reason: .historyGone))])
    }
    if version == sent { return .events([]) }
    let recent = topics[topic]?.events(since: version, upTo: sent)
    return recent.map { .events($0) } ?? .history(upTo: sent)
  }

  /// Returns the events since a version; nil if they are not all stored, or if the viewport was created or deleted
  /// meanwhile.
  fileprivate func events(of topic: Subscription, isAvailable: Bool, since version: Int) -> [ByteBuffer]? {
    guard sentVersion != version else { return topics[topic].map(\.isAvailable) == !isAvailable ? nil : [] }
    guard let sentVersion, let topic = topics[topic], topic.isAvailable, isAvailable else { return nil }
    return topic.events(since: version, upTo: sentVersion)
  }

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
