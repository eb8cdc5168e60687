import Collections
import HTTPServer
import JSON
import LayoutEngine
import Support
import Wire

extension Service {
  /// `GET /v1/collections/{collection}/events`: streams every change of a collection, to any number of clients.
  static func watchCollection(_ call: Call) throws(Problem) -> PendingResponse {
    let subscription = try DiffSubscription(call.query)
    guard CollectionID.isValid(subscription.viewport) else {
      throw .invalidViewportName(subscription.viewport)
    }
    let since = try call.query.integer("since", in: 0...Int.largestExactInteger)
    let version = try call.lastEventID() ?? since
    // Created before the version is read below, so that the broadcast gets every later change.
    let broadcast = call.service.events.broadcast(of: call.collectionKey)
    _ = try call.collection()
    call.service.metrics.countEvents(broadcast.send(call.budget))
    let newest = try call.collection()
    try call.requireMatch(EntityTag(version: newest.version))
    let (beginning, sent) = broadcast.beginning(.diffs(subscription), since: version, newest: newest)
    let isAvailable = if case .unavailable = beginning { false } else { true }
    let events = call.events(of: subscription, at: beginning, since: version)
    return call.continuing(with: events) { (events) throws(Problem) in
      let beginning = ServerSentEvent.joined(
        [ServerSentEvent.retry(milliseconds: 1000)] + (try events.get()))
      let stream = try call.stream(
        .diffs(subscription), as: ServerSentEvent.mediaType, after: beginning, from: broadcast,
        isAvailable: isAvailable, sent: sent)
      return PendingResponse(.success(stream))
    }
  }
}

extension Call {
  /// Opens a stream that begins with some bytes and continues with the events of the broadcast.
  ///
  /// - Throws: `tooManyStreams`, `shuttingDown`, `notFound` if the collection has ended.
  func stream(
    _ subscription: Subscription, as mediaType: String, after beginning: ByteBuffer,
    from broadcast: Broadcast,
    isAvailable: Bool, sent: Int
  ) throws(Problem) -> Response {
    let closing = subscription.bytes(of: .closed(.tokenExpired))
    let stream = try service.events.open(
      for: caller, upTo: service.meters.quotas[caller.owner, .streams],
      backlog: service.configuration.streamBacklog + beginning.count, closing: closing)
    stream.send(beginning)
    switch broadcast.join(stream, subscription, isAvailable: isAvailable, after: sent) {
    case .joined: break
    case .late: stream.finish()
    case .ended:
      stream.finish()
      throw Problem(StoreError.missing, collectionKey)
    }
    // The keys may have changed since the head of the request arrived.
    if !service.access.admits(caller) { stream.finish(closing) }
    return Response(
      status: 200,
      headers: [
        ("Content-Type", mediaType), ("Cache-Control", "no-cache, no-transform"),
        ("Vary", "Accept"),
        // Proxies that buffer responses would delay events.
        ("X-Accel-Buffering", "no"),
      ], body: .stream(stream))
  }

  /// Returns the version of the last event that a reconnecting client has received.
  ///
  /// - Throws: `badRequest`.
  fileprivate func lastEventID() throws(Problem) -> Int? {
    guard let text = request.head.headers["Last-Event-ID"], !text.isEmpty else { return nil }
    guard let version = Int(text), version >= 0 else {
      throw Problem(
        .badRequest,
        "Last-Event-ID takes the id of an event, which is a version, not \(Suggestion.quoted(text)).")
    }
    return version
  }

  /// Returns the first events of a stream.
  fileprivate func events(
    of subscription: DiffSubscription, at beginning: Broadcast.Beginning, since version: Int?
  ) -> Pending<[ByteBuffer], Problem> {
    switch beginning {
    case .events(let events): return Pending(.success(events))
    case .unavailable:
      let event = StreamEvent.unavailable(viewport: subscription.viewport, .viewportMissing)
      return Pending(.success([event.bytes]))
    case .history(let sent):
      return missed(subscription, since: version ?? sent, upTo: sent).map { missed in
        guard case .failure(let problem) = missed,
          [.historyGone, .answerTooLarge].contains(problem.code)
        else { return missed }
        return .success([StreamEvent.reset(version: sent, reason: problem.code).bytes])
      }
    }
  }

  private func missed(
    _ subscription: DiffSubscription, since version: Int, upTo sent: Int
  ) -> Pending<[ByteBuffer], Problem> {
    history(subscription, since: version) { (history) throws(Problem) in
      var (history, events, budget) = (history, [ByteBuffer](), budget)
      budget.bytes = min(budget.bytes, service.configuration.resumeLimit)
      while let step = try history.next(), step.after.version <= sent {
        let event = try subscription.event(of: step, budget)
        budget.bytes -= event.count
        events.append(event)
      }
      return Pending(.success(events))
    }
  }
}
