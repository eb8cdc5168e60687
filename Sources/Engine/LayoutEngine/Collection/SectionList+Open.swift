/// Finds items whose size is open, by the totals of the trees that hold them.
extension SectionList {
  /// The number of items before a position whose size a layout may only estimate, and the number of all items before
  /// it.
  ///
  /// - Complexity: O(s + log n) for s sections and n items.
  package func openItemCount(
    before path: IndexPath, as kind: LayoutKind
  ) -> (open: Int, all: Int) {
    var counts = (open: 0, all: 0)
    forEachSection(through: path) { section, index, items in
      counts.all += items
      counts.open += section.items.openCount(before: items, kind.estimatedItems(of: section, at: index))
    }
    return counts
  }

  /// Visits such items before a position, the nearest first, until `visit` returns false.
  ///
  /// - Complexity: O(s + v log n) for s sections and n items, of which v are visited.
  package func forEachOpenItem(before path: IndexPath, as kind: LayoutKind, _ visit: (IndexPath) -> Bool) {
    var sections: [(section: Section, index: Int, items: Int)] = []
    forEachSection(through: path) { sections.append(($0, $1, $2)) }
    for (section, index, items) in sections.reversed() {
      let wanted = kind.estimatedItems(of: section, at: index)
      for rank in (0..<section.items.openCount(before: items, wanted)).reversed() {
        guard let item = section.items.openItem(ofRank: rank, wanted),
          visit(IndexPath(section: index, item: item))
        else { return }
      }
    }
  }

  /// Visits the sections up to that of a position, each with the number of its items before the position.
  private func forEachSection(through path: IndexPath, _ visit: (Section, Int, Int) -> Void) {
    tree.forEachLeaf { position in
      guard position.index <= path.section else { return false }
      let count = position.leaf.items.count
      visit(position.leaf, position.index, position.index < path.section ? count : min(path.item, count))
      return true
    }
  }
}

extension ItemSequence {
  /// The number of wanted items before one.
  ///
  /// - Complexity: O(log n + c) for n items in chunks of c.
  func openCount(before item: Int, _ wanted: EstimatedItems) -> Int {
    guard item < count else { return wanted.count(chunks.totals) }
    guard let position = chunks.leaf(beyond: Double(item), by: { Double($0.items) }) else { return 0 }
    let place = item - position.before.items
    let inChunk =
      position.leaf.isRun
      ? (wanted == .all ? place : 0) : (0..<place).count { wanted.contains($0, of: position.leaf) }
    return wanted.count(position.before) + inChunk
  }

  /// The wanted item that has `rank` wanted items before it; nil if there is none.
  ///
  /// - Complexity: O(log n + c) for n items in chunks of c.
  func openItem(ofRank rank: Int, _ wanted: EstimatedItems) -> Int? {
    guard rank >= 0, rank < wanted.count(chunks.totals),
      let position = chunks.leaf(beyond: Double(rank), by: { Double(wanted.count($0)) })
    else { return nil }
    var left = rank - wanted.count(position.before)
    if position.leaf.isRun { return position.before.items + left }
    for place in 0..<position.leaf.count where wanted.contains(place, of: position.leaf) {
      if left == 0 { return position.before.items + place }
      left -= 1
    }
    return nil
  }
}
