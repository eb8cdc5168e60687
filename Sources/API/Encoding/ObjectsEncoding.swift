import JSON
import LayoutEngine

/// One object an element: the form that people read and scripts begin with.
extension LayoutResponse {
  func encodedObjects(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var json = JSONWriter(capacity: 256 + min(elements.count * 112, budget.bytes))
    json.beginObject()
    writeIdentity(to: &json)
    json.raw("\"contentSize\":")
    json.size(contentSize)
    writeTargetContentOffset(to: &json)
    writeWarnings(to: &json)
    writeOrthogonalSections(to: &json)
    json.key("attributes")
    try json.elements(elements, of: sections, budget)
    json.endObject()
    try budget.check(row: 0, written: json.count)
    return json.finish()
  }

}

extension JSONWriter {
  /// Writes an array of elements, with the ids of their items.
  mutating func elements(
    _ elements: ElementList, of sections: SectionList, _ budget: EncodingBudget
  ) throws(Problem) {
    var ids = ItemIDs(of: sections)
    beginArray()
    for row in 0..<elements.count {
      try budget.check(row: row, written: count)
      let record = elements.records[row]
      elementPath(
        record, elements.kinds[Int(record.kind)],
        id: record.kind == 0 ? ids[Int(record.section), Int(record.item)] : nil)
      raw(",\"frame\":")
      rect(record.frame)
      if record.appearance >= 0 { appearance(elements.appearances[Int(record.appearance)]) }
      if record.isEstimated { raw(",\"estimated\":true") }
      raw("}")
    }
    endArray()
  }

  /// Begins an element with what names it: its category, kind, index path and id.
  @inline(__always)
  private mutating func elementPath(_ record: ElementList.Record, _ kind: ElementKind, id: String?) {
    switch kind.category {
    case .cell:
      raw("{\"category\":\"cell\",\"indexPath\":[")
    case .supplementary:
      raw("{\"category\":\"supplementary\",\"kind\":")
      string(kind.name)
      raw(",\"indexPath\":[")
    case .decoration:
      raw("{\"category\":\"decoration\",\"kind\":")
      string(kind.name)
      raw(",\"indexPath\":[")
    }
    number(Int(record.section))
    number(Int(record.item))
    raw("]")
    if let id {
      raw(",\"id\":")
      string(id)
    }
  }

  /// Writes an element's category and, where it is no cell, its kind.
  mutating func elementKind(_ kind: ElementKind) {
    key("category")
    switch kind.category {
    case .cell: string("cell")
    case .supplementary: string("supplementary")
    case .decoration: string("decoration")
    }
    if kind.category != .cell {
      key("kind")
      string(kind.name)
    }
  }

  mutating func size(_ size: Size) {
    raw("{\"width\":")
    number(size.width)
    raw(",\"height\":")
    number(size.height)
    raw("}")
  }

  @inline(__always)
  mutating func rect(_ rect: Rect) {
    raw("{\"x\":")
    number(rect.x)
    raw(",\"y\":")
    number(rect.y)
    raw(",\"width\":")
    number(rect.width)
    raw(",\"height\":")
    number(rect.height)
    raw("}")
  }

  /// Only what differs from the default.
  mutating func appearance(_ appearance: Appearance) {
    if appearance.zIndex != 0 {
      raw(",\"zIndex\":")
      number(appearance.zIndex)
    }
    if appearance.alpha != 1 {
      raw(",\"alpha\":")
      number(appearance.alpha)
    }
    if appearance.isHidden { raw(",\"hidden\":true") }
    if appearance.transform != .identity {
      raw(",\"transform\":[")
      for value in appearance.transform.numbers { number(value) }
      raw("]")
    }
    if appearance.transform3D != .identity {
      raw(",\"transform3D\":[")
      for value in appearance.transform3D.numbers { number(value) }
      raw("]")
    }
  }
}

extension AffineTransform {
  var numbers: [Double] { [a, b, c, d, tx, ty] }
}
