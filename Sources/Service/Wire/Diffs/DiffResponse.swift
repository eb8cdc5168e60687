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
  let versions: (from: Int, to: Int)?
  /// The item that is being moved, if the diff is a step of its movement.
  let heldItem: HeldItem?
  /// The kind of change, in events.
  let cause: String?
  /// The request that made the change, in events.
  let origin: ChangeOrigin?
  /// Who made the change, in the history.
  package var author: String?
  /// The batch that leads from one state to the other, if the client may not know it.
  var updates: AppliedUpdates?
  /// The numbers of elements that a change of measurements concerned.
  var counts: ChangeCounts?
  /// The measurements that were not applied, after a change of measurements.
  var ignored: IgnoredMeasurements?
  /// Problems that did not stop measuring.
  let warnings: [ContentWarning]
  /// The viewport whose window the response describes, and the collection after; nil for a diff of no viewport.
  let shown: (name: String, after: SolvedCollection)?

  /// Creates a response of a diff and the sections on both sides.
  package init(
    diff: UpdateDiff, before: SectionList, after: SectionList, includesContent: Bool = false,
    warnings: [ContentWarning] = []
  ) {
    self.diff = diff
    self.before = before
    self.after = after
    self.includesContent = includesContent
    self.warnings = warnings
    (versions, heldItem, cause, origin, shown) = (nil, nil, nil, nil, nil)
  }

  /// Creates a response of the diff of a step on a viewport.
  ///
  /// - Parameters:
  ///   - cause: the kind of change, for a client that has not made it; it gets the batch of the step too.
  ///   - heldItem: the item that is being moved, if the diff is a step of its movement.
  package init(
    _ diff: UpdateDiff, of step: CollectionStep, on viewport: String, includesContent: Bool,
    cause: String? = nil, heldItem: HeldItem? = nil, warnings: [ContentWarning] = []
  ) {
    self.diff = diff
    before = step.before.sections(shownOn: viewport)
    after = step.after.sections(shownOn: viewport)
    self.includesContent = includesContent
    versions = (step.before.version, step.after.version)
    self.heldItem = heldItem
    self.cause = cause
    origin = cause == nil ? nil : step.origin
    updates = cause == nil ? nil : AppliedUpdates(step)
    self.warnings = warnings
    shown = (viewport, step.after)
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
