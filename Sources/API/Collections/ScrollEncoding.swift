import Collections
import JSON
import LayoutEngine

/// What moving a screen brings, on its way to the client.
struct ScrollResponse {
  var step: CollectionStep
  var change: ViewportChange
  var viewport: Viewport
  /// What was measured in spite of.
  var warnings: [ContentWarning] = []

  /// - Throws: `answerTooLarge`, `deadlineExceeded`.
  func encoded(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    let sections = step.after.sections(shownOn: change.name)
    guard let outcome = step.scrolled else { throw Problem(.internalError, "The viewport was not moved.") }
    var json = JSONWriter(capacity: 1024 + min(outcome.appeared.count * 112, budget.bytes))
    json.beginObject()
    json.key("version")
    json.number(step.after.version)
    json.key("contentSize")
    json.size(step.after.layout(shownOn: change.name, viewport).contentSize)
    let bounds = viewport.bounds ?? change.bounds
    json.key("bounds")
    json.rect(bounds)
    if bounds != change.bounds {
      json.key("contentOffsetAdjustment")
      json.point(Point(x: bounds.x - change.bounds.x, y: bounds.y - change.bounds.y))
    }
    json.key("appeared")
    try json.elements(ElementList(outcome.appeared), of: sections, budget)
    json.key("disappeared")
    json.elementNames(outcome.disappeared, of: sections)
    json.key("changed")
    try json.elements(ElementList(outcome.changed), of: sections, budget)
    json.key("prefetch")
    json.list(outcome.prefetch) { $0.indexPath($1) }
    json.key("cancelPrefetch")
    json.list(outcome.cancelPrefetch) { $0.indexPath($1) }
    if let target = outcome.targetContentOffset {
      json.key("targetContentOffset")
      json.point(target)
    }
    if change.container != nil || change.layout != nil,
      let diff = step.diff(of: change.name, anchor: .none, visibleOnly: true)
    {
      let answer = DiffResponse(
        diff: diff, before: step.before.sections(shownOn: change.name), after: sections, foldsRuns: false)
      json.key("diff")
      json.raw(value: try answer.encoded(budget).withUnsafeBytes { Array($0) })
    }
    json.warnings(warnings)
    json.endObject()
    return json.finish()
  }
}

extension JSONWriter {
  /// Writes what names elements, without how they look.
  fileprivate mutating func elementNames(_ elements: [LayoutAttributes], of sections: SectionList) {
    var ids = ItemIDs(of: sections)
    list(elements) { json, element in
      json.beginObject()
      json.elementKind(element.kind)
      json.key("indexPath")
      json.indexPath(element.indexPath)
      if element.kind == .cell, let id = ids[element.indexPath.section, element.indexPath.item] {
        json.key("id")
        json.string(id)
      }
      json.endObject()
    }
  }

  /// Writes what a viewport shows and how.
  mutating func viewport(_ viewport: Viewport) {
    key("container")
    raw(value: viewport.containerJSON)
    if let layout = viewport.ownLayout {
      key("layout")
      raw(value: layout.jsonText)
    }
    if let bounds = viewport.bounds {
      key("bounds")
      rect(bounds)
    }
  }
}
