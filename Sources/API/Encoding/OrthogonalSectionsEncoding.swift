import JSON
import LayoutEngine

extension LayoutResponse {
  /// Writes the member `orthogonalSections`, with a comma before it, where there are any.
  func writeOrthogonalSections(to json: inout JSONWriter) {
    guard !orthogonalSections.isEmpty else { return }
    json.raw(",\"orthogonalSections\":")
    json.list(orthogonalSections) { json, section in
      json.raw("{\"section\":")
      json.number(section.section)
      json.raw(",\"frame\":")
      json.rect(section.frame)
      json.raw(",\"contentSize\":")
      json.size(section.contentSize)
      json.raw(",\"behavior\":")
      json.string(section.behavior.rawValue)
      if let snapping = section.snapping { json.snapping(snapping) }
      json.raw("}")
    }
  }
}

extension JSONWriter {
  fileprivate mutating func snapping(_ snapping: OrthogonalSection.Snapping) {
    raw(",\"snapping\":{")
    switch snapping {
    case .regular(let start, let interval, let count, let end):
      raw("\"start\":")
      number(start)
      raw(",\"interval\":")
      number(interval)
      raw(",\"count\":")
      number(count)
      raw(",\"end\":")
      number(end)
    case .irregular(let offsets):
      raw("\"offsets\":")
      list(offsets) { $0.number($1) }
    }
    raw("}")
  }
}
