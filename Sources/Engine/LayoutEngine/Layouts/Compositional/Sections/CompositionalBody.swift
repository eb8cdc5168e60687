/// A solved section of a compositional layout: its groups, its boundary items and its decorations.
///
/// It brings its own headers and footers, so its section has no strips. Positions are in the section's coordinates, x
/// from the leading edge, until they are handed to the collector.
struct CompositionalBody: Sendable {
  let section: Section
  let definition: CompositionalSection
  let axis: ScrollAxis
  let groups: GroupRun
  /// Whether groups are broader than the space around them.
  let isTooBroad: Bool
  /// Where the run of groups begins.
  let groupsOrigin: Point
  let boundary: [PlacedBoundaryItem]
  /// Where the room of boundary items at the start ends, and where that at the end begins, along the axis.
  let pinLimits: ClosedRange<Double>
  let decorations: [PlacedDecoration]
  /// The part of an orthogonal section that scrolls across, from side to side of the content.
  let scroller: ClosedRange<Double>
  let breadth: Double
  let length: Double
  let leadingOverhang: Double
  let overlap: Double
  let warning: BodyWarning?

  /// A view behind the section, with its frame.
  struct PlacedDecoration: Sendable {
    var kind: ElementKind
    var index: Int
    var frame: Rect
    var zIndex: Int
  }

  var isOrthogonal: Bool { definition.orthogonalScrolling != .none }
}

extension CompositionalBody: SectionBody {
  var sideReach: Double {
    let overhang = groups.overhang.before + groups.overhang.after
    let sideOverhang = groups.sideOverhang.before + groups.sideOverhang.after
    let run = groups.length + groups.breadth + overhang + sideOverhang
    let insets = definition.contentInsets
    let others = max(boundary.farthest, decorations.reduce(0) { max($0, $1.frame.farthest) })
    return abs(groupsOrigin.x) + abs(groupsOrigin.y) + run + others
      + abs(insets.left) + abs(insets.right) + abs(insets.top) + abs(insets.bottom)
  }

  var followsVisibleRect: Bool {
    boundary.contains { $0.pins != nil }
  }

  /// Adds every element of the section in the order of the wire.
  ///
  /// - Complexity: O(log g + f) for g groups, O(1 + f) where they are alike; f elements are found.
  func addCells(meeting range: ClosedRange<Double>, to collector: inout ElementCollector) {
    collector.scroll(across: isOrthogonal ? collector.orthogonalOffsets[collector.section] : 0)
    let found = groups.groups(meeting: runRange(meeting: range, collector))
    let views = attachedViews(in: found)
    addViews(views, where: { $0 == .header }, to: &collector)
    addViews(views, where: { $0 != .header && $0 != .footer }, to: &collector)
    addCells(of: found, to: &collector)
    addViews(views, where: { $0 == .footer }, to: &collector)
    collector.scroll(across: 0)
    for decoration in decorations { add(decoration, to: &collector) }
  }

  /// - Complexity: O(log g + c) for g groups of c cells.
  func addCell(_ item: Int, to collector: inout ElementCollector) {
    guard item >= 0, item < groups.itemCount else { return }
    let placed = groups.group(groups.group(of: item))
    guard var cursor = ItemCursor(section.items, at: item) else { return }
    add(item, of: placed, &cursor, to: &collector)
  }

  /// Adds one supplementary view or decoration.
  ///
  /// - Complexity: O(log g + c) for g groups of c cells.
  func addElement(_ kind: ElementKind, _ index: Int, to collector: inout ElementCollector) {
    if kind.category == .decoration {
      if let found = decorations.first(where: { $0.kind == kind && $0.index == index }) {
        add(found, to: &collector)
      }
      return
    }
    if let found = boundary.first(where: { $0.kind == kind && $0.index == index }) {
      return add(found, to: &collector)
    }
    guard let group = group(ofView: kind.name, index) else { return }
    for view in attachedViews(in: group..<group + 1) where view.kind == kind && view.index == index {
      add(view, to: &collector)
    }
  }
}

