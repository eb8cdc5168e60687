/// A layout kind whose sections follow one another and do not depend on each other: the sections that a batch does not
/// change stay solved.
protocol StackedKind: CollectionLayout where Solved == StackedLayout<Body> {
  associatedtype Body: SectionBody

  func solved(_ section: Section, in container: Container) -> StackedSection<Body>

  /// Solves a section of which a batch changed some items.
  ///
  /// - Parameters:
  ///   - old: the section before, as this layout solved it for the container.
  ///   - edits: the edits that make its items those of `section`.
  func solved(
    _ section: Section, reusing old: StackedSection<Body>, _ edits: ItemEdits, in container: Container
  ) -> StackedSection<Body>

  /// The layout of the solved sections.
  func stack(
    _ solved: SummaryTree<StackedSection<Body>>, of sections: SectionList, in container: Container
  ) -> StackedLayout<Body>
}

extension StackedKind {
  /// - Complexity: that of solving every section.
  func prepare(_ sections: SectionList, in container: Container) -> StackedLayout<Body> {
    stack(sections.solved { solved($1, in: container) }, of: sections, in: container)
  }

  /// - Complexity: O(k log s) for s sections of which k change, and that of solving those.
  func prepare(
    _ updated: SectionList.Updated, from old: StackedLayout<Body>, in container: Container
  ) -> StackedLayout<Body> {
    let neighbour = old.sections.leafCount > 0 ? old.sections.leaf(at: 0).leaf : nil
    let followed = updated.follow(old.sections) { section, _ in
      var solved = solved(section, in: container)
      if let neighbour { solved.share(with: neighbour) }
      return solved
    } changing: { section, old, edits, _ in
      solved(section, reusing: old, edits, in: container)
    }
    return stack(followed, of: updated.sections, in: container)
  }

  func solved(
    _ section: Section, reusing old: StackedSection<Body>, _ edits: ItemEdits, in container: Container
  ) -> StackedSection<Body> { solved(section, in: container) }
}
