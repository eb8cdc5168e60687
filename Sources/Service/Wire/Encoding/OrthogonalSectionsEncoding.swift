import CollectionModel
import LayoutEngine

extension LayoutResponse {
  /// Writes the member `orthogonalSections`, if there are any.
  func writeOrthogonalSections(to writer: inout some ResponseWriter & ~Copyable) {
    writer.orthogonalSections(orthogonalSections)
  }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the member `orthogonalSections`, if there are any.
  ///
  /// - Parameter offsets: how far they are scrolled in a viewport; nil without one.
  mutating func orthogonalSections(
    _ sections: [OrthogonalSection], scrolledBy offsets: OrthogonalOffsets? = nil
  ) {
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
      if let offsets {
        writer.key("offset")
        writer.number(offsets[section.section])
      }
      writer.endObject()
    }
  }
}

/// How far sections are scrolled across.
extension ResponseWriter where Self: ~Copyable {
  /// Writes the member `orthogonalOffsets` of a viewport, if a section is scrolled.
  package mutating func orthogonalOffsets(_ offsets: OrthogonalOffsets) {
    guard !offsets.all.isEmpty else { return }
    key("orthogonalOffsets")
    list(offsets.all) { $0.orthogonalOffset($1) }
  }

  /// Writes the section and its offset.
  mutating func orthogonalOffset(_ scrolled: OrthogonalOffset) {
    beginObject()
    key("section")
    number(scrolled.section)
    key("offset")
    number(scrolled.offset)
    endObject()
  }

  /// Writes the member `orthogonalOffsets` of a move, if there are such sections.
  mutating func orthogonalOutcomes(_ outcomes: [OrthogonalOutcome]) {
    guard !outcomes.isEmpty else { return }
    key("orthogonalOffsets")
    list(outcomes) { writer, outcome in
      writer.beginObject()
      writer.key("section")
      writer.number(outcome.section)
      writer.key("offset")
      writer.number(outcome.offset)
      if let target = outcome.targetOffset {
        writer.key("targetOffset")
        writer.number(target)
      }
      writer.endObject()
    }
  }

  /// Writes the member `orthogonalOffsets` of a diff, if a section is scrolled by another distance.
  mutating func orthogonalOffsets(of diff: UpdateDiff) {
    guard !diff.orthogonalOffsets.isEmpty else { return }
    key("orthogonalOffsets")
    list(diff.orthogonalOffsets) { writer, change in
      writer.beginObject()
      writer.key("section")
      writer.number(change.section)
      writer.key("from")
      writer.number(change.from)
      writer.key("to")
      writer.number(change.to)
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
