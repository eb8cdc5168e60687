/// Turns the scroll-direction coordinates that a kind computes in into content coordinates, and back.
///
/// The three things that happen to every frame at the end, once: the axis is named, right to left mirrors,
/// and the origin snaps to a pixel.
struct ContentSpace: Sendable {
  let axis: ScrollAxis
  let grid: PixelGrid
  /// The width of the content, which right to left mirrors in; nil reads left to right.
  let mirrorWidth: Double?

  @inline(__always)
  func place(_ rect: AxialRect) -> Rect {
    var placed = axis.rect(rect)
    if let mirrorWidth { placed.x = mirrorWidth - placed.maxX }
    placed.x = grid.nearest(placed.x)
    placed.y = grid.nearest(placed.y)
    return placed
  }

  func axialRect(_ rect: Rect) -> AxialRect {
    var rect = rect
    if let mirrorWidth { rect.x = mirrorWidth - rect.maxX }
    return axis.axialRect(rect)
  }

  /// A distance from the leading edge across the scroll direction, in content coordinates.
  func vector(across distance: Double) -> Point {
    switch axis {
    case .vertical: Point(x: mirrorWidth == nil ? distance : -distance, y: 0)
    case .horizontal: Point(x: 0, y: distance)
    }
  }
}
