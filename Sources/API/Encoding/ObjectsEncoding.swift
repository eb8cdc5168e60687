import JSON
import LayoutEngine

/// One object an element: the form that people read and scripts begin with.
extension LayoutAnswer {
  func encodedObjects(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    var json = JSONWriter(capacity: 256 + min(elements.count * 112, budget.bytes))
    json.beginObject()
    writeIdentity(to: &json)
    json.raw("\"contentSize\":")
    json.size(contentSize)
    writeTargetContentOffset(to: &json)
    writeWarnings(to: &json)
    writeOrthogonalSections(to: &json)
    json.raw(",\"attributes\":[")
    try writeElements(to: &json, budget)
    json.raw("]}")
    try budget.check(row: 0, written: json.count)
    return json.finish()
  }

  private func writeElements(to json: inout JSONWriter, _ budget: EncodingBudget) throws(Problem) {
    var ids = ItemIDs(of: sections)
    for row in 0..<elements.count {
      try budget.check(row: row, written: json.count)
      let record = elements.records[row]
      writePath(
        of: record, id: record.kind == 0 ? ids[Int(record.section), Int(record.item)] : nil, to: &json)
      json.raw(",\"frame\":")
      json.rect(record.frame)
      if record.appearance >= 0 { json.appearance(elements.appearances[Int(record.appearance)]) }
      if record.isEstimated { json.raw(",\"estimated\":true") }
      json.raw("}")
    }
  }

  /// Writes what names an element: its category, kind, index path and id.
  @inline(__always)
  private func writePath(of record: ElementList.Record, id: String?, to json: inout JSONWriter) {
    let kind = elements.kinds[Int(record.kind)]
    switch kind.category {
    case .cell:
      json.raw("{\"category\":\"cell\",\"indexPath\":[")
    case .supplementary:
      json.raw("{\"category\":\"supplementary\",\"kind\":")
      json.string(kind.name)
      json.raw(",\"indexPath\":[")
    case .decoration:
      json.raw("{\"category\":\"decoration\",\"kind\":")
      json.string(kind.name)
      json.raw(",\"indexPath\":[")
    }
    json.number(Int(record.section))
    json.number(Int(record.item))
    json.raw("]")
    if let id {
      json.raw(",\"id\":")
      json.string(id)
    }
  }
}

extension JSONWriter {
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
