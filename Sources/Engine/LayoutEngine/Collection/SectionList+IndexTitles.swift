/// A section's title in the index of a collection, as at the side of a table (`sectionIndexTitles(for:)`).
package struct SectionIndexTitle: Hashable, Sendable {
  /// The title, as the section gives it.
  package let title: String
  /// The index of the section.
  package let section: Int
}

extension SectionList {
  /// The titles of the sections that have one, in the order of the sections.
  ///
  /// - Complexity: O(k log n) for k titles of n sections.
  package var indexTitles: [SectionIndexTitle] {
    (0..<tree.totals.indexTitles).compactMap { number in
      guard let place = tree.leaf(beyond: Double(number), by: { Double($0.indexTitles) }),
        let title = place.leaf.indexTitle
      else { return nil }
      return SectionIndexTitle(title: title, section: place.index)
    }
  }
}
