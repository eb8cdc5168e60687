/// The space in which a formula places the items of one section.
struct FormulaRoom: Sendable {
  let axis: ScrollAxis
  let grid: PixelGrid
  let count: Int
  /// The extent of the visible rect along the scroll direction.
  let viewLength: Double
  /// The size of the visible rect, less the section's insets.
  let stretch: AxialSize
  /// The section's insets.
  let insets: AxialInsets
  /// The size of an item that gives none.
  let common: AxialSize
  /// The largest extents of any item.
  let largest: AxialSize
  /// The places of items that take as much space as they are long; nil where positions are evenly apart.
  let places: ItemPlaces?
  /// Whether no section with items comes before this one, or after it.
  let isFirst: Bool
  let isLast: Bool
}

/// A section whose items stand around its middle: as long as the visible rect, or as long as its items need.
struct CenteredStretch: Sendable {
  let length: Double
  let breadth: Double
  /// The middle.
  let center: AxialPoint

  /// - Parameter reach: how far the centres of items lie from the middle, to either side.
  init(_ room: FormulaRoom, reach: AxialPoint) {
    let span = max(room.stretch.breadth, 2 * reach.across + room.largest.breadth)
    length = room.count == 0 ? 0 : max(room.stretch.length, 2 * reach.along + room.largest.length)
    breadth = room.count == 0 ? 0 : room.insets.leading + span + room.insets.trailing
    center = AxialPoint(along: length / 2, across: room.insets.leading + span / 2)
  }
}
