import LayoutEngine

extension LayoutResponse {
  /// Writes the member `orthogonalSections`, if there are any.
  func writeOrthogonalSections(to writer: inout some ResponseWriter & ~Copyable) {
    writer.orthogonalSections(orthogonalSections)
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the member `orthogonalSections`, if there are any.
  mutating func orthogonalSections(_ sections: [OrthogonalSection]) {
    guard !sections.isEmpty else { return }
    key("orthogonalSections")
    list(sections) { writer, section in
      writer.beginObject()
      writer.key("section")
      writer.number(section.section)
      writer.key("frame")
      writer.rect(section.frame)
      writer.key("contentSize")
      writer.size(section.contentSize)
      writer.key("behavior")
      writer.string(section.behavior.rawValue)
      if let snapping = section.snapping { writer.snapping(snapping) }
      writer.endObject()
    }
  }
}

extension ResponseWriter where Self: ~Copyable {
  fileprivate mutating func snapping(_ snapping: OrthogonalSection.Snapping) {
    key("snapping")
    beginObject()
    switch snapping {
    case .regular(let start, let interval, let count, let end):
      key("start")
      number(start)
      key("interval")
      number(interval)
      key("count")
      number(count)
      key("end")
      number(end)
    case .irregular(let offsets):
      key("offsets")
      list(offsets) { $0.number($1) }
    }
    endObject()
  }
}
