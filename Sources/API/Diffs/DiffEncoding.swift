import JSON
import LayoutEngine

/// A diff on its way to the client.
struct DiffResponse {
  var diff: UpdateDiff
  var before: SectionList
  var after: SectionList
  var foldsRuns: Bool
  /// The versions of a kept collection before and after.
  var versions: (from: Int, to: Int)?
  /// The item that is being moved, where the diff is a step of its movement.
  var heldItem: HeldItem?
  /// Members that some answers have besides.
  var more: ((inout JSONWriter) -> Void)?

  /// - Throws: `answerTooLarge`, or `deadlineExceeded` when nobody waits any more.
  func encoded(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var json = JSONWriter(capacity: 512 + min(diff.changes.count * 240, budget.bytes))
    let sizes = diff.contentSize
    let offsets = diff.contentOffset
    json.beginObject()
    if let versions {
      json.key("fromVersion")
      json.number(versions.from)
      json.key("version")
      json.number(versions.to)
    }
    json.raw("\"contentSize\":{\"from\":")
    json.size(sizes.from)
    json.raw(",\"to\":")
    json.size(sizes.to)
    json.raw("},\"contentOffset\":{\"from\":")
    json.point(offsets.from)
    json.raw(",\"to\":")
    json.point(offsets.to)
    json.raw("},\"contentOffsetAdjustment\":")
    json.point(Point(x: offsets.to.x - offsets.from.x, y: offsets.to.y - offsets.from.y))
    json.raw(",\"contentSizeAdjustment\":{\"width\":")
    json.number(sizes.to.width - sizes.from.width)
    json.raw(",\"height\":")
    json.number(sizes.to.height - sizes.from.height)
    json.raw("},\"changes\":[")
    let (changes, runs) = foldsRuns ? ShiftRun.fold(diff.changes) : (diff.changes, [])
    try write(changes, to: &json, budget)
    json.raw("]")
    if foldsRuns {
      json.raw(",\"shifts\":")
      json.list(runs) { $0.shiftRun($1) }
    }
    if let heldItem { json.heldItem(heldItem) }
    more?(&json)
    json.raw("}")
    try budget.check(row: 0, written: json.count)
    return json.finish()
  }

  private func write(
    _ changes: [UpdateDiff.Change], to json: inout JSONWriter, _ budget: EncodingBudget
  ) throws(Problem) {
    var oldIDs = ItemIDs(of: before)
    var newIDs = ItemIDs(of: after)
    for (row, change) in changes.enumerated() {
      try budget.check(row: row, written: json.count)
      json.raw("{\"type\":")
      json.string(change.type.rawValue)
      json.elementKind(change.kind)
      if let from = change.from { json.indexPath(",\"from\":[", from) }
      if let to = change.to { json.indexPath(",\"to\":[", to) }
      if change.kind == .cell,
        let id = change.to.map({ newIDs[$0.section, $0.item] })
          ?? change.from.map({ oldIDs[$0.section, $0.item] }),
        let id
      {
        json.raw(",\"id\":")
        json.string(id)
      }
      json.raw(",\"initial\":")
      json.look(change.initial)
      json.raw(",\"final\":")
      json.look(change.final)
      json.raw("}")
    }
  }
}

extension JSONWriter {
  mutating func point(_ point: Point) {
    raw("{\"x\":")
    number(point.x)
    raw(",\"y\":")
    number(point.y)
    raw("}")
  }

  mutating func indexPath(_ start: StaticString, _ path: IndexPath) {
    raw(start)
    number(path.section)
    number(path.item)
    raw("]")
  }

  /// Writes attributes without what names the element.
  fileprivate mutating func look(_ attributes: LayoutAttributes) {
    raw("{")
    lookMembers(attributes)
    raw("}")
  }

  /// The same as members of an object that has been begun.
  mutating func lookMembers(_ attributes: LayoutAttributes) {
    raw("\"frame\":")
    rect(attributes.frame)
    if attributes.appearance != .plain { appearance(attributes.appearance) }
    if attributes.isEstimated { raw(",\"estimated\":true") }
  }

  fileprivate mutating func shiftRun(_ run: ShiftRun) {
    raw("{\"category\":\"cell\"")
    indexPath(",\"from\":[", run.from)
    indexPath(",\"to\":[", run.to)
    raw(",\"count\":")
    number(run.count)
    raw(",\"by\":")
    point(run.distance)
    raw("}")
  }
}
