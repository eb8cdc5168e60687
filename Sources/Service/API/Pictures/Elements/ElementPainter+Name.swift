import LayoutEngine

extension ElementPainter {
  /// Returns the names of an element in a label: the index path of a cell, the kind and the position of any other
  /// element.
  func name(of record: ElementList.Record) -> String {
    let kind = elements.kinds[Int(record.kind)]
    let kindName = kindNames[Int(record.kind)]
    return switch kind {
    case .cell: "\(record.section),\(record.item)"
    case .header, .footer: "\(kindName) \(record.section)"
    case .tableHeader, .tableFooter: kindName
    default: "\(kindName) \(record.section),\(record.item)"
    }
  }

  func names(of record: ElementList.Record) -> ElementNames {
    ElementNames(
      id: visibleId(of: record), full: name(of: record),
      short: styles[Int(record.kind)].isExtra ? "\(record.section),\(record.item)" : nil)
  }

  /// Returns the id of a cell; nil if it has none, or none with a visible character.
  func visibleId(of record: ElementList.Record) -> String? {
    guard record.kind == 0 else { return nil }
    let id = id(IndexPath(section: Int(record.section), item: Int(record.item)))
    guard let id, id.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return nil }
    return id
  }

  /// Closes a shape, with the element's name and frame in it if elements are named.
  func closeShape(of record: ElementList.Record, _ tag: String, to writer: inout MarkupWriter) {
    guard namesElements else { return writer.raw("/>") }
    writer.raw("><title>")
    writeName(of: record, to: &writer)
    writer.raw("</title></")
    writer.raw(tag)
    writer.raw(">")
  }

  private func writeName(of record: ElementList.Record, to writer: inout MarkupWriter) {
    if record.kind == 0 { writer.raw("cell ") }
    writer.text(name(of: record))
    if let id = visibleId(of: record), let name = FittedText(id, room: 60) {
      // Without isolates, an id from right to left would reverse the order of the numbers after it.
      writer.raw(" · \u{2068}")
      writer.text(name)
      writer.raw("\u{2069}")
    }
    writer.raw(" · ")
    writer.raw(Numerals.size(record.frame.width, record.frame.height))
    writer.raw(" at ")
    writer.raw(Numerals.length(record.frame.x))
    writer.raw(", ")
    writer.raw(Numerals.length(record.frame.y))
    if record.isEstimated { writer.raw(" · estimated") }
    if record.isPinned { writer.raw(" · pinned") }
    if elements.isGhost(record) { writer.raw(" · hidden") }
    let zIndex = elements.appearance(of: record).zIndex
    if zIndex != 0 { writer.raw(" · z \(zIndex)") }
  }
}

/// The names of an element.
struct ElementNames {
  /// The id of its item, from the client; a label may cut it.
  var id: String?
  /// The name that every element has. A label never cuts it, because a part of an index path is another index path.
  var full: String
  /// The index path without the kind, if the name of the kind is the client's; nil for other kinds.
  var short: String?
}
