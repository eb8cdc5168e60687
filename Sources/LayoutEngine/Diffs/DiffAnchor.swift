/// What keeps its place on screen while content changes around it.
public enum DiffAnchor: Hashable, Sendable {
  /// The first visible element that stays; at the start of the content, the start.
  case automatic
  /// The distance from the start.
  case start
  /// The distance from the end.
  case end
  /// One item, by its index path before.
  case item(IndexPath)
  case none
}

/// A screen on a solved layout: what a diff needs to know of either side of a change.
public struct DiffSide: Sendable {
  public var layout: any SolvedLayout
  public var container: Container
  /// What is seen: its origin is the content offset. Nil where nobody looks; after a change, where the anchor
  /// decides.
  public var bounds: Rect?
  /// An item that the layout shows in another place than it has. Diffs name items as their sides show them.
  public var displacement: Displacement?

  public init(
    layout: any SolvedLayout, container: Container, bounds: Rect?, displacement: Displacement? = nil
  ) {
    self.layout = layout
    self.container = container
    self.bounds = bounds
    self.displacement = displacement
  }
}

extension Container {
  /// The content offsets between which content of a size can be scrolled, from the insets' far side on.
  public func scrollRange(of contentSize: Size, in bounds: Size) -> (least: Point, most: Point) {
    let least = Point(x: -insets.left, y: -insets.top)
    return (
      least,
      Point(
        x: max(least.x, contentSize.width + insets.right - bounds.width),
        y: max(least.y, contentSize.height + insets.bottom - bounds.height))
    )
  }

  func clamped(_ offset: Point, of contentSize: Size, in bounds: Size) -> Point {
    let range = scrollRange(of: contentSize, in: bounds)
    return Point(
      x: min(max(offset.x, range.least.x), range.most.x), y: min(max(offset.y, range.least.y), range.most.y))
  }
}

extension DiffAnchor {
  /// The content offset after a change.
  ///
  /// - Parameters:
  ///   - before: the side that has bounds.
  ///   - survivors: attributes before and after of elements that stay, the first visible ones first.
  func contentOffset(
    from before: DiffSide, to after: DiffSide, bounds: Rect,
    survivors: () -> (old: LayoutAttributes, new: LayoutAttributes)?,
    item: (IndexPath) -> (old: LayoutAttributes, new: LayoutAttributes)?
  ) -> Point {
    let oldSize = before.layout.contentSize
    let newSize = after.layout.contentSize
    let oldRange = before.container.scrollRange(of: oldSize, in: bounds.size)
    var offset = bounds.origin
    func follow(_ pair: (old: LayoutAttributes, new: LayoutAttributes)?) {
      guard let pair else { return }
      offset.x += pair.new.frame.x - pair.old.frame.x
      offset.y += pair.new.frame.y - pair.old.frame.y
    }
    switch self {
    case .none: return offset
    case .start: break
    case .end:
      offset.x += newSize.width - oldSize.width
      offset.y += newSize.height - oldSize.height
    case .item(let path): follow(item(path))
    case .automatic:
      // At the start of the content, the start is what the user looks at.
      if offset.x > oldRange.least.x || offset.y > oldRange.least.y { follow(survivors()) }
    }
    return after.container.clamped(offset, of: newSize, in: bounds.size)
  }
}
