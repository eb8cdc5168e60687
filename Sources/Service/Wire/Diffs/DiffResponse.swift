import CollectionModel
import LayoutEngine

/// The changes between two states, as a response.
package final class DiffResponse {
  /// The changes.
  package let diff: UpdateDiff
  let before: SectionList
  let after: SectionList
  /// Whether elements that come to the client have the content of their items.
  let includesContent: Bool
  /// The members about the step; nil if the states are not stored, or if the response around this one has them.
  let facts: StepFacts?
  let details: Details

  /// Creates a response of a diff between two states that are not stored.
  package convenience init(
    _ diff: UpdateDiff, before: SectionList, after: SectionList, warnings: [ContentWarning]
  ) {
    self.init(
      diff, before: before, after: after, includesContent: false, nil, Details(warnings: warnings))
  }

  fileprivate init(
    _ diff: UpdateDiff, before: SectionList, after: SectionList, includesContent: Bool, _ facts: StepFacts?,
    _ details: Details
  ) {
    self.diff = diff
    self.before = before
    self.after = after
    self.includesContent = includesContent
    self.facts = facts
    self.details = details
  }

  /// The members that a response has about a step, beside the changes of elements.
  package enum Heading {
    /// None: the states are not stored, or the response around this one says it.
    case none
    /// The versions and the facts about the window, for the client that makes the change.
    case versions
    /// These, the cause, the request, its author if the client may know, and the batch, for clients that do not make the
    /// change.
    case event(author: String? = nil)
  }

  /// The members about a step: its versions, the window after it, and in events its origin.
  struct StepFacts {
    let versions: (from: Int, to: Int)
    /// The viewport whose window the response describes.
    let viewport: String
    /// The collection after the step.
    let after: SolvedCollection
    /// The kind of change, in events.
    let cause: String?
    /// The request that made the change, in events.
    let origin: ChangeOrigin?
    /// Who made the change, in the history.
    let author: String?

    fileprivate init?(_ heading: Heading, of step: CollectionStep, on viewport: String) {
      if case .none = heading { return nil }
      versions = (step.before.version, step.after.version)
      self.viewport = viewport
      after = step.after
      guard case .event(let author) = heading else {
        (cause, origin, author) = (nil, nil, nil)
        return
      }
      cause = step.change?.name ?? ""
      origin = step.origin
      self.author = author
    }
  }

  /// The members that the responses to some requests have.
  package struct Details {
    /// The item that is being moved, if the diff is a step of its movement.
    var heldItem: HeldItem?
    /// The batch that leads from one state to the other, if the client may not know it.
    var updates: AppliedUpdates?
    /// The numbers of elements that a change of measurements concerned.
    var counts: ChangeCounts?
    /// The measurements that were not applied, after a change of measurements.
    var ignored: IgnoredMeasurements?
    /// Problems that did not stop measuring.
    var warnings: [ContentWarning]

    /// Creates members of which only warnings are known.
    package init(warnings: [ContentWarning] = []) { self.warnings = warnings }
  }
}

extension CollectionStep {
  /// Returns the changes of the step on a viewport as a response; nil if there is no such viewport.
  ///
  /// - Parameters:
  ///   - visibleOnly: leaves out elements that are in the window neither before nor after, if the viewport has bounds.
  ///   - foldsRuns: whether equal shifts of consecutive elements are folded into one entry.
  ///   - includesContent: whether elements that come to the client have the content of their items.
  ///   - details: the members that only this request's response has.
  /// - Complexity: that of the diff.
  package func response(
    on viewport: String, visibleOnly: Bool, foldsRuns: Bool = false, findsDisplaced: Bool = true,
    heading: DiffResponse.Heading, includesContent: Bool, details: DiffResponse.Details = .init()
  ) -> DiffResponse? {
    let diff = diff(
      of: viewport, visibleOnly: visibleOnly, foldsRuns: foldsRuns, findsDisplaced: findsDisplaced)
    guard let diff else { return nil }
    var details = details
    if case .event = heading { details.updates = AppliedUpdates(self, on: viewport) }
    return DiffResponse(
      diff, before: before.sections(shownOn: viewport), after: after.sections(shownOn: viewport),
      includesContent: includesContent, DiffResponse.StepFacts(heading, of: self, on: viewport), details)
  }

  /// Returns the changes of the step on a viewport as a client wants them.
  ///
  /// - Throws: `notFound` if there is no such viewport, `answerTooLarge`.
  /// - Complexity: that of the diff.
  package func response(
    on viewport: String = Viewport.main, _ options: DiffOptions, heading: DiffResponse.Heading,
    includesContent: Bool = false, details: DiffResponse.Details = .init()
  ) throws(Problem) -> DiffResponse {
    if let old = before.viewport(viewport), let new = after.viewport(viewport) {
      try options.check(
        hasBounds: old.bounds != nil, elements: max(before.elementCount(on: old), after.elementCount(on: new))
      )
    }
    let response = response(
      on: viewport, visibleOnly: options.scope == .visible, foldsRuns: options.foldsRuns,
      findsDisplaced: options.findsDisplaced, heading: heading, includesContent: includesContent,
      details: details)
    guard let response else { throw .noSuchViewport(viewport) }
    return response
  }
}

