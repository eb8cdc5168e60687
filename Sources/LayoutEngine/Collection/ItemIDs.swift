/// Reads the ids of many items in order, each mostly from the chunk of the one before.
public struct ItemIDs {
  private let sections: SectionList
  private var section = -1
  private var items = ItemSequence(count: 0)
  private var chunk: ItemChunk?
  private var places = 0..<0

  public init(of sections: SectionList) {
    self.sections = sections
  }

  /// The id of an item that has one.
  ///
  /// - Complexity: O(1) beside the item asked for before, O(log n) elsewhere.
  public subscript(section: Int, item: Int) -> String? {
    mutating get {
      if section != self.section { enter(section) }
      if !places.contains(item) { find(item) }
      guard let chunk, !chunk.ids.isEmpty, places.contains(item) else { return nil }
      return chunk.ids[item - places.lowerBound]
    }
  }

  private mutating func enter(_ section: Int) {
    self.section = section
    items = section >= 0 && section < sections.count ? sections[section].items : ItemSequence(count: 0)
    chunk = nil
    places = 0..<0
  }

  private mutating func find(_ item: Int) {
    guard let found = items.find(item) else { return }
    chunk = found.chunk
    places = item - found.place..<item - found.place + found.chunk.count
  }
}
