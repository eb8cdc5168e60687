extension SectionList.Updated {
  /// Makes the batch's change to a tree that has one leaf for each section before.
  ///
  /// - Parameters:
  ///   - make: the leaf of a section, at its place after, of which nothing before can be used.
  ///   - change: the leaf of a section, at its place after, that is as it was but for some items.
  /// - Complexity: O(k log s) for s sections of which k change, and what the leaves cost.
  func follow<Leaf: Summarized>(
    _ tree: SummaryTree<Leaf>, making make: (Section, Int) -> Leaf,
    changing change: (Section, Leaf, ItemEdits, Int) -> Leaf
  ) -> SummaryTree<Leaf> {
    var tree = tree
    // In the order in which the sections changed: first those that stay, by their places before.
    for (old, edits) in itemEdits {
      guard let new = map.newSection(of: old), !replacedSections.contains(new) else { continue }
      tree = tree.replacing(old, with: change(sections[new], tree.leaf(at: old).leaf, edits, new))
    }
    if !map.sections.vacated.isEmpty || !map.sections.taken.isEmpty {
      var moved: [Int: Leaf] = [:]
      for (from, to) in map.movedSections { moved[to] = tree.leaf(at: from).leaf }
      for old in map.sections.vacated.reversed() { tree = tree.replacing(old..<old + 1, with: []) }
      for new in map.sections.taken {
        tree = tree.replacing(new..<new, with: [moved[new] ?? make(sections[new], new)])
      }
    }
    for new in replacedSections where map.origin(ofSection: new) != .inserted {
      tree = tree.replacing(new..<new + 1, with: [make(sections[new], new)])
    }
    return tree
  }
}
