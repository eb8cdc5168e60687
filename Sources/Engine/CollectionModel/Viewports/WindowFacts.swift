import LayoutEngine

/// Facts about the window of a viewport that do not follow from the elements in it.
package struct WindowFacts {
  /// The number of items of each section that has an element in the window, in ascending order.
  package let itemCounts: [(section: Int, count: Int)]
  /// The number of items in the sections behind the last of these.
  package let itemsBehind: Int
  /// Where the elements in the window that pin may begin.
  package let pinRanges: [PinRange]
  /// The sections in the window that scroll across.
  package let orthogonalSections: [OrthogonalSection]
  /// How far they are scrolled.
  package let orthogonalOffsets: OrthogonalOffsets
  /// Whether the leading edge of the layout is the right one; nil in a container from left to right, where it never is.
  package let isMirrored: Bool?
}

extension SolvedCollection {
  /// Facts about the window of a viewport; nil if there is no such viewport, or if it has no bounds.
  ///
  /// - Complexity: O(v + (s + p) log n) for v elements of n in the window, s sections, and p elements that pin; without a
  ///   step of scrolling before, also that of finding the elements.
  package func windowFacts(of name: String) -> WindowFacts? {
    guard let viewport = viewport(name), let bounds = viewport.bounds,
      let list = window(of: viewport, name)?.list
    else { return nil }
    let sections = sections(shownOn: name)
    let layout = layout(shownOn: name, viewport).scrolled(across: viewport.orthogonalOffsets)
    let counts = sections.itemCounts(of: list)
    return WindowFacts(
      itemCounts: counts, itemsBehind: counts.last.map { sections.itemCount(behind: $0.section) } ?? 0,
      pinRanges: layout.pinRanges(of: list, bounds: bounds),
      orthogonalSections: layout.orthogonalSections(in: viewport.window),
      orthogonalOffsets: viewport.orthogonalOffsets,
      isMirrored: viewport.container.direction == .rightToLeft ? layout.isMirrored : nil)
  }
}