extension [PlacedBoundaryItem] {
  /// A bound of the magnitudes of their coordinates.
  var farthest: Double { reduce(0) { Swift.max($0, $1.frame.farthest) } }
}

extension Rect {
  /// A bound of the magnitudes of its coordinates.
  fileprivate var farthest: Double { abs(x) + abs(y) + width + height }
}

extension CompositionalBody {
  /// The stretch of the run in which groups may meet the stretch of the section that is sought.
  private func runRange(
    meeting range: ClosedRange<Double>, _ collector: borrowing ElementCollector
  ) -> ClosedRange<Double> {
    if !isOrthogonal {
      let start = axis.axialRect(groupsOriginRect).along
      return range.moved(by: -start)
    }
    guard let sought = collector.sought else { return .everything }
    let start = axis.axialRect(groupsOriginRect).across
    return sought.stretchAcross.moved(by: collector.scrolledAcross - start)
  }

  private var groupsOriginRect: Rect { Rect(x: groupsOrigin.x, y: groupsOrigin.y, width: 0, height: 0) }

  /// Where a group stands in the section.
  func origin(ofGroupAt offset: Double) -> Point {
    groups.axis == .vertical
      ? Point(x: groupsOrigin.x, y: groupsOrigin.y + offset)
      : Point(x: groupsOrigin.x + offset, y: groupsOrigin.y)
  }

  private func addCells(of found: Range<Int>, to collector: inout ElementCollector) {
    guard !found.isEmpty else { return }
    let first = groups.group(found.lowerBound)
    guard var cursor = ItemCursor(section.items, at: first.items.lowerBound) else { return }
    if found.count == groups.count { collector.reserve(groups.itemCount) }
    for number in found where !collector.isStopped {
      let placed = groups.group(number)
      for item in placed.items { add(item, of: placed, &cursor, to: &collector) }
    }
  }

  private func add(
    _ item: Int, of placed: GroupRun.Placed, _ cursor: inout ItemCursor,
    to collector: inout ElementCollector
  ) {
    guard placed.items.contains(item) else { return }
    let cell = placed.group.cells[item - placed.items.lowerBound]
    cursor.move(to: item)
    let appearances = cursor.chunk.appearances
    collector.addCell(
      item, axis.axialRect(cell.frame.moved(by: origin(ofGroupAt: placed.offset))),
      isEstimated: cell.isEstimated,
      appearance: appearances.isEmpty ? nil : appearances[item - cursor.first])
  }

  private func add(_ decoration: PlacedDecoration, to collector: inout ElementCollector) {
    collector.add(
      kind: collector.code(of: decoration.kind), item: decoration.index, axis.axialRect(decoration.frame),
      isEstimated: false, appearance: Appearance(zIndex: decoration.zIndex))
  }

  func add(_ item: PlacedBoundaryItem, to collector: inout ElementCollector) {
    collector.add(item, axis, limits: pinLimits)
  }
}

extension ElementCollector {
  /// Takes a boundary item, pinned if it pins.
  mutating func add(_ item: PlacedBoundaryItem, _ axis: ScrollAxis, limits: ClosedRange<Double>) {
    var rect = axis.axialRect(item.frame)
    guard rect.length > 0, rect.breadth > 0 else { return }
    let natural = rect.along
    rect.along = item.place(along: axis, in: pinRange?.moved(by: -origin), limits: limits)
    let isPinned = abs(rect.along - natural) > 1e-6
    add(
      kind: code(of: item.kind), item: item.index, rect, isEstimated: item.isEstimated,
      isPinned: isPinned, pins: item.pins,
      appearance: Appearance(
        zIndex: item.zIndex ?? (isPinned ? Pinning.zIndex : AnchoredItem.defaultZIndex)))
  }
}
