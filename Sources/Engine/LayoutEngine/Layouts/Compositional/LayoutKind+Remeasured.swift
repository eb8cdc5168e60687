extension LayoutKind {
  /// The measured elements that a batch brings into a section of a compositional layout that measures otherwise than the
  /// one they were in: those of moved items, and of sections that have another definition at their new place.
  ///
  /// - Parameters:
  ///   - measured: the sections after the batch, with the measurements.
  ///   - described: the same sections without them.
  ///   - container: that of the measurements.
  /// - Complexity: O(k log k + d log k + m) for a batch of k, d definitions, and the m items of such sections.
  package func remeasuredElements(
    after map: UpdateMap, in measured: SectionList, describedBy described: SectionList, container: Container
  ) -> [ElementPath] {
    guard let layout: CompositionalLayout = layout() else { return [] }
    let chosen = layout.chosen(for: container)
    guard chosen.sections.count > 1 else { return [] }
    let moved = map.itemSources.filter { chosen.measuresOtherwise($0.value.section, $0.key.section) }
    var paths = moved.keys.sorted().map { ElementPath.cell($0.section, $0.item) }
    for section in chosen.redefinedSections(by: map) {
      measured.forEachItem(differingFrom: described, inSection: section) { path, _ in
        if map.itemSources[path] == nil { paths.append(.cell(path.section, path.item)) }
      }
      measured.forEachView(differingFrom: described, inSection: section) { path, _ in paths.append(path) }
    }
    return paths
  }
}

extension CompositionalLayout {
  /// Whether a section at one index measures its cells otherwise than at another.
  fileprivate func measuresOtherwise(_ first: Int, _ second: Int) -> Bool {
    let (first, second) = (definition(of: first), definition(of: second))
    return first != second && !sections[first].measures(as: sections[second], along: scrollDirection)
  }

  /// The new indices of sections that stay, and measure otherwise than before. Only those with a definition of their own,
  /// before or after, can have another one.
  fileprivate func redefinedSections(by map: UpdateMap) -> [Int] {
    guard !map.sections.vacated.isEmpty || !map.sections.taken.isEmpty else { return [] }
    var redefined: Set<Int> = []
    for index in 0..<min(sections.count, map.sections.oldCount) {
      guard let new = map.newSection(of: index), measuresOtherwise(index, new) else { continue }
      redefined.insert(new)
    }
    for index in 0..<min(sections.count, map.sections.newCount) {
      guard let old = map.oldSection(of: index), measuresOtherwise(old, index) else { continue }
      redefined.insert(index)
    }
    return redefined.sorted()
  }
}

extension CompositionalSection {
  /// Whether cells have the same space to be measured in as in another section.
  fileprivate func measures(as other: CompositionalSection, along axis: ScrollAxis) -> Bool {
    let (insets, others) = (axis.axialInsets(contentInsets), axis.axialInsets(other.contentInsets))
    return kind?.arrangement == other.kind?.arrangement && group == other.group
      && (orthogonalScrolling == .none) == (other.orthogonalScrolling == .none)
      && (insets.leading, insets.trailing) == (others.leading, others.trailing)
      && contentInsetsReference == other.contentInsetsReference && lengthsScaleWith == other.lengthsScaleWith
  }
}
