/// A state of a collection with all its items numbered in one row, for finding differences.
struct IdentifiedState {
  let sections: ContiguousArray<Section>
  /// The first item of each section in the row, and the end of the row.
  let starts: ContiguousArray<Int>
  let chunks: ContiguousArray<ItemChunk>
  /// The first item of each chunk in the row.
  let chunkStarts: ContiguousArray<Int>

  /// Reads a state and appends its ids to `sectionIDs` and `itemIDs`; nil if an id is missing.
  ///
  /// - Complexity: O(n) for n sections and items.
  init?(_ list: SectionList, _ sectionIDs: inout IdentityWords, _ itemIDs: inout IdentityWords) {
    sections = list.map { $1 }
    var starts: ContiguousArray<Int> = [0]
    var chunks = ContiguousArray<ItemChunk>()
    var chunkStarts = ContiguousArray<Int>()
    var count = 0
    for section in sections {
      guard let id = section.id else { return nil }
      sectionIDs.append(id)
      section.items.chunks.forEachLeaf {
        chunkStarts.append(count)
        chunks.append($0.leaf)
        count += $0.leaf.count
        return true
      }
      starts.append(count)
    }
    // A run without ids may be longer than memory: reserves nothing before every item has an id.
    guard chunks.allSatisfy({ $0.ids.count == $0.count }) else { return nil }
    itemIDs.reserve(count, like: chunks.last?.ids.last ?? nil)
    for chunk in chunks {
      guard itemIDs.append(chunk.ids) else { return nil }
    }
    self.starts = starts
    self.chunks = chunks
    self.chunkStarts = chunkStarts
  }

  /// The items of a section in the row of all.
  func items(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The index path of an item of the row.
  ///
  /// - Complexity: O(log s) for s sections.
  func path(of item: Int) -> IndexPath {
    let section = starts.bisect { $0 > item } - 1
    return IndexPath(section: section, item: item - starts[section])
  }

  func chunkIndex(of item: Int) -> Int { chunkStarts.bisect { $0 > item } - 1 }
}

/// Reads descriptions of a state's items; most come from the same chunk as the one before.
struct IdentifiedItems {
  private let state: IdentifiedState
  private(set) var chunk = ItemChunk(run: 0)
  private var range = 0..<0

  init(_ state: IdentifiedState) { self.state = state }

  /// Moves to the chunk of an item; returns the item's index in the chunk.
  ///
  /// - Complexity: O(1) next to the item found before, O(log n) elsewhere.
  @inline(__always)
  mutating func find(_ item: Int) -> Int {
    if !range.contains(item) { enter(item) }
    return item - range.lowerBound
  }

  @inline(never)
  private mutating func enter(_ item: Int) {
    let index = state.chunkIndex(of: item)
    chunk = state.chunks[index]
    range = state.chunkStarts[index]..<state.chunkStarts[index] + chunk.count
  }

  mutating func item(at item: Int) -> Item {
    let index = find(item)
    return chunk.columns.item(at: index)
  }
}
