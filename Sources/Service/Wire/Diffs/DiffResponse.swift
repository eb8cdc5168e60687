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
  /// The versions of a stored collection before and after.
  private(set) var versions: (from: Int, to: Int)?
  /// The kind of change, in events.
  private(set) var cause: String?
  /// The request that made the change, in events.
  private(set) var origin: ChangeOrigin?
  /// Who made the change, in the history.
  package var author: String?
  /// The item that is being moved, if the diff is a step of its movement.
  var heldItem: HeldItem?
  /// The batch that leads from one state to the other, if the client may not know it.
  var updates: AppliedUpdates?
  /// The numbers of elements that a change of measurements concerned.
  var counts: ChangeCounts?
  /// The measurements that were not applied, after a change of measurements.
  var ignored: IgnoredMeasurements?
  /// Problems that did not stop measuring.
  package var warnings: [ContentWarning] = []
  /// The viewport whose window the response describes, and the collection after; nil if the states are not stored, or if the
  /// response around this one describes it.
  private var shown: (name: String, after: SolvedCollection)?

  /// Creates a response of a diff and the sections on both sides.
  package init(diff: UpdateDiff, before: SectionList, after: SectionList, includesContent: Bool = false) {
    self.diff = diff
    self.before = before
    self.after = after
    self.includesContent = includesContent
  }

  /// The members that a response has about a step, beside the changes of elements.
  package enum Heading {
    /// None: the states are not stored, or the response around this one says it.
    case none
    /// The versions and the facts about the window, for the client that makes the change.
    case versions
    /// These, the cause, the request and the batch, for clients that do not make the change.
    case event
  }

  fileprivate func tell(_ heading: Heading, of step: CollectionStep, on viewport: String) {
    if heading == .none { return }
    versions = (step.before.version, step.after.version)
    shown = (viewport, step.after)
    guard heading == .event else { return }
    cause = step.change?.name ?? ""
    origin = step.origin
    updates = AppliedUpdates(step, on: viewport)
  }
}

extension CollectionStep {
  /// Returns the changes of the step on a viewport as a response; nil if there is no such viewport.
  ///
  /// - Parameters:
  ///   - visibleOnly: leaves out elements that are in the window neither before nor after, if the viewport has bounds.
  ///   - foldsRuns: whether equal shifts of consecutive elements are folded into one entry.
  ///   - includesContent: whether elements that come to the client have the content of their items.
  /// - Complexity: that of the diff.
  package func response(
    on viewport: String, visibleOnly: Bool, foldsRuns: Bool = false, findsDisplaced: Bool = true,
    heading: DiffResponse.Heading, includesContent: Bool
  ) -> DiffResponse? {
    let diff = diff(
      of: viewport, visibleOnly: visibleOnly, foldsRuns: foldsRuns, findsDisplaced: findsDisplaced)
    guard let diff else { return nil }
    let response = DiffResponse(
      diff: diff, before: before.sections(shownOn: viewport), after: after.sections(shownOn: viewport),
      includesContent: includesContent)
    response.tell(heading, of: self, on: viewport)
    return response
  }

  /// Returns the changes of the step on a viewport as a client wants them.
  ///
  /// - Throws: `notFound` if there is no such viewport, `answerTooLarge`.
  /// - Complexity: that of the diff.
  package func response(
    on viewport: String = Viewport.main, _ options: DiffOptions, heading: DiffResponse.Heading,
    includesContent: Bool = false
  ) throws(Problem) -> DiffResponse {
    if let old = before.viewport(viewport), let new = after.viewport(viewport) {
      try options.check(
        hasBounds: old.bounds != nil, elements: max(before.elementCount(on: old), after.elementCount(on: new))
      )
    }
    let response = response(
      on: viewport, visibleOnly: options.scope == .visible, foldsRuns: options.foldsRuns,
      findsDisplaced: options.findsDisplaced, heading: heading, includesContent: includesContent)
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
    if let versions {
      writer.key("fromVersion")
      writer.number(versions.from)
      writer.key("version")
      writer.number(versions.to)
    }
    writer.extents(of: diff)
    if let displaced = diff.displaced { writer.displaced(displaced, of: before) }
    if let shown, let facts = shown.after.windowFacts(of: shown.name) { writer.windowFacts(facts) }
    writer.key("changes")
    try write(diff.changes, to: &writer, budget)
    if let runs = diff.runs {
      writer.key("shifts")
      writer.list(runs) { $0.shiftRun($1) }
    }
    if let heldItem { writer.heldItem(heldItem) }
    if let cause {
      writer.key("cause")
      writer.string(cause)
    }
    if let viewport = origin?.viewport {
      writer.key("viewport")
      writer.string(viewport)
    }
    if let requestID = origin?.requestID {
      writer.key("requestId")
      writer.string(requestID)
    }
    if let author {
      writer.key("author")
      writer.string(author)
    }
    if let updates { writer.updates(updates) }
    if let counts { writer.counts(counts) }
    if let ignored { writer.ignored(ignored) }
    writer.warnings(warnings)
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
