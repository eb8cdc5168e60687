import Collections
import HTTPServer
import JSON
import LayoutEngine
import Support

extension Service {
  /// `GET /v1/collections/{collection}/events`: streams every change of a collection, to any number of clients.
  static func watchCollection(_ call: Call) throws(Problem) -> PendingResponse {
    try call.requireEventStream()
    let subscriptions = try DiffSubscription.ofStream(call.query)
    let since = try call.query.integer("since", in: 0...Int.largestExactInteger)
    let version = try call.lastEventID() ?? since
    // Created before the version is read below, so that the broadcast gets every later change.
    let broadcast = call.service.events.broadcast(of: call.collectionKey)
    _ = try call.collection()
    call.service.metrics.countEvents(broadcast.send(call.budget))
    let newest = try call.collection()
    try call.requireMatch(EntityTag(version: newest.version))
    let parts = subscriptions.map {
      StreamPart(subscription: $0, beginning: broadcast.beginning($0, since: version, newest: newest))
    }
    return call.continuing(with: call.events(of: parts[...], since: version)) { (events) throws(Problem) in
      let stream = try call.stream(parts, after: try events.get(), from: broadcast)
      return PendingResponse(.success(stream))
    }
  }
}

/// One viewport of a stream, and how the stream begins for it.
private struct StreamPart {
  let subscription: DiffSubscription
  let beginning: Broadcast.Beginning

  var isAvailable: Bool { if case .unavailable = beginning { false } else { true } }
}

extension Call {
  /// Opens a stream that begins with some events and continues with those of the broadcast.
  fileprivate func stream(
    _ parts: [StreamPart], after beginning: [ByteBuffer], from broadcast: Broadcast
  ) throws(Problem) -> Response {
    let stream = try service.events.open(
      for: owner, backlog: service.configuration.streamBacklog, until: caller.token?.expiry)
    stream.send(ServerSentEvent.joined([ServerSentEvent.retry(milliseconds: 1000)] + beginning))
    for part in parts {
      guard broadcast.join(stream, part.subscription, isAvailable: part.isAvailable) else {
        stream.finish()
        throw Problem(StoreError.missing, collectionKey)
      }
    }
    return Response(
      status: 200,
      headers: [
        ("Content-Type", ServerSentEvent.mediaType), ("Cache-Control", "no-cache, no-transform"),
        ("Vary", "Accept"),
        // Proxies that buffer responses would delay events.
        ("X-Accel-Buffering", "no"),
      ], body: .stream(stream))
  }

  /// - Throws: `notAcceptable` if the client accepts no event stream.
  fileprivate func requireEventStream() throws(Problem) {
    let accept = request.head.headers.values("Accept").joined(separator: ",")
    guard
      accept.isEmpty || MediaRange.quality(of: ServerSentEvent.mediaType, in: MediaRange.parse(accept)) > 0
    else {
      throw Problem(
        .notAcceptable, "Events are available as \(ServerSentEvent.mediaType).",
        headers: [("Vary", "Accept")])
    }
  }

  /// Returns the version up to which a reconnecting client has received all events.
  ///
  /// The id of an event for one of several viewports says nothing of the others at its version.
  ///
  /// - Throws: `badRequest`.
  fileprivate func lastEventID() throws(Problem) -> Int? {
    guard let text = request.head.headers["Last-Event-ID"], !text.isEmpty else { return nil }
    let parts = text.split(separator: " ")
    guard parts.count <= 2, let version = parts.first.flatMap({ Int($0) }), version >= 0 else {
      throw Problem(.badRequest, "Last-Event-ID takes the id of an event, which begins with a version.")
    }
    return parts.count == 1 ? version : max(1, version - 1)
  }

  /// Returns the first events of a stream, for one viewport after the other.
  fileprivate func events(
    of parts: ArraySlice<StreamPart>, since version: Int?
  ) -> Pending<[ByteBuffer], Problem> {
    guard let part = parts.first else { return Pending(.success([])) }
    let first = events(of: part.subscription, at: part.beginning, since: version)
    return continuing(with: first) { (first) throws(Problem) in
      let first = try first.get()
      return events(of: parts.dropFirst(), since: version).map { rest in rest.map { first + $0 } }
    }
  }

  /// Returns the first events of a stream for one viewport.
  private func events(
    of subscription: DiffSubscription, at beginning: Broadcast.Beginning, since version: Int?
  ) -> Pending<[ByteBuffer], Problem> {
    switch beginning {
    case .events(let events): return Pending(.success(events))
    case .unavailable:
      let event = StreamEvent.unavailable(viewport: subscription.viewport, .viewportMissing)
      return Pending(.success([event.bytes(for: subscription)]))
    case .history(let sent):
      return missed(subscription, since: version ?? sent, upTo: sent).map { missed in
        guard case .failure(let problem) = missed,
          [.historyGone, .answerTooLarge].contains(problem.code)
        else { return missed }
        return .success([StreamEvent.reset(version: sent, reason: problem.code).bytes(for: subscription)])
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
