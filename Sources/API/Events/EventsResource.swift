import Collections
import HTTPServer
import JSON
import LayoutEngine
import Support

extension Service {
  /// `GET /v1/collections/{id}/events`: tells every change of a collection as it comes, to as many as listen.
  static func watchCollection(_ call: Call) throws(Problem) -> PendingResponse {
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
    let beginning = call.beginning(topic, since: since, newest: newest, in: broadcast)
    return call.continuing(with: beginning) { (beginning) throws(Problem) in
      PendingResponse(.success(try call.stream(topic, after: try beginning.get(), from: broadcast)))
    }
  }
}

extension Call {
  /// Opens a stream that begins with some events, and has everything after them sent.
  fileprivate func stream(
    _ topic: DiffSubscription, after beginning: [ByteBuffer], from broadcast: Broadcast
  ) throws(Problem) -> Response {
    let stream = try service.events.open(for: owner, backlog: service.configuration.streamBacklog)
    let first = ServerSentEvent.retry(milliseconds: 1000)
    stream.send(ServerSentEvent.joined([first] + beginning))
    guard broadcast.join(stream, topic) else {
      stream.finish()
      throw Problem(StoreError.missing, collectionKey)
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
  ) -> Pending<[ByteBuffer], Problem> {
    switch broadcast.beginning(topic, since: version, newest: newest) {
    case .events(let events): return Pending(.success(events))
    case .history(let told):
      return missed(topic, since: version ?? told, upTo: told).map { missed in
        guard case .failure(let problem) = missed,
          [.historyGone, .answerTooLarge].contains(problem.code)
        else { return missed }
        return .success([StreamEvents.reset(to: told, because: problem.code)])
      }
    }
  }

  private func missed(
    _ topic: DiffSubscription, since version: Int, upTo told: Int
  ) -> Pending<[ByteBuffer], Problem> {
    history(topic, since: version) { (history) throws(Problem) in
      var history = history
      var events: [ByteBuffer] = []
      var budget = budget
      budget.bytes = min(budget.bytes, service.configuration.resumeLimit)
      while let (step, diff) = try history.next(), step.after.version <= told {
        let event = ServerSentEvent.write(id: step.after.version, data: try diff.encoded(budget))
        budget.bytes -= event.count
        events.append(event)
      }
      return Pending(.success(events))
    }
  }
}
