import CollectionModel
import JSON
import LayoutEngine

/// The elements that appear and disappear when a viewport moves, as a response.
package final class ScrollResponse {
  let step: CollectionStep
  let change: ViewportChange
  let viewport: Viewport
  /// The ids of measurements that name no item.
  let unknownIDs: [String]
  /// Whether elements that appear have the content of their items.
  let includesContent: Bool
  /// Problems that did not stop measuring.
  let warnings: [ContentWarning]

  init(
    step: CollectionStep, change: ViewportChange, viewport: Viewport, unknownIDs: [String] = [],
    includesContent: Bool = false, warnings: [ContentWarning] = []
  ) {
    self.step = step
    self.change = change
    self.viewport = viewport
    self.unknownIDs = unknownIDs
    self.includesContent = includesContent
    self.warnings = warnings
  }
}

extension ScrollResponse {
  /// The measurements that were not applied.
  private var ignored: IgnoredMeasurements {
    IgnoredMeasurements(of: step, on: change.name, unknownIDs: unknownIDs)
  }

  /// A JSON object with the measurements that were not applied, as in the response; empty if there are none.
  package var ignoredText: [UInt8] {
    let ignored = ignored
    guard !ignored.isEmpty else { return [] }
    var json = JSONWriter(capacity: 256)
    json.beginObject()
    json.ignored(ignored)
    json.endObject()
    return json.finish().withUnsafeBytes { Array($0) }
  }
}

extension ScrollResponse: ResponseBody {
  package var expectedBytes: Int { 1024 + (step.scrolled?.appeared.count ?? 0) * 112 }

  package func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    guard let outcome = step.scrolled else { throw Problem(.internalError, "The viewport was not moved.") }
    let sections = step.after.sections(shownOn: change.name)
    writer.beginObject()
    writer.key("fromVersion")
    writer.number(step.before.version)
    writer.key("version")
    writer.number(step.after.version)
    writer.key("contentSize")
    writer.size(step.after.layout(shownOn: change.name, viewport).contentSize)
    writeBounds(to: &writer)
    if outcome.isResync {
      writer.key("resync")
      writer.bool(true)
    }
    writer.key("appeared")
    try writer.elements(
      ElementList(outcome.appeared), of: sections, includingContent: includesContent, budget)
    writer.key("disappeared")
    writer.elementNames(outcome.disappeared, of: sections)
    writer.key("changed")
    try writer.elements(ElementList(outcome.changed), of: sections, budget)
    writer.key("prefetch")
    writer.itemReferences(outcome.prefetch, of: sections)
    writer.key("cancelPrefetch")
    writer.itemReferences(outcome.cancelPrefetch, of: sections)
    if let target = outcome.targetContentOffset {
      writer.key("targetContentOffset")
      writer.point(target)
    }
    if let facts = step.after.windowFacts(of: change.name) { writer.windowFacts(facts) }
    writer.orthogonalOutcomes(outcome.orthogonalSections)
    if let (item, position) = change.scrollTarget,
      let target = step.after.scrollTarget(for: item, at: position, in: viewport)
    {
      writer.key("scrollTarget")
      try ScrollTargetResponse(target: target, sections: sections).write(to: &writer, budget)
    }
    if !change.measurements.isEmpty || !unknownIDs.isEmpty {
      writer.counts(ChangeCounts(step.measurementCounts(of: change.name)))
      writer.ignored(ignored)
    }
    if let diff {
      writer.key("diff")
      try diff.write(to: &writer, budget)
    }
    writer.warnings(warnings)
    writer.endObject()
  }

  private func writeBounds(to writer: inout some ResponseWriter & ~Copyable) {
    let bounds = viewport.bounds ?? change.bounds
    writer.key("bounds")
    writer.rect(bounds)
    writer.key("window")
    writer.rect(viewport.overscan.window(of: bounds))
    let given = change.givenOffset ?? change.bounds.origin
    if bounds.origin != given || bounds.size != change.bounds.size {
      writer.key("contentOffsetAdjustment")
      writer.point(Point(x: bounds.x - given.x, y: bounds.y - given.y))
    }
    if let range = step.after.scrollRange(of: viewport, change.name) {
      writer.key("scrollRange")
      writer.scrollRange(range)
    }
    if let displaced = step.scrolled?.displaced {
      writer.displaced(displaced, of: step.before.sections(shownOn: change.name))
    }
  }

  /// The diff of a viewport that is resized or gets another layout, for a client whose elements are known.
  private var diff: DiffResponse? {
    guard change.container != nil || change.layout != nil, step.scrolled?.isResync == false else {
      return nil
    }
    return step.response(
      on: change.name, visibleOnly: true, heading: .none, includesContent: includesContent)
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the names of elements, without their attributes.
  fileprivate mutating func elementNames(_ elements: [LayoutAttributes], of sections: SectionList) {
    var ids = ItemIDs(of: sections)
    list(elements) { writer, element in
      writer.beginObject()
      writer.elementKind(element.kind)
      writer.key("indexPath")
      writer.indexPath(element.indexPath)
      if element.kind == .cell, let id = ids[element.indexPath.section, element.indexPath.item] {
        writer.key("id")
        writer.string(id)
      }
      writer.endObject()
    }
  }
}
