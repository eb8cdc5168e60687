/// An extent of a group or an item, resolved.
struct ResolvedExtent {
  var points: Double
  /// What the members of a group of that extent may fill: `points` before they were snapped, where that is more.
  var fit: Double
  /// Whether the content decides it, so that `points` is only an estimate.
  var isOpen = false
  /// Whether it is a fraction of an extent that is open itself.
  var isFractionOfOpen = false

  /// - Parameter fit: nil is `points`.
  init(points: Double, fit: Double? = nil, isOpen: Bool = false, isFractionOfOpen: Bool = false) {
    self.points = points
    self.fit = fit ?? points
    self.isOpen = isOpen
    self.isFractionOfOpen = isFractionOfOpen
  }
}

extension GroupSolver {
  /// A group's extents, snapped, and the space that they leave its members.
  func extents(
    of group: LayoutGroup, in room: Room, forced: ForcedLength?
  ) -> (width: ResolvedExtent, height: ResolvedExtent, inner: Room) {
    let width = extent(group.size.width, in: room, forced: forced?.width)
    let height = extent(group.size.height, in: room, forced: forced?.height)
    let inner = Room(
      size: Size(width: width.points, height: height.points).less(group.contentInsets),
      isOpenWidth: width.isOpen, isOpenHeight: height.isOpen,
      limit: Size(
        width: width.isOpen ? room.limit.width : width.points,
        height: height.isOpen ? room.limit.height : height.points
      ).less(group.contentInsets),
      fit: Size(width: width.fit, height: height.fit).less(group.contentInsets))
    return (width, height, inner)
  }

  /// A group's size, where its content decides the open extents.
  func size(
    of content: Size, with insets: Insets, width: ResolvedExtent, height: ResolvedExtent
  ) -> Size {
    Size(
      width: width.isOpen ? max(0, grid.nearest(content.width + insets.left + insets.right)) : width.points,
      height: height.isOpen
        ? max(0, grid.nearest(content.height + insets.top + insets.bottom)) : height.points)
  }

  /// Resolves a group's extent, snapped to the pixel.
  private func extent(
    _ dimension: LayoutDimension, in room: Room, forced: ResolvedExtent?
  ) -> ResolvedExtent {
    if let forced { return forced }
    var extent = resolve(dimension, in: room)
    extent.points = grid.nearest(extent.points)
    extent.fit = max(extent.fit, extent.points)
    return extent
  }

  /// Resolves a dimension as far as the room does; the content may still decide.
  func resolve(_ dimension: LayoutDimension, in room: Room) -> ResolvedExtent {
    switch dimension {
    case .absolute(let points):
      ResolvedExtent(points: Self.limited(points))
    case .estimated(let estimate), .uniformAcrossSiblings(let estimate):
      ResolvedExtent(points: Self.limited(estimate), isOpen: true)
    case .fractionalWidth(let fraction):
      ResolvedExtent(
        points: Self.limited(fraction * room.size.width), fit: Self.limited(fraction * room.fit.width),
        isFractionOfOpen: room.isOpenWidth)
    case .fractionalHeight(let fraction):
      ResolvedExtent(
        points: Self.limited(fraction * room.size.height), fit: Self.limited(fraction * room.fit.height),
        isFractionOfOpen: room.isOpenHeight)
    }
  }

  /// Fractions of fractions can grow beyond any number; no extent is longer than a coordinate can be.
  private static func limited(_ points: Double) -> Double {
    min(max(0, points), Coordinate.limit)
  }

  /// The extents of an item or an attached view; its content decides those that the definition leaves open.
  func size(_ definition: LayoutSize, in room: Room, content: OpenSize) -> ResolvedSize {
    let width = resolve(definition.width, in: room)
    let height = resolve(definition.height, in: room)
    var size = ResolvedSize(width: width, height: height, isEstimated: false)
    var isMeasured = true
    if width.isOpen {
      let fromHeight = height.isOpen ? nil : content.aspectRatio.map { height.points * $0 }
      if let measured = content.width ?? fromHeight {
        size.width.points = Self.limited(measured)
      } else if content.aspectRatio == nil {
        isMeasured = false
      }
    }
    if height.isOpen {
      let fromWidth = content.aspectRatio.map { size.width.points / $0 }
      if let measured = content.height ?? fromWidth {
        size.height.points = Self.limited(measured)
      } else {
        isMeasured = false
      }
    }
    size.isEstimated = (width.isOpen || height.isOpen) && (content.isEstimated || !isMeasured)
    return size
  }
}

/// The extents of an item or an attached view.
struct ResolvedSize {
  var width: ResolvedExtent
  var height: ResolvedExtent
  var isEstimated: Bool

  /// The extents that content decides, in a room that limits them.
  func open(in room: Room) -> OpenExtents {
    var open = OpenExtents.none
    if width.isOpen { open.width = room.limit.width }
    if height.isOpen { open.height = room.limit.height }
    return open
  }

  func extent(along axis: ScrollAxis) -> ResolvedExtent { axis == .vertical ? height : width }

  func extent(across axis: ScrollAxis) -> ResolvedExtent { axis == .vertical ? width : height }
}
