/// A boundary item of a section or of the whole layout, in its natural place.
struct PlacedBoundaryItem: Sendable {
  var kind: ElementKind
  /// Its number among those of its kind.
  var index: Int
  /// In the coordinates of its section or layout; x runs from the leading edge.
  var frame: Rect
  /// The visible edge that it stays at, from the start to the end of its section or layout; nil if it does not pin.
  var pins: PinnedEdge?
  /// How far from the visible start it stays: below the headers that pin there, if it stands beside the content.
  var pinOffset: Double
  /// Its own; nil if the definition has none.
  var zIndex: Int?
  var isEstimated: Bool
  var open: OpenExtents
  /// Whether it stands at the far edge, as a footer does.
  var isTrailing: Bool

  /// Where it stands along the axis while `visible` is the visible part of its section or layout.
  ///
  /// - Parameter limits: the stretch that it stays in.
  func place(
    along axis: ScrollAxis, in visible: ClosedRange<Double>?, limits: ClosedRange<Double>
  ) -> Double {
    let natural = axis.axialRect(frame)
    guard let visible else { return natural.along }
    switch pins {
    case nil: return natural.along
    case .start:
      return max(natural.along, min(visible.lowerBound + pinOffset, limits.upperBound - natural.length))
    case .end:
      return min(natural.along, max(visible.upperBound - natural.length, limits.lowerBound))
    }
  }
}

/// Boundary items measured: what room they make at each edge, before they are placed.
struct BoundaryItems: Sendable {
  struct Measured: Sendable {
    var item: BoundaryItem
    var size: Size
    var isEstimated: Bool
    var open: OpenExtents
    /// Its number among those of its kind.
    var index: Int
    /// How much of its edge's room lies outside it.
    var outside: Double
  }

  private(set) var items: [Measured] = []
  /// The space at each edge of items that extend the boundary, outside the content and its insets.
  private(set) var room = Insets.zero
  /// The largest height of the items that make room beside the content.
  private(set) var heightBeside = 0.0

  /// - Parameters:
  ///   - container: the size to which fractions refer.
  ///   - axis: the scroll direction, in which extents that the content decides have no limit.
  ///   - views: the client's description of a view, by its kind and number.
  init(
    _ definitions: [BoundaryItem], in container: Size, along axis: ScrollAxis, on grid: PixelGrid,
    views: (String, Int) -> Supplementary?
  ) {
    let room = Room(
      size: container, limit: axis.size(length: .infinity, breadth: axis.breadth(of: container)))
    let solver = GroupSolver(grid: grid, sizes: NoSizes(), budget: .max)
    var numbers: [String: Int] = [:]
    // Items of one alignment stand one inside the other, the first outermost; different ones side by side.
    var taken: [BoundaryItem.Alignment: Double] = [:]
    for item in definitions {
      let index = numbers[item.kind, default: 0]
      numbers[item.kind] = index + 1
      let view = views(item.kind, index)
      let resolved = solver.size(item.size, in: room, content: view?.openSize ?? .unknown)
      var size = Size(
        width: grid.nearest(resolved.width.points), height: grid.nearest(resolved.height.points))
      if let view, view.content != nil, view.size == nil {
        // One without extent would be no element, and never be measured.
        if resolved.width.isOpen, size.width == 0 { size.width = Strip.length(estimatedOn: grid) }
        if resolved.height.isOpen, size.height == 0 { size.height = Strip.length(estimatedOn: grid) }
      }
      var outside = 0.0
      if item.extendsBoundary, let edge = item.edge {
        outside = taken[item.alignment, default: 0]
        taken[item.alignment] = outside + edge.depth(of: size)
        self.room.extend(edge, to: outside + edge.depth(of: size))
        if item.isBeside, item.partOfHeight == nil { heightBeside = max(heightBeside, size.height) }
      }
      items.append(
        Measured(
          item: item, size: size, isEstimated: resolved.isEstimated, open: resolved.open(in: room),
          index: index, outside: outside))
    }
  }

  /// Puts the items at the edges of `outer`, which includes the room that they make.
  ///
  /// - Parameter axis: the scroll direction, in which items pin.
  func placed(in outer: Rect, axis: ScrollAxis, on grid: PixelGrid) -> [PlacedBoundaryItem] {
    let beside = outer.inset(by: Insets(top: room.top, bottom: room.bottom))
    let pinnedHeight = items.reduce(0.0) { height, measured in
      let pins = measured.item.pinToVisibleBounds && measured.item.extendsBoundary
      return pins && measured.item.edge == .top ? max(height, measured.size.height) : height
    }
    return items.map { measured in
      let item = measured.item
      // Items that make no room stand inside the room of those that do.
      let box =
        !item.extendsBoundary ? outer.inset(by: room) : item.isBeside ? beside : outer
      var size = measured.size
      if let part = item.partOfHeight { size.height = grid.nearest(max(0, part) * beside.height) }
      let inset = item.edge.map { edge in Insets().extended(edge, to: measured.outside) } ?? .zero
      let anchored = LayoutAnchor(
        horizontal: item.horizontal, vertical: item.vertical, offset: .absolute(item.absoluteOffset))
      let view = AnchoredItem(kind: item.kind, size: item.size, containerAnchor: anchored)
      return PlacedBoundaryItem(
        kind: ElementKind(category: .supplementary, name: item.kind), index: measured.index,
        frame: view.frame(of: size, on: box.inset(by: inset)),
        pins: item.pinToVisibleBounds ? item.pinnedEdge(along: axis) : nil,
        pinOffset: axis == .vertical && item.isBeside ? pinnedHeight : 0, zIndex: item.zIndex,
        isEstimated: measured.isEstimated, open: measured.open, isTrailing: item.isTrailing(along: axis))
    }
  }
}

extension BoundaryItem {
  /// An item at the far edge pins to the visible end, every other to the visible start.
  fileprivate func pinnedEdge(along axis: ScrollAxis) -> PinnedEdge {
    isTrailing(along: axis) ? .end : .start
  }

  fileprivate func isTrailing(along axis: ScrollAxis) -> Bool {
    (axis == .vertical ? vertical : horizontal) == .end
  }
}

extension BoundaryItem.Edge {
  /// The space that an item of that size takes from its edge.
  fileprivate func depth(of size: Size) -> Double {
    switch self {
    case .top, .bottom: size.height
    case .leading, .trailing: size.width
    }
  }
}

extension Insets {
  fileprivate mutating func extend(_ edge: BoundaryItem.Edge, to depth: Double) {
    switch edge {
    case .top: top = max(top, depth)
    case .leading: left = max(left, depth)
    case .bottom: bottom = max(bottom, depth)
    case .trailing: right = max(right, depth)
    }
  }

  fileprivate func extended(_ edge: BoundaryItem.Edge, to depth: Double) -> Insets {
    var insets = self
    insets.extend(edge, to: depth)
    return insets
  }

  static func + (a: Insets, b: Insets) -> Insets {
    Insets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }
}
