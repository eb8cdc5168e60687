import LayoutEngine

extension ResponseWriter where Self: ~Copyable {
  /// Writes an array of elements, with the ids of their items, and with their content if that is wanted.
  @inline(__always)
  mutating func elements(
    _ elements: ElementList, of sections: SectionList, includingContent: Bool = false,
    _ budget: EncodingBudget
  ) throws(Problem) {
    var ids = ItemIDs(of: sections)
    beginArray()
    for row in 0..<elements.count {
      try budget.check(row: row, written: count)
      let record = elements.records[row]
      let (section, item) = (Int(record.section), Int(record.item))
      let id = record.kind == 0 ? ids[section, item] : nil
      let content = includingContent && record.kind == 0 ? ids.content(section, item) : nil
      let place = id == nil ? nil : ids.outlinePlace(section, item)
      if content != nil || place != nil {
        element(record, of: elements, id: id, content: content, place: place)
      } else {
        element(record, of: elements, id: id)
      }
    }
    endArray()
  }

  /// Writes an element's category and, unless it is a cell, its kind.
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

  /// Writes the place of an item in an outline: its level, and whether it is expanded if it has children.
  mutating func outlinePlace(_ place: (level: Int, isExpanded: Bool?)) {
    key("level")
    number(place.level)
    guard let isExpanded = place.isExpanded else { return }
    key("isExpanded")
    bool(isExpanded)
  }

  /// Writes the attributes of an element, as members of an object that has been begun.
  mutating func look(_ attributes: LayoutAttributes) {
    key("frame")
    rect(attributes.frame)
    if attributes.appearance != .plain { appearance(attributes.appearance) }
    if attributes.isEstimated {
      key("estimated")
      bool(true)
    }
    pinning(attributes.pins, isPinned: attributes.isPinned)
  }

  /// Writes the edge that an element pins to, if it pins, and whether that moved it.
  @inline(__always)
  mutating func pinning(_ edge: PinnedEdge?, isPinned: Bool) {
    if let edge {
      key("pins")
      string(edge.name)
    }
    if isPinned {
      key("pinned")
      bool(true)
    }
  }

  /// Writes the attributes that differ from the default appearance.
  mutating func appearance(_ appearance: Appearance) {
    if appearance.zIndex != 0 {
      key("zIndex")
      number(appearance.zIndex)
    }
    if appearance.alpha != 1 {
      key("alpha")
      number(appearance.alpha)
    }
    if appearance.isHidden {
      key("hidden")
      bool(true)
    }
    if appearance.transform != .identity {
      key("transform")
      list(appearance.transform.numbers) { $0.number($1) }
    }
    if appearance.transform3D != .identity {
      key("transform3D")
      list(appearance.transform3D.numbers) { $0.number($1) }
    }
  }
}

extension PinnedEdge {
  /// As in JSON.
  var name: String {
    switch self {
    case .start: "start"
    case .end: "end"
    }
  }
}

extension AffineTransform {
  package var numbers: [Double] { [a, b, c, d, tx, ty] }
}
