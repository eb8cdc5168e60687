import LayoutEngine

/// The effects of scrolling, resizing or rotating a viewport.
public struct ScrollOutcome: Sendable {
  /// Elements that the client does not hold yet.
  public var appeared: [LayoutAttributes] = []
  /// Elements that the client holds and can now reuse.
  public var disappeared: [LayoutAttributes] = []
  /// Elements that the client holds and whose attributes change.
  public var changed: [LayoutAttributes] = []
  public var prefetch: [IndexPath] = []
  public var cancelPrefetch: [IndexPath] = []
  /// The content offset at which scrolling comes to rest, in points, if the layout snaps or pages.
  public var targetContentOffset: Point?
  /// The number of elements that the computation looked at.
  public var touched = 0
}

/// The elements that the client of a viewport shows or holds for reuse, with the attributes sent last.
struct HeldElements: Sendable {
  private(set) var elements: [ElementPath: LayoutAttributes] = [:]

  init() {}

  /// How far outside the viewport elements are held, as a share of its size, so that turning back costs nothing.
  static let warmth = 0.5

  /// - Complexity: O(log n + v) for v visible elements of n.
  init(visibleIn bounds: Rect, of layout: any SolvedLayout) {
    let visible = layout.elements(in: bounds, visible: bounds)
    for row in 0..<visible.count { take(visible[row]) }
  }

  private mutating func take(_ element: LayoutAttributes) {
    elements[ElementPath(kind: element.kind, indexPath: element.indexPath)] = element
  }

  /// Follows a viewport to its new bounds.
  ///
  /// - Returns: the visible items.
  /// - Complexity: O(log n + v) for v elements that are held or visible, of n.
  mutating func move(to bounds: Rect, in layout: any SolvedLayout, _ outcome: inout ScrollOutcome) -> Set<
    IndexPath
  > {
    let visible = layout.elements(in: bounds, visible: bounds)
    var items: Set<IndexPath> = []
    var next: [ElementPath: LayoutAttributes] = [:]
    for row in 0..<visible.count {
      let element = visible[row]
      let path = ElementPath(kind: element.kind, indexPath: element.indexPath)
      if element.kind == .cell { items.insert(element.indexPath) }
      if let sent = elements.removeValue(forKey: path) {
        if sent != element { outcome.changed.append(element) }
      } else {
        outcome.appeared.append(element)
      }
      next[path] = element
    }
    let near = bounds.outset(
      by: Size(width: bounds.width * Self.warmth, height: bounds.height * Self.warmth))
    for (path, sent) in elements {
      outcome.touched += 1
      if let element = layout.attributes(of: path, visible: bounds), element.frame.intersects(near) {
        if sent != element { outcome.changed.append(element) }
        next[path] = element
      } else {
        outcome.disappeared.append(sent)
      }
    }
    outcome.disappeared.sort { ($0.indexPath, $0.kind.name) < ($1.indexPath, $1.kind.name) }
    outcome.touched += visible.count
    elements = next
    return items
  }
}

extension Viewport {
  /// Moves the viewport's bounds; returns the effects.
  ///
  /// - Parameters:
  ///   - oldLayout: the viewport's layout before; `layout` is the layout now.
  ///   - velocity: points a millisecond; nil if the client does not know it.
  ///   - isPaging: whether scrolling comes to rest at multiples of the bounds' size.
  /// - Complexity: O(log n + v) for v elements in the viewport or near it, of n.
  mutating func scroll(
    to bounds: Rect, from oldLayout: any SolvedLayout, in layout: any SolvedLayout, velocity: Point?,
    isPaging: Bool
  ) -> ScrollOutcome {
    var outcome = ScrollOutcome()
    var held = held ?? self.bounds.map { HeldElements(visibleIn: $0, of: oldLayout) } ?? HeldElements()
    let items = held.move(to: bounds, in: layout, &outcome)
    self.held = held
    let advice = prefetcher.move(
      from: self.bounds, to: bounds, velocity: velocity, visible: items, in: layout)
    outcome.prefetch = advice.prefetch
    outcome.cancelPrefetch = advice.cancel
    outcome.touched += advice.touched
    outcome.targetContentOffset = layout.targetContentOffset(
      forProposed: bounds, velocity: velocity ?? .zero)
    if isPaging, outcome.targetContentOffset == nil {
      outcome.targetContentOffset = container.page(
        for: bounds, velocity: velocity ?? .zero, of: layout.contentSize)
    }
    self.bounds = bounds
    return outcome
  }
}

extension Container {
  /// The offset of the page at which scrolling comes to rest: the nearest, or the next one in the direction of a fling.
  fileprivate func page(for bounds: Rect, velocity: Point, of contentSize: Size) -> Point {
    func page(_ offset: Double, _ length: Double, _ velocity: Double, least: Double) -> Double {
      guard length > 0 else { return offset }
      let pages = (offset - least) / length
      let whole = velocity > 0 ? pages.rounded(.up) : velocity < 0 ? pages.rounded(.down) : pages.rounded()
      return least + whole * length
    }
    let range = scrollRange(of: contentSize, in: bounds.size)
    let x = page(bounds.x, bounds.width, velocity.x, least: range.least.x)
    let y = page(bounds.y, bounds.height, velocity.y, least: range.least.y)
    return Point(
      x: min(max(x, range.least.x), range.most.x), y: min(max(y, range.least.y), range.most.y))
  }
}
