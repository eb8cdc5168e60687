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
    marks(isEstimated: attributes.isEstimated, pins: attributes.pins, isPinned: attributes.isPinned)
  }

  /// Writes the attributes that differ from the plain appearance.
  mutating func appearance(_ appearance: Appearance) { appearance.write(to: &self) }

  @inline(__always)
  package mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    member(attribute, value)
  }

  /// Writes an attribute that differs from its default, as a member of an object that has been begun.
  @inline(__always)
  mutating func member<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    key(attribute.name)
    if let name = value.name {
      string(name)
    } else if Value.width == 0 {
      bool(true)
    } else if Value.width == 1 {
      value.write(to: &self)
    } else {
      beginArray()
      value.write(to: &self)
      endArray()
    }
  }
}
