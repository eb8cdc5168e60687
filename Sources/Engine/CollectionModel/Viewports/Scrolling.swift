import LayoutEngine

/// The effects of scrolling, resizing or rotating a viewport.
public struct ScrollOutcome: Sendable {
  /// Whether the server does not know what the client has: `appeared` then lists every element of the window, and the
  /// client drops all others.
  public var isResync = false
  /// Elements of the window that the client does not have.
  public var appeared: [LayoutAttributes] = []
  /// Elements that the client has and that are outside of the window now.
  public var disappeared: [LayoutAttributes] = []
  /// Elements that the client has and whose attributes change.
  public var changed: [LayoutAttributes] = []
  public var prefetch: [IndexPath] = []
  public var cancelPrefetch: [IndexPath] = []
  /// The sections with an element in the window, in ascending order.
  public var sections: [Int] = []
  /// The content offset at which scrolling comes to rest, in points, if the layout snaps or pages.
  public var targetContentOffset: Point?
  /// The number of elements that the computation looked at.
  public var touched = 0
}

/// The elements of a viewport's window: those that its client has once it has taken a response.
struct ElementWindow: Sendable {
  private(set) var elements: [LayoutAttributes] = []
  private var rows: [ElementPath: Int] = [:]

  /// The window of a client that has nothing.
  init() {}

  /// - Parameter bounds: the visible rect, in points; elements are pinned to it.
  /// - Complexity: O(log n + v) for v elements of n in the window.
  init(of viewport: Viewport, at bounds: Rect, in layout: any SolvedLayout) {
    let found = layout.elements(in: viewport.overscan.window(of: bounds), visible: bounds)
    elements.reserveCapacity(found.count)
    for row in 0..<found.count {
      let element = found[row]
      rows[ElementPath(kind: element.kind, indexPath: element.indexPath)] = row
      elements.append(element)
    }
  }

  subscript(path: ElementPath) -> LayoutAttributes? { rows[path].map { elements[$0] } }

  /// The index paths of the cells.
  var items: Set<IndexPath> {
    Set(elements.lazy.filter { $0.kind == .cell }.map { $0.indexPath })
  }

  /// The sections of the elements, in ascending order.
  var sections: [Int] { Set(elements.lazy.map { $0.indexPath.section }).sorted() }

  /// Notes what a client that has the elements of another window lacks of this one, and what it has too much.
  ///
  /// - Complexity: O(v) for v elements of both windows.
  func compare(with old: ElementWindow, _ outcome: inout ScrollOutcome) {
    for element in elements {
      if let had = old[ElementPath(kind: element.kind, indexPath: element.indexPath)] {
        if had != element { outcome.changed.append(element) }
      } else {
        outcome.appeared.append(element)
      }
    }
    outcome.disappeared = old.elements.filter {
      self[ElementPath(kind: $0.kind, indexPath: $0.indexPath)] == nil
    }
    outcome.touched += elements.count + old.elements.count
  }
}

extension Viewport {
  /// Moves the viewport's bounds; returns the effects.
  ///
  /// - Parameters:
  ///   - old: the viewport before, with its layout then; nil if the viewport is new.
  ///   - layout: the layout now.
  /// - Complexity: O(log n + v) for v elements in the windows before and after or ahead of them, of n.
  mutating func scroll(
    to bounds: Rect, from old: (viewport: Viewport, layout: any SolvedLayout)?, in layout: any SolvedLayout,
    by change: ViewportChange
  ) -> ScrollOutcome {
    var outcome = ScrollOutcome()
    let window = ElementWindow(of: self, at: bounds, in: layout)
    var had = ElementWindow()
    if let old, let oldBounds = old.viewport.bounds, isSynced, !change.isResync {
      had = ElementWindow(of: old.viewport, at: oldBounds, in: old.layout)
    } else {
      outcome.isResync = true
      prefetcher.reset()
    }
    window.compare(with: had, &outcome)
    outcome.sections = window.sections
    isSynced = true
    let advice = prefetcher.move(
      from: self.bounds, to: bounds, in: overscan.window(of: bounds), velocity: change.velocity,
      present: window.items, of: layout)
    outcome.prefetch = advice.prefetch
    outcome.cancelPrefetch = advice.cancel
    outcome.touched += advice.touched
    outcome.targetContentOffset = layout.targetContentOffset(
      forProposed: bounds, velocity: change.velocity ?? .zero)
    if change.isPaging, outcome.targetContentOffset == nil {
      outcome.targetContentOffset = container.page(
        for: bounds, velocity: change.velocity ?? .zero, of: layout.contentSize)
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
