/// A solved custom layout. Formulas are evaluated for each element on demand; only boxes around many items are stored.
final class CustomSolution: Sendable {
  let contentSize: Size
  let warnings: [LayoutWarning]
  private let container: Container
  /// Copied by each query, which turns its copy from element to element.
  let placers: CustomPlacers
  let sections: SummaryTree<CustomSection>

  /// - Parameter contentSize: nil is the smallest that reaches from the origin over all frames, and is as wide
  ///   as the container.
  init(
    container: Container, placers: CustomPlacers, sections: SummaryTree<CustomSection>, contentSize: Size?,
    warnings: [LayoutWarning]
  ) {
    self.container = container
    self.placers = placers
    self.sections = sections
    self.warnings = warnings
    let bounds = sections.totals.bounds
    self.contentSize =
      contentSize
      ?? Size(width: max(container.breadth(across: .vertical), bounds.trailing), height: max(0, bounds.end))
  }

  private var space: ContentSpace {
    ContentSpace(
      axis: .vertical, grid: container.grid,
      mirrorWidth: container.direction == .rightToLeft ? contentSize.width : nil)
  }
}

extension CustomSolution: SolvedLayout {
  var isMirrored: Bool { space.mirrorWidth != nil }

  var axis: ScrollAxis { .vertical }

  var followsVisibleRect: Bool { false }

  /// - Complexity: O(1).
  var coordinateBound: Double {
    let bounds = sections.totals.bounds
    guard bounds.items > 0 else { return 0 }
    // An element that begins before the origin is longer than it reaches beyond it.
    let farthest = max(
      -bounds.start, bounds.end, -bounds.leading, bounds.trailing, bounds.end - bounds.start,
      bounds.trailing - bounds.leading)
    return container.grid.bound(ofCoordinatesWithin: max(0, farthest) + (space.mirrorWidth ?? 0))
  }

  /// - Complexity: O(1).
  func elementCount(ofItems itemCount: Int) -> Int { itemCount + sections.totals.views }

  /// Views belong to their section, whatever the client calls their kind.
  func followsItem(_ kind: ElementKind, inSection section: Int) -> Bool { kind == .cell }

  /// - Complexity: O(b log n) for n elements, where b boxes around neighbours are met; O(n) for all.
  func elements(in rect: Rect?, visible: Rect?) -> ElementList {
    let space = space
    var collector = ElementCollector(space: space, filter: rect, pinRange: nil, focus: 0)
    var placers = placers
    let (along, across) = soughtRanges(of: rect, in: space)
    if rect == nil { collector.reserve(sections.totals.bounds.items) }
    sections.forEachLeaf(where: { $0.bounds.meets(along: along, across: across) }) { position in
      collector.section = position.index
      position.leaf.addElements(along: along, across: across, &placers, to: &collector)
    }
    return collector.list
  }

  /// - Complexity: O(log s + log n + k) for s sections of n items and k kinds of views.
  func attributes(of element: ElementPath, visible: Rect?) -> LayoutAttributes? {
    let path = element.indexPath
    guard path.section >= 0, path.section < sections.leafCount else { return nil }
    var collector = ElementCollector(space: space, filter: nil, pinRange: nil, focus: 0)
    var placers = placers
    collector.section = path.section
    sections.leaf(at: path.section).leaf.addElement(element.kind, path.item, &placers, to: &collector)
    return collector.list.count == 1 ? collector.list[0] : nil
  }

  /// The stretches of content in which frames may meet `rect`, before they are mirrored and snapped.
  ///
  /// Wider than the rect by what snapping moves frames, and by what rounding may lose of large numbers.
  private func soughtRanges(
    of rect: Rect?, in space: ContentSpace
  ) -> (along: ClosedRange<Double>, across: ClosedRange<Double>) {
    guard let rect else { return (.everything, .everything) }
    let sought = space.axialRect(rect)
    let bounds = sections.totals.bounds
    let largest = [
      contentSize.width, sought.along, sought.end, sought.across, sought.across + sought.breadth,
      bounds.items == 0 ? 0 : max(-bounds.start, bounds.end, -bounds.leading, bounds.trailing),
    ].reduce(0) { max($0, abs($1)) }
    let margin = max(1, container.grid.hairline, largest * 0x1p-50)
    return (sought.stretch.widened(by: margin), sought.stretchAcross.widened(by: margin))
  }
}
