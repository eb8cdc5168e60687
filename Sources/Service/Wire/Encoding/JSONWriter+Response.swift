import JSON
import LayoutEngine

/// Responses as JSON. Values that occur often in a response are written in runs, at half the cost of single keys.
extension JSONWriter: ResponseWriter {
  package mutating func key(text: String) { key(text) }

  // The default, which inlined code of another module may call.
  @usableFromInline @inline(__always)
  package mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    member(attribute, value)
  }

  package mutating func value(json text: [UInt8]) { raw(value: text) }

  package mutating func value(encoded bytes: ByteBuffer) { raw(value: bytes) }

  package mutating func point(_ point: Point) {
    raw("{\"x\":")
    number(point.x)
    raw(",\"y\":")
    number(point.y)
    raw("}")
  }

  package mutating func size(_ size: Size) {
    raw("{\"width\":")
    number(size.width)
    raw(",\"height\":")
    number(size.height)
    raw("}")
  }

  @inline(__always)
  package mutating func rect(_ rect: Rect) {
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

  @inline(__always)
  package mutating func indexPath(_ path: IndexPath) {
    raw("[")
    number(path.section)
    number(path.item)
    raw("]")
  }

  @inline(__always)
  package mutating func element(_ record: ElementList.Record, of elements: ElementList, id: String?) {
    let kind = elements.kinds[Int(record.kind)]
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
    raw(",\"frame\":")
    rect(record.frame)
    if record.appearance >= 0 { appearance(elements.appearances[Int(record.appearance)]) }
    marks(isEstimated: record.isEstimated, pins: record.pins, isPinned: record.isPinned)
    raw("}")
  }
}
