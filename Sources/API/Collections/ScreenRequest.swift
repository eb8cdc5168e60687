import Collections
import HTTPServer
import JSON
import LayoutEngine

/// A collection as a viewport shows it: what a change of one screen is read against.
struct ShownCollection {
  var solved: SolvedCollection
  /// The viewport's name.
  var name: String
  var viewport: Viewport

  /// - Throws: `notFound` where the collection has no such viewport.
  init(_ solved: SolvedCollection, viewport name: String) throws(Problem) {
    guard let viewport = solved.viewport(name) else { throw Problem(.noSuchViewport(name)) }
    self.solved = solved
    self.name = name
    self.viewport = viewport
  }

  var layout: any SolvedLayout { solved.screen(of: viewport).layout }

  func has(_ path: IndexPath) -> Bool {
    let sections = solved.state.sections
    return path.section < sections.count && path.item < sections[path.section].items.count
  }

  func has(_ path: ElementPath) -> Bool { layout.attributes(of: path, visible: viewport.bounds) != nil }
}

/// A change of a screen that a client asks for, and what it wants to hear of it.
struct ScreenChange {
  var change: CollectionChange
  /// The version that the change is meant for.
  var version: Int?
  var options: DiffOptions
  /// How much further the content is scrolled.
  var distance = Point.zero
  /// Writes what the answer has besides the diff.
  var tell: (ShownCollection, CollectionStep, inout JSONWriter) -> Void
}

extension Call {
  /// Changes the collection that the path names, as the viewport that the query names shows it.
  ///
  /// - Parameter read: reads the body against the collection as it is.
  func changeScreen(
    _ read: ([UInt8], ShownCollection) throws(Problem) -> ScreenChange
  ) throws(Problem) -> Response {
    try MediaType.requireJSON(request.head)
    try AnswerForm.requireObjects(request.head)
    let query = CollectionQuery(request.head)
    try query.allow(["viewport"])
    let name = query.text("viewport") ?? Viewport.main
    let body = try body()
    return try once(body) { () throws(Problem) in
      let condition = try expectedVersions()
      do throws(ChangeFailure<Problem>) {
        return try service.collections.change(collectionKey, if: condition) { (before) throws(Problem) in
          let shown = try ShownCollection(before, viewport: name)
          return try prepare(try read(body, shown), shown)
        }
      } catch {
        switch error {
        case .refused(let problem): throw problem
        case .store(let error): throw Problem(error, collectionKey)
        }
      }
    }
  }

  /// The step that a request wants, and the answer to it.
  private func prepare(
    _ wanted: ScreenChange, _ shown: ShownCollection
  ) throws(Problem) -> (step: CollectionStep, answer: Response) {
    let before = shown.solved
    if let version = wanted.version, version != before.version {
      throw Problem(.versionMismatch(newest: before.version), collectionKey)
    }
    var step: CollectionStep
    do throws(ChangeRefusal) { step = try before.applying(wanted.change) } catch { throw Problem(error) }
    try step.after.screen(of: shown.viewport).layout.checkContentSize()
    try wanted.options.check(
      hasBounds: shown.viewport.bounds != nil, elements: before.elementCount(on: shown.viewport))
    let diff = step.diff(
      of: shown.name, anchor: wanted.options.anchor, visibleOnly: wanted.options.scope == .visible,
      movedBy: wanted.distance)!
    step.settle(diff, of: shown.name)
    notes.laidOut(before.state.layout.kind.name, items: 0)
    var answer = DiffAnswer(
      diff: diff, before: before.state.sections, after: step.after.state.sections,
      foldsRuns: wanted.options.foldsRuns)
    answer.versions = (before.version, step.after.version)
    answer.more = { [step] json in wanted.tell(shown, step, &json) }
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
