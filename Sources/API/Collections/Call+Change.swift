import Collections
import HTTPServer
import JSON
import LayoutEngine

extension Call {
  /// Changes the collection that the path names, as the viewport that the query names shows it.
  ///
  /// - Parameter read: reads the body against the collection as it is.
  func change(
    _ read: @escaping @Sendable ([UInt8], ShownCollection) throws(Problem) -> ChangeRequest
  ) throws(Problem) -> PendingResponse {
    try MediaType.requireJSON(request.head)
    try ResponseFormat.requireObjects(request.head)
    let query = CollectionQuery(request.head)
    try query.allow(["viewport", "format"])
    let name = query.text("viewport") ?? Viewport.main
    let body = try body()
    return try once(body) { () throws(Problem) in
      let condition = try expectedVersions()
      return step(if: condition) { (before) throws(Problem) in
        let shown = try ShownCollection(before, viewport: name)
        return try prepare(try read(body, shown), shown)
      }
    }
  }

  /// The step that a request wants, and the answer to it.
  private func prepare(
    _ wanted: ChangeRequest, _ shown: ShownCollection
  ) throws(Problem) -> (step: CollectionStep, answer: Response) {
    let before = shown.solved
    if let version = wanted.version, version != before.version {
      throw Problem(.versionMismatch(newest: before.version), collectionKey)
    }
    var step: CollectionStep
    do throws(ChangeError) { step = try before.applying(wanted.change) } catch { throw Problem(error) }
    try limits.check(step.after.state.sections)
    let measurer = measurer()
    let measure = try step.after.measuring(measurer)
    do throws(ContentSizingError<Problem>) {
      try step.sizeContent(
        shown.name, anchor: wanted.options.anchor, movedBy: wanted.distance, measure)
    } catch {
      throw Problem(error)
    }
    try step.after.checkContentSizes()
    try wanted.options.check(
      hasBounds: shown.viewport.bounds != nil,
      elements: max(before.elementCount(on: shown.viewport), step.after.elementCount(on: shown.viewport)))
    let found = step.diff(
      of: shown.name, anchor: wanted.options.anchor, visibleOnly: wanted.options.scope == .visible,
      movedBy: wanted.distance)
    guard let diff = found else { throw Problem(.noSuchViewport(shown.name)) }
    step.settle(diff, of: shown.name)
    notes.laidOut(step.after.solvedViewport(of: shown.viewport).kind.name, items: 0)
    var answer = DiffResponse(
      diff: diff, before: before.sections(shownOn: shown.name),
      after: step.after.sections(shownOn: shown.name), foldsRuns: wanted.options.foldsRuns)
    answer.versions = (before.version, step.after.version)
    let warnings = measurer.report.warnings(of: try shown.templates(), at: nil)
    answer.more = { [step] json in
      wanted.tell(shown, step, &json)
      json.warnings(warnings)
    }
    // Written before the change is made: what cannot be answered has changed nothing.
    let bytes = try answer.encoded(budget)
    let response = Response(
      status: 200,
      headers: [
        ("Content-Type", ResponseFormat.objects.mediaType), ("Vary", "Accept"),
        EntityTag.header(step.after.version),
      ], body: .source(bytes))
    return (step, response)
  }
}

extension JSONWriter {
  /// Writes an object of numbers.
  mutating func counts(_ name: String, _ counts: [(name: String, count: Int)]) {
    key(name)
    beginObject()
    for (name, count) in counts {
      key(name)
      number(count)
    }
    endObject()
  }
}

extension Problem {
  init(_ refusal: ChangeError) {
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
