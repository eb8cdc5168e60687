import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `PUT /v1/collections/{id}/bounds`: scrolls, resizes or turns the main screen.
  static func moveBounds(_ call: Call) throws(Problem) -> PendingResponse {
    try call.move { (body, limits, isCancelled) throws(Problem) in
      try .bounds(body, limits: limits, isCancelled: isCancelled)
    }
  }

  /// `PUT /v1/collections/{id}/viewports/{name}`: makes a screen, or moves one.
  static func moveViewport(_ call: Call) throws(Problem) -> PendingResponse {
    let name = call.parameters["name"] ?? ""
    guard CollectionID.isValid(name) else {
      throw Problem(.badRequest, "A viewport name follows the rules of a collection id.")
    }
    return try call.move { (body, limits, isCancelled) throws(Problem) in
      try .viewport(name, body, limits: limits, isCancelled: isCancelled)
    }
  }

  /// `GET /v1/collections/{id}/viewports`: lists the screens.
  static func listViewports(_ call: Call) throws(Problem) -> Response {
    try CollectionQuery(call.request.head).allow([])
    let solved = try call.collection()
    var json = JSONWriter(capacity: 1024)
    json.beginObject()
    json.key("viewports")
    json.list(solved.viewportNames) { json, name in
      guard let viewport = solved.viewport(name) else { return }
      json.beginObject()
      json.key("name")
      json.string(name)
      json.viewport(viewport)
      json.key("contentSize")
      json.size(solved.solvedViewport(of: viewport).layout.contentSize)
      json.endObject()
    }
    json.endObject()
    return .versioned(solved.version, [("Content-Type", ResponseFormat.objects.mediaType)], json.finish())
  }

  /// `DELETE /v1/collections/{id}/viewports/{name}`: ends a screen.
  static func deleteViewport(_ call: Call) throws(Problem) -> PendingResponse {
    call.step { (before) throws(Problem) in
      do throws(ChangeError) {
        return (try before.removing(viewport: call.parameters["name"] ?? ""), Response(status: 204))
      } catch {
        throw Problem(error)
      }
    }
  }
}

extension Call {
  /// The viewport that the query names, the main one without.
  var viewportName: String { request.head.query("viewport") ?? Viewport.main }

  /// How a collection is seen on the screen that the query names.
  ///
  /// - Throws: `notFound`.
  func viewport(of solved: SolvedCollection) throws(Problem) -> Viewport {
    guard let viewport = solved.viewport(viewportName) else {
      throw Problem(.notFound, "The collection has no viewport \"\(viewportName.prefix(60))\".")
    }
    return viewport
  }

  /// Changes the collection that the path names by a step, and answers.
  func step(
    if condition: VersionCondition = .any,
    _ prepare: @escaping @Sendable (SolvedCollection) throws(Problem) -> (step: CollectionStep, answer: Response)
  ) -> PendingResponse {
    step(if: condition) { (before) throws(Problem) in
      let (step, answer) = try prepare(before)
      return (step, .success(answer))
    }
  }

  /// The same for a step after which the client may have to be told of a problem all the same.
  func step(
    if condition: VersionCondition,
    _ prepare:
      @escaping @Sendable (SolvedCollection) throws(Problem) -> (
        step: CollectionStep, answer: Result<Response, Problem>
      )
  ) -> PendingResponse {
    let key = collectionKey
    let idempotencyKey = request.head.method == .post ? idempotencyKey : nil
    return service.collections.change(
      key, if: condition, idempotencyKey: idempotencyKey, on: scheduler
    ) { (before) throws(Problem) in
      if token.isCancelled { throw Problem.givenUp }
      let (step, answer) = try prepare(before)
      // Who answers once it is kept has others waiting.
      return (step, answer.map { $0.compressed(for: request.head, by: service.configuration.server) })
    }.map {
      $0.mapError { failure in
        switch failure {
        case .refused(let problem): problem
        case .store(let error): Problem(error, key)
        }
      }.flatMap { $0 }
    }
  }

  /// Moves a screen and answers what that brings.
  fileprivate func move(
    _ read: (_ body: [UInt8], RequestLimits, @escaping () -> Bool) throws(Problem) -> ViewportChange
  ) throws(Problem) -> PendingResponse {
    try MediaType.requireJSON(request.head)
    try ResponseFormat.requireObjects(request.head)
    try CollectionQuery(request.head).allow(["format"])
    let change = try read(try body(), limits, isCancelled)
    let condition = try expectedVersions()
    return step(if: condition) { (before) throws(Problem) in
      let isNew = before.viewport(change.name) == nil
      if isNew, before.viewportNames.count >= limits.viewports {
        throw Problem(.tooManyCollections, "A collection may have at most \(limits.viewports) viewports.")
      }
      let step: CollectionStep
      let now = ContinuousClock.now
      let measurer = measurer()
      let measure = try before.measuring(measurer)
      do throws(ContentSizingError<Problem>) {
        step = try before.applying(
          change, now: now, expiry: now - service.configuration.viewportIdle, measure)
      } catch {
        throw Problem(error)
      }
      guard let viewport = step.after.viewport(change.name) else {
        throw Problem(.internalError, "The viewport was not created.")
      }
      let solvedViewport = step.after.solvedViewport(of: viewport)
      try solvedViewport.layout.checkContentSize()
      notes.laidOut(solvedViewport.kind.name, items: 0)
      notes.touched(step.scrolled?.touched ?? 0)
      let answer = ScrollResponse(
        step: step, change: change, viewport: viewport,
        warnings: measurer.report.warnings(of: try before.templates(), at: nil))
      let response = Response(
        status: isNew ? 201 : 200,
        headers: [
          ("Content-Type", ResponseFormat.objects.mediaType), ("Vary", "Accept"),
          EntityTag.header(step.after.version),
        ], body: .source(try answer.encoded(budget)))
      return (step, response)
    }
  }
}
