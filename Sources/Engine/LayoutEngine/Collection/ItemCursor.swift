/// Walks forward over the items of a section chunk by chunk, so that a pass over lines searches for each
/// chunk once, not for each line.
struct ItemCursor {
  private let items: ItemSequence
  private(set) var chunk: ItemChunk
  /// The chunk's first item.
  private(set) var first: Int
  private(set) var end: Int

  /// A cursor on the chunk that holds `item`; nil if there is no such item.
  init?(_ items: ItemSequence, at item: Int) {
    guard let (chunk, place) = items.find(item) else { return nil }
    self.items = items
    self.chunk = chunk
    first = item - place
    end = first + chunk.count
  }

  /// Moves to the chunk that holds `item`, which must exist.
  ///
  /// - Complexity: O(1) inside a chunk, O(log n) for n items from one chunk to another.
  @inline(__always)
  mutating func move(to item: Int) {
    if item < first || item >= end { search(item) }
  }

  @inline(never)
  private mutating func search(_ item: Int) {
    self = ItemCursor(items, at: item)!
  }
}

/// Reads the ids and the content of many items in order; most come from the same chunk as the one before.
public struct ItemIDs {
  private let sections: SectionList
  private var section = -1
  private var items = ItemSequence(count: 0)
  private var outline: Outline?
  private var chunk: ItemChunk?
  private var range = 0..<0

  /// Creates a reader of the items of sections.
  public init(of sections: SectionList) {
    self.sections = sections
  }

  /// The id of an item; nil if it has none or does not exist.
  ///
  /// - Complexity: O(1) next to the item read before, O(log n) elsewhere.
  public subscript(section: Int, item: Int) -> String? {
    mutating get {
      if section != self.section { enter(section) }
      if !range.contains(item) { find(item) }
      guard let chunk, !chunk.ids.isEmpty, range.contains(item) else { return nil }
      return chunk.ids[item - range.lowerBound]
    }
  }

  /// Returns the content of an item; nil if it has none or does not exist.
  ///
  /// - Complexity: O(1) next to the item read before, O(log n) elsewhere.
  public mutating func content(_ section: Int, _ item: Int) -> Content? {
    if section != self.section { enter(section) }
    if !range.contains(item) { find(item) }
    guard let chunk, range.contains(item), chunk.hasContent(item - range.lowerBound) else { return nil }
    return chunk.contents[item - range.lowerBound]
  }

  /// Returns the level of an item of an outline, and whether it is expanded if it has children; nil for another item.
  ///
  /// - Complexity: O(1) in a section without an outline, O(log n) in one of n items.
  public mutating func outlinePlace(_ section: Int, _ item: Int) -> (level: Int, isExpanded: Bool?)? {
    if section != self.section { enter(section) }
    // An item that is dragged over an outline has no place in it.
    guard let outline, let id = self[section, item], let chunk, let node = outline.nodes[id] else {
      return nil
    }
    let level = chunk.indentationLevels[item - range.lowerBound] ?? 0
    return (level, node.first == nil ? nil : node.isExpanded)
  }

  private mutating func enter(_ section: Int) {
    self.section = section
    let found = section >= 0 && section < sections.count ? sections[section] : nil
    items = found?.items ?? ItemSequence(count: 0)
    outline = found?.outline
    chunk = nil
    range = 0..<0
  }

  private mutating func find(_ item: Int) {
    guard let found = items.find(item) else { return }
    chunk = found.chunk
    range = item - found.place..<item - found.place + found.chunk.count
  }
}
