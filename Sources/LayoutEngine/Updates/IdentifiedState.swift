/// A state of a collection, its ids in a row: what a difference is found from.
struct IdentifiedState {
  let sections: ContiguousArray<Section>
  let sectionIDs: ContiguousArray<String>
  /// The ids of all items, section after section.
  let itemIDs: ContiguousArray<String>
  /// The first item of each section in that row, and behind the last one the end of it.
  let starts: ContiguousArray<Int>
  let chunks: ContiguousArray<ItemChunk>
  /// The first item of each chunk in that row.
  let chunkStarts: ContiguousArray<Int>

  /// Reads the ids of a state; nil where one is missing.
  ///
  /// - Complexity: O(n) for n sections and items.
  init?(_ list: SectionList) {
    let sections = list.map { $1 }
    let sectionIDs = ContiguousArray(sections.compactMap(\.id))
    guard sectionIDs.count == sections.count else { return nil }
    var ids = ContiguousArray<String>()
    var starts: ContiguousArray<Int> = [0]
    var chunks = ContiguousArray<ItemChunk>()
    var chunkStarts = ContiguousArray<Int>()
    var isWhole = true
    for section in sections {
      section.items.chunks.forEachLeaf {
        let chunk = $0.leaf
        guard chunk.ids.count == chunk.count else {
          isWhole = false
          return false
        }
        if ids.isEmpty { ids.reserveCapacity(list.itemCount) }
        chunkStarts.append(ids.count)
        chunks.append(chunk)
        for id in chunk.ids {
          guard let id else {
            isWhole = false
            return false
          }
          ids.append(id)
        }
        return true
      }
      guard isWhole else { return nil }
      starts.append(ids.count)
    }
    self.sections = sections
    self.sectionIDs = sectionIDs
    itemIDs = ids
    self.starts = starts
    self.chunks = chunks
    self.chunkStarts = chunkStarts
  }

  /// The items of a section in the row of all.
  func items(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The place of an item of the row.
  ///
  /// - Complexity: O(log s) for s sections.
  func path(of item: Int) -> IndexPath {
    let section = starts.bisect { $0 > item } - 1
    return IndexPath(section: section, item: item - starts[section])
  }

  func chunkIndex(of item: Int) -> Int { chunkStarts.bisect { $0 > item } - 1 }
}

/// Reads descriptions of a state's items, each mostly from the chunk of the one before.
struct IdentifiedItems {
  private let state: IdentifiedState
  private(set) var chunk = ItemChunk(run: 0)
  private var places = 0..<0

  init(_ state: IdentifiedState) { self.state = state }

  /// Moves to the chunk of an item; answers the item's place in it.
  ///
  /// - Complexity: O(1) beside the item asked for before, O(log n) elsewhere.
  @inline(__always)
  mutating func find(_ item: Int) -> Int {
    if !places.contains(item) { enter(item) }
    return item - places.lowerBound
  }

  @inline(never)
  private mutating func enter(_ item: Int) {
    let index = state.chunkIndex(of: item)
    chunk = state.chunks[index]
    places = state.chunkStarts[index]..<state.chunkStarts[index] + chunk.count
  }

  mutating func item(at item: Int) -> Item {
    let place = find(item)
    return chunk.item(at: place)
  }
}
