import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `GET /v1/collections/{id}/events`: tells every change of a collection as it comes, to as many as listen.
  static func watchCollection(_ call: Call) throws(Problem) -> Response {
    try call.requireEventStream()
    let query = CollectionQuery(call.request.head)
    try query.allow(DiffSubscription.queryNames + ["since"])
    let topic = try DiffSubscription(query)
    let asked = try query.integer("since", in: 0...Int.largestExactInteger)
    let since = try call.lastEventID() ?? asked
    // There first, so that no change is missed from the version on that is read now.
    let broadcast = call.service.events.broadcast(of: call.collectionKey)
    _ = try ShownCollection(call.collection(), viewport: topic.viewport)
    call.service.metrics.countEvents(broadcast.tell(call.budget))
    let newest = try call.collection().version
    let beginning = try call.beginning(topic, since: since, newest: newest, in: broadcast)
    let stream = try call.service.events.open(
      for: call.owner, backlog: call.service.configuration.streamBacklog)
    let first = ServerSentEvent.retry(milliseconds: 1000)
    stream.send(ServerSentEvent.joined([first] + beginning))
    guard broadcast.join(stream, topic) else {
      stream.finish()
      throw Problem(StoreError.missing, call.collectionKey)
    }
    return Response(
      status: 200,
      headers: [
        ("Content-Type", ServerSentEvent.mediaType), ("Cache-Control", "no-cache, no-transform"),
        // Proxies that collect what they pass on would hold events back.
        ("X-Accel-Buffering", "no"),
      ], body: .stream(stream))
  }
}

extension Call {
  /// - Throws: `notAcceptable` where the client takes no event stream.
  fileprivate func requireEventStream() throws(Problem) {
    let accept = request.head.headers.values("Accept").joined(separator: ",")
    guard
      accept.isEmpty || MediaRange.quality(of: ServerSentEvent.mediaType, in: MediaRange.parse(accept)) > 0
    else { throw Problem(.notAcceptable, "Events are available as \(ServerSentEvent.mediaType).") }
  }

  /// The version up to which a client that comes again has been told.
  ///
  /// - Throws: `badRequest`.
  fileprivate func lastEventID() throws(Problem) -> Int? {
    guard let text = request.head.headers["Last-Event-ID"], !text.isEmpty else { return nil }
    guard let version = Int(text), version >= 0 else {
      throw Problem(.badRequest, "Last-Event-ID takes the id of an event, which is a version.")
    }
    return version
  }

  /// The first events of a stream.
  fileprivate func beginning(
    _ topic: DiffSubscription, since version: Int?, newest: Int, in broadcast: Broadcast
  ) throws(Problem) -> [ByteBuffer] {
    switch broadcast.beginning(topic, since: version, newest: newest) {
    case .events(let events): return events
    case .history(let told):
      do throws(Problem) {
        return try missed(topic, since: version ?? told, upTo: told)
      } catch {
        guard [.historyGone, .answerTooLarge].contains(error.code) else { throw error }
        return [StreamEvents.reset(to: told, because: error.code)]
      }
    }
  }

  private func missed(
    _ topic: DiffSubscription, since version: Int, upTo told: Int
  ) throws(Problem) -> [ByteBuffer] {
    var events: [ByteBuffer] = []
    var budget = budget
    budget.bytes = min(budget.bytes, service.configuration.resumeLimit)
    try history(topic, since: version) { (step, diff) throws(Problem) in
      guard step.after.version <= told else { return false }
      let event = ServerSentEvent.write(id: step.after.version, data: try diff.encoded(budget))
      budget.bytes -= event.count
      events.append(event)
      return true
    }
    return events
  }
}
