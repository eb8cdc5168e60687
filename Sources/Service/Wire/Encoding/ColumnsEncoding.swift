import JSON
import LayoutEngine

/// The attributes column by column, as JSON: compact, and fast to traverse.
extension LayoutResponse {
  func encodedColumns(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var json = JSONWriter(capacity: 512 + min(elements.count * 40, budget.bytes))
    json.beginObject()
    writeIdentity(to: &json)
    json.key("contentSize")
    json.size(contentSize)
    writeTargetContentOffset(to: &json)
    writeWarnings(to: &json)
    writeOrthogonalSections(to: &json)
    json.raw(",\"attributes\":{\"count\":")
    json.number(elements.count)
    json.raw(",\"kindNames\":")
    json.list(elements.kinds.dropFirst()) { $0.string($1.name) }
    try column("categories", of: &json, budget) { $0.number(elements.kinds[Int($1.kind)].category.wire) }
    try column("kinds", of: &json, budget) { $0.number(Int($1.kind) - 1) }
    try column("sections", of: &json, budget) { $0.number(Int($1.section)) }
    try column("items", of: &json, budget) { $0.number(Int($1.item)) }
    if let ids = itemIDs() {
      json.raw(",\"ids\":")
      json.list(ids) { $0.string(orNull: $1) }
    }
    try column("frames", of: &json, budget) { json, record in
      json.number(record.frame.x)
      json.number(record.frame.y)
      json.number(record.frame.width)
      json.number(record.frame.height)
    }
    writeSparseColumns(to: &json)
    writeOutlineColumns(to: &json)
    json.raw("}}")
    try budget.check(row: 0, written: json.count)
    return json.finish()
  }

  private func writeOutlineColumns(to json: inout JSONWriter) {
    for column in OutlineColumns(elements, of: sections).columns {
      json.key(column.name)
      json.raw("{\"rows\":")
      json.list(column.rows) { $0.number(Int(truncatingIfNeeded: $1)) }
      json.raw(",\"values\":")
      json.list(column.values) { $0.number(Int(truncatingIfNeeded: $1)) }
      json.raw("}")
    }
  }

  /// The ids of all rows, or nil if no row has an id.
  func itemIDs() -> [String?]? {
    var ids = ItemIDs(of: sections)
    var column: [String?]?
    for (row, record) in elements.records.enumerated() where record.kind == 0 {
      guard let id = ids[Int(record.section), Int(record.item)] else { continue }
      if column == nil { column = Array(repeating: nil, count: elements.count) }
      column?[row] = id
    }
    return column
  }

  private func column(
    _ name: StaticString, of json: inout JSONWriter, _ budget: EncodingBudget,
    _ write: (inout JSONWriter, ElementList.Record) -> Void
  ) throws(Problem) {
    json.key(name)
    json.beginArray()
    for row in 0..<elements.count {
      try budget.check(row: row, written: json.count)
      write(&json, elements.records[row])
    }
    json.endArray()
  }

  private func writeSparseColumns(to json: inout JSONWriter) {
    for column in SparseColumns(elements).columns {
      json.key(column.attribute.name)
      json.raw("{\"rows\":")
      json.list(column.rows) { $0.number(Int(truncatingIfNeeded: $1)) }
      if column.width > 0 {
        json.raw(",\"values\":")
        json.list(column.numbers) { $0.number($1) }
      }
      json.raw("}")
    }
  }
}

extension ElementKind.Category {
  var wire: Int { Int(rawValue) }
}