/// Numbers of elements that a change concerned, as the member `name`.
package struct ChangeCounts {
  var name: StaticString
  var counts: [(name: StaticString, count: Int)]
}

extension DiffResponse: ResponseBody {
  package var expectedBytes: Int { 512 + diff.changes.count * 240 }

  package func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    if let facts {
      writer.key("fromVersion")
      writer.number(facts.versions.from)
      writer.key("version")
      writer.number(facts.versions.to)
    }
    writer.extents(of: diff)
    if let displaced = diff.displaced { writer.displaced(displaced, of: before) }
    if let facts, let window = facts.after.windowFacts(of: facts.viewport) { writer.windowFacts(window) }
    writer.key("changes")
    try write(diff.changes, to: &writer, budget)
    if let runs = diff.runs {
      writer.key("shifts")
      writer.list(runs) { $0.shiftRun($1) }
    }
    if let heldItem = details.heldItem { writer.heldItem(heldItem) }
    if let facts { writer.origin(of: facts) }
    if let updates = details.updates { writer.updates(updates) }
    if let counts = details.counts { writer.counts(counts) }
    if let ignored = details.ignored { writer.ignored(ignored) }
    writer.warnings(details.warnings)
    writer.endObject()
  }

  @inline(__always)
  private func write(
    _ changes: [UpdateDiff.Change], to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    var oldIDs = ItemIDs(of: before)
    var newIDs = ItemIDs(of: after)
    writer.beginArray()
    for (row, change) in changes.enumerated() {
      try budget.check(row: row, written: writer.count)
      writer.beginObject()
      writer.key("type")
      writer.string(change.type.rawValue)
      if let renewal = change.renewal { writer.renewal(renewal) }
      writer.elementKind(change.kind)
      if let from = change.from {
        writer.key("from")
        writer.indexPath(from)
      }
      if let to = change.to {
        writer.key("to")
        writer.indexPath(to)
      }
      if change.kind == .cell,
        let id = change.to.map({ newIDs[$0.section, $0.item] })
          ?? change.from.map({ oldIDs[$0.section, $0.item] }),
        let id
      {
        writer.key("id")
        writer.string(id)
        if let to = change.to, let place = newIDs.outlinePlace(to.section, to.item) {
          writer.outlinePlace(place)
        }
      }
      writer.key("initial")
      writer.beginObject()
      writer.look(change.initial)
      writer.endObject()
      writer.key("final")
      writer.beginObject()
      writer.look(change.final)
      writer.endObject()
      switch change.presence {
      case .stays: break
      case .appears, .disappears:
        writer.key("presence")
        writer.string(change.presence.rawValue)
      }
      if includesContent, change.bringsContent, let to = change.to,
        let content = newIDs.content(to.section, to.item)
      {
        writer.content(content)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}

extension UpdateDiff.Change {
  /// Whether the client needs the content of the item after the change: it does not have the item yet, or not as it is
  /// described now.
  fileprivate var bringsContent: Bool {
    guard kind == .cell else { return false }
    switch presence {
    case .appears: return true
    case .disappears: return false
    case .stays: return type == .insert || type == .reload || type == .reconfigure || renewal != nil
    }
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the content size and the content offset before and after.
  fileprivate mutating func extents(of diff: UpdateDiff) {
    let sizes = diff.contentSize
    let offsets = diff.contentOffset
    key("contentSize")
    beginObject()
    key("from")
    size(sizes.from)
    key("to")
    size(sizes.to)
    endObject()
    key("contentOffset")
    beginObject()
    key("from")
    point(offsets.from)
    key("to")
    point(offsets.to)
    endObject()
    key("contentOffsetAdjustment")
    point(diff.contentOffsetAdjustment)
    orthogonalOffsets(of: diff)
    key("contentSizeAdjustment")
    size(Size(width: sizes.to.width - sizes.from.width, height: sizes.to.height - sizes.from.height))
    guard let range = diff.scrollRange else { return }
    key("scrollRange")
    beginObject()
    key("from")
    scrollRange(range.from)
    key("to")
    scrollRange(range.to)
    endObject()
  }

  /// Writes which request made a change, and what kind of change it is, as far as the response tells it.
  fileprivate mutating func origin(of facts: DiffResponse.StepFacts) {
    if let cause = facts.cause {
      key("cause")
      string(cause)
    }
    if let viewport = facts.origin?.viewport {
      key("viewport")
      string(viewport)
    }
    if let requestID = facts.origin?.requestID {
      key("requestId")
      string(requestID)
    }
    if let author = facts.author {
      key("author")
      string(author)
    }
  }

  /// Writes that an element which moves is drawn anew, too.
  fileprivate mutating func renewal(_ renewal: UpdateDiff.Renewal) {
    switch renewal {
    case .reloaded: key("reloaded")
    case .reconfigured: key("reconfigured")
    }
    bool(true)
  }

  fileprivate mutating func shiftRun(_ run: ShiftRun) {
    beginObject()
    key("category")
    string("cell")
    key("from")
    indexPath(run.from)
    key("to")
    indexPath(run.to)
    key("count")
    number(run.count)
    key("by")
    point(run.distance)
    endObject()
  }

  mutating func counts(_ counts: ChangeCounts) {
    key(counts.name)
    beginObject()
    for (name, count) in counts.counts {
      key(name)
      number(count)
    }
    endObject()
  }
}
