import LayoutEngine

extension Outline {
  /// Writes the items in preorder: the level of each with a bit for whether it is expanded, and the description of a
  /// hidden one. The others are the items of the section.
  func write(to writer: inout StoredWriter) {
    writer.write(whole: count)
    forEachItem { _, level, isExpanded, hidden in
      writer.write(whole: level << 1 | (isExpanded ? 1 : 0))
      if let hidden { writer.write(hidden) }
    }
  }
}

extension StoredReader {
  /// Reads the outline of items.
  ///
  /// - Parameter items: the shown items of the section.
  /// - Complexity: O(n log n) for n items, hidden ones too.
  mutating func outline(of items: ItemSequence) throws(StoredFormError) -> Outline {
    let count = try whole(in: 0...Self.itemLimit)
    var builder = OutlineBuilder(of: items)
    for _ in 0..<count {
      let word = try whole()
      let (level, isExpanded) = (word >> 1, word & 1 == 1)
      var hidden: Item?
      if !builder.shows(level) { hidden = try value(Item.self) }
      guard builder.append(level, isExpanded: isExpanded, hidden: hidden) else {
        throw .damaged("the items of an outline do not fit together")
      }
    }
    guard let outline = builder.finish() else { throw .damaged("an outline has too few items") }
    return outline
  }
}

extension OutlineEdit: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch action {
    case .expand(let ids, let withDescendants):
      writer.write(byte: withDescendants ? 1 : 0)
      writer.write(list: ids)
    case .collapse(let ids, let withDescendants):
      writer.write(byte: withDescendants ? 3 : 2)
      writer.write(list: ids)
    case .insert(let items, let place):
      writer.write(byte: 4)
      writer.write(list: items)
      writer.write(place)
    case .move(let id, let place):
      writer.write(byte: 5)
      writer.write(id, place)
    case .delete(let ids):
      writer.write(byte: 6)
      writer.write(list: ids)
    case .describe(let ids, let items, let reloads):
      writer.write(byte: reloads ? 7 : 8)
      writer.write(list: ids)
      writer.write(byte: items == nil ? 0 : 1)
      if let items { writer.write(list: items) }
    }
    writer.write(animation)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let code = try reader.byte()
    let action: Action
    switch code {
    case 0, 1: action = .expand(try reader.list(), withDescendants: code == 1)
    case 2, 3: action = .collapse(try reader.list(), withDescendants: code == 3)
    case 4: action = .insert(try reader.outlineItems(), try reader.value())
    case 5: action = .move(try reader.value(), try reader.value())
    case 6: action = .delete(try reader.list())
    case 7, 8:
      let ids: [String] = try reader.list()
      let items: [Item]? = try reader.byte() == 0 ? nil : try reader.list()
      guard items == nil || items?.count == ids.count else {
        throw .damaged("there are not as many items as ids")
      }
      action = .describe(ids, items, reloads: code == 7)
    default: throw .damaged("an edit of an outline is not known")
    }
    self.init(action, animation: try reader.value())
  }
}

extension StoredReader {
  /// Reads new items, of which each has its parent in front of it.
  fileprivate mutating func outlineItems() throws(StoredFormError) -> [OutlineItem] {
    let items: [OutlineItem] = try list()
    for (index, item) in items.enumerated() {
      if let parent = item.parent, parent >= index { throw .damaged("a parent is behind its child") }
    }
    return items
  }
}

extension OutlineItem: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(item)
    writer.write(byte: isExpanded ? 1 : 0)
    writer.write(whole: parent.map { $0 + 1 } ?? 0)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let item: Item = try reader.value()
    let isExpanded = try reader.byte() == 1
    let parent = try reader.whole(in: 0...StoredReader.itemLimit)
    self.init(item, under: parent == 0 ? nil : parent - 1, isExpanded: isExpanded)
  }
}

extension OutlinePlace: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .before(let id):
      writer.write(byte: 0)
      writer.write(id)
    case .after(let id):
      writer.write(byte: 1)
      writer.write(id)
    case .into(let id, let atStart):
      writer.write(byte: atStart ? 2 : 3)
      writer.write(id)
    case .top(let section, let atStart):
      writer.write(byte: atStart ? 4 : 5)
      writer.write(whole: section)
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    let code = try reader.byte()
    switch code {
    case 0: self = .before(try reader.value())
    case 1: self = .after(try reader.value())
    case 2, 3: self = .into(try reader.value(), atStart: code == 2)
    case 4, 5: self = .top(section: try reader.whole(in: 0...StoredReader.itemLimit), atStart: code == 4)
    default: throw .damaged("a place in an outline is not known")
    }
  }
}

/// Without the name of the viewport, which is stored with it.
extension OwnOutline: StoredValue {
  func write(to writer: inout StoredWriter) {
    for isExpanded in [true, false] {
      writer.write(list: choices.filter { $0.value == isExpanded }.map { $0.key }.sorted())
    }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    var choices: [String: Bool] = [:]
    for isExpanded in [true, false] {
      let ids: [String] = try reader.list()
      for id in ids { choices[id] = isExpanded }
    }
    guard choices.count <= Self.choiceLimit else {
      throw .damaged("an outline of a viewport has too many states")
    }
    self.init(choices: choices)
  }
}
