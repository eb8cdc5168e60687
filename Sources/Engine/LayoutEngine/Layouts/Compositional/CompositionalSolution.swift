/// A solved compositional layout: its sections stacked, and the boundary items at the edges of them all.
final class CompositionalSolution: Sendable {
  let layout: CompositionalLayout
  let stack: StackedLayout<CompositionalContent>
  /// At the edges of the whole content, x from the leading edge.
  let boundary: [PlacedBoundaryItem]
  let pinLimits: ClosedRange<Double>
  /// How many members were measured for it, at least as many as it would take to lay it out anew.
  let measured: Int
  /// How far sections are scrolled across in queries.
  private let orthogonalOffsets: OrthogonalOffsets

  init(
    layout: CompositionalLayout, stack: StackedLayout<CompositionalContent>, boundary: [PlacedBoundaryItem],
    pinLimits: ClosedRange<Double>, measured: Int, orthogonalOffsets: OrthogonalOffsets = OrthogonalOffsets()
  ) {
    self.layout = layout
    self.stack = stack
    self.boundary = boundary
    self.pinLimits = pinLimits
    self.measured = measured
    self.orthogonalOffsets = orthogonalOffsets
  }
}

extension CompositionalSolution: SolvedLayout {
  var axis: ScrollAxis { stack.axis }

  var isMirrored: Bool { stack.isMirrored }

  /// - Complexity: O(1).
  var contentSize: Size { stack.contentSize }

  /// - Complexity: O(b) for b boundary items of the whole layout.
  var coordinateBound: Double {
    stack.coordinateBound + stack.container.grid.bound(ofCoordinatesWithin: boundary.farthest)
  }

  /// - Complexity: O(s) for s sections.
  var warnings: [LayoutWarning] { layout.warnings(of: stack) }

  /// - Complexity: O(s) for s sections.
  func elementCount(ofItems itemCount: Int) -> Int {
    var count = itemCount + boundary.count
    stack.sections.forEachLeaf {
      if let body = $0.leaf.body.groups {
        count += body.groups.viewCount + body.boundary.count + body.decorations.count
      }
      return true
    }
    return count
  }

  var followsVisibleRect: Bool {
    stack.followsVisibleRect || boundary.contains { $0.pins != nil }
  }

  /// - Complexity: O(log s + log g + f) for s sections of g groups; f elements are found.
  func elements(in rect: Rect?, visible: Rect?) -> ElementList {
    findElements(in: rect, visible: visible, except: nil)
  }

  /// - Complexity: O(s + r log n) for s sections of n items, of which r are not skipped.
  func elements(except skipped: [Int: [Range<Int>]], visible: Rect?) -> ElementList {
    findElements(in: nil, visible: visible, except: skipped)
  }

  private func findElements(
    in rect: Rect?, visible: Rect?, except skipped: [Int: [Range<Int>]]?
  ) -> ElementList {
    var collector = stack.collector(for: rect, visible: visible)
    collector.orthogonalOffsets = orthogonalOffsets
    addBoundary(to: &collector) { !$0.isTrailing }
    stack.addSections(except: skipped, to: &collector)
    addBoundary(to: &collector, where: { $0.isTrailing })
    return collector.list
  }

  /// Rows of sections that are lists; groups share none.
  func sharedCells(with old: any SolvedLayout, by map: UpdateMap) -> [SharedCells] {
    guard let old = old as? CompositionalSolution else { return [] }
    return stack.sharedCells(with: old.stack, by: map)
  }

  /// - Complexity: O(log s + log g + c) for s sections of g groups of c items.
  func attributes(of element: ElementPath, visible: Rect?) -> LayoutAttributes? {
    if boundary.contains(where: { $0.kind == element.kind }) {
      guard element.indexPath.section == 0 else { return nil }
      var collector = stack.collector(for: nil, visible: visible)
      addBoundary(to: &collector) { $0.kind == element.kind && $0.index == element.indexPath.item }
      return collector.list.count == 1 ? collector.list[0] : nil
    }
    var collector = stack.collector(for: nil, visible: visible)
    collector.orthogonalOffsets = orthogonalOffsets
    stack.addElement(element, to: &collector)
    let list = collector.list
    return list.count == 1 && list[0].indexPath == element.indexPath ? list[0] : nil
  }

  /// - Complexity: O(log s) for s sections.
  func beginning(ofSection section: Int) -> Rect? { stack.beginning(ofSection: section) }

  /// - Complexity: O(log s + p) for p boundary items of the layout and of a section of s.
  func pinningViews(ofSection section: Int) -> [LayoutAttributes] {
    var collector = stack.collector(for: nil, visible: nil)
    addBoundary(to: &collector) { $0.pins != nil }
    if section >= 0, section < stack.sections.leafCount {
      let body = stack.sections.leaf(at: section).leaf.body.groups
      for item in body?.boundary ?? [] where item.pins != nil {
        let path = ElementPath(kind: item.kind, indexPath: IndexPath(section: section, item: item.index))
        stack.addElement(path, to: &collector)
      }
    }
    return (0..<collector.list.count).map { collector.list[$0] } + stack.pinningViews(ofSection: section)
  }

  private func addBoundary(
    to collector: inout ElementCollector, where isTaken: (PlacedBoundaryItem) -> Bool
  ) {
    collector.section = 0
    collector.origin = 0
    for item in boundary where isTaken(item) { collector.add(item, stack.axis, limits: pinLimits) }
  }

  /// - Complexity: O(log s + log g + c) for s sections of g groups of c items.
  func fittingRoom(of element: LayoutAttributes) -> FittingRoom {
    let own = boundary.first { $0.kind == element.kind && $0.index == element.indexPath.item }
    if let own { return FittingRoom(of: element.frame, upTo: own.open) }
    return stack.fittingRoom(of: element)
  }

  func followsItem(_ kind: ElementKind, inSection section: Int) -> Bool {
    guard section >= 0, section < stack.sections.leafCount, kind != .cell else { return kind == .cell }
    guard let body = stack.sections.leaf(at: section).leaf.body.groups else { return kind == .separator }
    return kind.category == .supplementary && body.definition.group.itemsHaveViews(kind.name)
  }

  /// - Complexity: O(s) for s sections; O(log s + f) where a rect finds f of them.
  func orthogonalSections(in rect: Rect?) -> [OrthogonalSection] {
    stack.orthogonalSections(in: rect)
  }

  /// - Complexity: O(log s + g) for s sections of g groups, O(log s) where the groups are alike.
  func orthogonalSection(_ section: Int) -> OrthogonalSection? { stack.orthogonalSection(section) }

  /// - Complexity: O(1).
  func scrolled(across offsets: OrthogonalOffsets) -> any SolvedLayout {
    guard offsets != orthogonalOffsets else { return self }
    return CompositionalSolution(
      layout: layout, stack: stack, boundary: boundary, pinLimits: pinLimits, measured: measured,
      orthogonalOffsets: offsets)
  }

  /// - Complexity: O(log s + log n) for s sections, n of which are scrolled.
  func orthogonalShift(ofSection section: Int) -> Point {
    let offset = orthogonalOffsets[section]
    guard offset != 0, section < stack.sections.leafCount,
      stack.sections.leaf(at: section).leaf.body.groups?.isOrthogonal == true
    else { return .zero }
    return stack.space.vector(across: -offset)
  }
}
