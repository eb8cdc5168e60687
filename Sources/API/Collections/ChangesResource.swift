import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Service {
  /// `POST /v1/collections/{id}/updates`: makes a batch of updates, all or nothing, and answers what it changes.
  static func updateCollection(_ call: Call) throws(Problem) -> Response {
    try call.change(ChangeRequest.updates)
  }

  /// `PUT /v1/collections/{id}/layout`: shows the collection by another layout, and answers every element's way there.
  static func changeLayout(_ call: Call) throws(Problem) -> Response {
    try call.change(ChangeRequest.layout)
  }

  /// `PUT /v1/collections/{id}/snapshot`: makes another state of the collection, finds the updates that lead there,
  /// and answers what they change.
  static func applySnapshot(_ call: Call) throws(Problem) -> Response {
    try call.change(ChangeRequest.snapshot)
  }
}

extension Call {
  /// Reads a change of a collection as it is at a version.
  typealias ChangeReader = (
    _ body: [UInt8], _ of: CollectionState, _ seenBy: Viewport, _ limits: RequestLimits,
    _ isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ChangeRequest

  /// Changes the collection that the path names, and answers the diff.
  fileprivate func change(_ read: ChangeReader) throws(Problem) -> Response {
    try MediaType.requireJSON(request.head)
    try AnswerForm.requireObjects(request.head)
    try CollectionQuery(request.head).allow(["viewport", "format"])
    let body = try body()
    return try once(body) { () throws(Problem) in
      let condition = try expectedVersions()
      return try step(if: condition) { (before) throws(Problem) in
        let viewport = try viewport(of: before)
        return try prepare(try read(body, before.state, viewport, limits, isCancelled), before, viewport)
      }
    }
  }

  /// The step that a request wants, and the answer to it.
  private func prepare(
    _ wanted: ChangeRequest, _ before: SolvedCollection, _ viewport: Viewport
  ) throws(Problem) -> (step: CollectionStep, answer: Response) {
    if let version = wanted.version, version != before.version {
      throw Problem(.versionMismatch(newest: before.version), collectionKey)
    }
    var step: CollectionStep
    do throws(ChangeRefusal) { step = try before.applying(wanted.change) } catch { throw Problem(error) }
    try limits.check(step.after.state.sections)
    try step.after.checkContentSizes()
    try wanted.options.check(
      hasBounds: viewport.bounds != nil,
      elements: max(before.elementCount(on: viewport), step.after.elementCount(on: viewport)))
    let name = viewportName
    let found = step.diff(
      of: name, anchor: wanted.options.anchor, visibleOnly: wanted.options.scope == .visible)
    guard let diff = found else { throw Problem(.internalError, "The viewport has gone.") }
    step.settle(diff, of: name)
    notes.laidOut(step.after.screen(of: viewport).kind.name, items: 0)
    var answer = DiffAnswer(
      diff: diff, before: before.sections(shownOn: name), after: step.after.sections(shownOn: name),
      foldsRuns: wanted.options.foldsRuns)
    answer.versions = (before.version, step.after.version)
    if case .snapshot = wanted.change { answer.foundUpdates = step.updates }
    // Written before the change is made: what cannot be answered has changed nothing.
    let bytes = try answer.encoded(budget)
    let response = Response(
      status: 200,
      headers: [
        ("Content-Type", AnswerForm.objects.mediaType), ("Vary", "Accept"),
        EntityTag.header(step.after.version),
      ], body: .source(bytes))
    return (step, response)
  }
}

extension Problem {
  init(_ refusal: ChangeRefusal) {
    switch refusal {
    case .conflicts(let conflicts): self.init(conflicts)
    case .layout(let failure): self.init(failure)
    case .noSuchViewport(let name): self.init(.notFound, "The collection has no viewport \"\(name)\".")
    case .identities(let problems):
      // What is wrong with the collection itself stands nowhere in the body.
      self.init(problems) { $0 == .after ? "/sections" : nil }
    }
  }
}
