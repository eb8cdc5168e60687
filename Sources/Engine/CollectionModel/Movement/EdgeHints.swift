import LayoutEngine

/// How a drag near an edge of the viewport should scroll the content or turn a page.
public struct EdgeHints: Hashable, Sendable {
  /// The side towards which a page turns.
  public enum Page: String, Sendable { case left, right, up, down }

  /// How fast to scroll, from -1 (to the left, up) to 1, growing towards the edge; 0 does not scroll.
  public var autoScroll: Point
  /// The page to turn to at the outermost part of an edge; nil if none.
  public var page: Page?

  /// The distance from an edge within which the content scrolls: in points, or as a share of the viewport, whichever is
  /// less.
  static let zone = (points: 44.0, part: 0.1)
  /// The least `autoScroll` that turns a page.
  static let pageStrength = 0.75

  /// - Parameters:
  ///   - seen: the part of the bounds that the user sees: its edges are those at which the content scrolls.
  ///   - range: the content offsets to which the viewport can scroll, in points.
  init(at position: Point, in bounds: Rect, seen: Rect? = nil, range: (least: Point, most: Point)) {
    let seen = seen ?? bounds
    autoScroll = Point(
      x: Self.strength(
        position.x, from: seen.x, to: seen.maxX, zone: bounds.width * Self.zone.part,
        canGoBack: bounds.x > range.least.x, canGoOn: bounds.x < range.most.x),
      y: Self.strength(
        position.y, from: seen.y, to: seen.maxY, zone: bounds.height * Self.zone.part,
        canGoBack: bounds.y > range.least.y, canGoOn: bounds.y < range.most.y))
    guard max(abs(autoScroll.x), abs(autoScroll.y)) >= Self.pageStrength else { return }
    if abs(autoScroll.x) > abs(autoScroll.y) {
      page = autoScroll.x < 0 ? .left : .right
    } else {
      page = autoScroll.y < 0 ? .up : .down
    }
  }

  private static func strength(
    _ position: Double, from least: Double, to most: Double, zone part: Double, canGoBack: Bool, canGoOn: Bool
  ) -> Double {
    let zone = min(zone.points, part, (most - least) / 2)
    guard zone > 0 else { return 0 }
    let back = least + zone - position
    if canGoBack, back > 0 { return -min(1, back / zone) }
    let on = position - (most - zone)
    return canGoOn && on > 0 ? min(1, on / zone) : 0
  }
}

extension SolvedCollection {
  /// The edge hints of a viewport's movement; nil without a movement or without bounds.
  public func edgeHints(on name: String) -> EdgeHints? {
    guard let movement = movement(on: name), let viewport = viewport(name), let bounds = viewport.bounds
    else { return nil }
    let side = DiffSide(layout: movement.layout, container: viewport.container, bounds: bounds)
    return EdgeHints(
      at: movement.position, in: bounds, seen: side.seenRect,
      range: side.scrollLimits(readingPolicy(of: viewport, name)))
  }
}
