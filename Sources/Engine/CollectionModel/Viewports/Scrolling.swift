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
  /// Items to load in advance.
  public var prefetch: [IndexPath] = []
  /// Items that were to be loaded in advance, and no longer need to be.
  public var cancelPrefetch: [IndexPath] = []
  /// The content offset at which scrolling comes to rest, in points, if the layout snaps or pages.
  public var targetContentOffset: Point?
  /// The sections that scroll across, of those in the window and those that the change names.
  public var orthogonalSections: [OrthogonalOutcome] = []
  /// The first element that the reader saw, if it has moved on screen, though the user has not scrolled.
  public var displaced: DisplacedElement?
  /// The number of elements that the computation looked at.
  public var touched = 0
}

/// How far a section that scrolls across is scrolled.
public struct OrthogonalOutcome: Sendable {
  /// The section, from 0.
  public var section: Int
  /// In points, from the leading edge of the section's content.
  public var offset: Double
  /// The offset, in points, at which scrolling that ends there comes to rest; nil if it does so anywhere.
  public var targetOffset: Double?
}

extension Viewport {
  /// Moves the viewport's bounds; returns the effects.
  ///
  /// - Parameters:
  ///   - window: the window at the new bounds.
  ///   - had: the window that the client has; nil if that is not known.
  ///   - layout: the layout now.
  ///   - policy: that of the viewport, with the index path of the item in it.
  ///   - offsets: how far sections were scrolled across.
  /// - Complexity: O(log n + v) for v elements in both windows or ahead of them, of n.
  mutating func scroll(
    to bounds: Rect, showing window: ElementWindow, from had: ElementWindow?, in layout: any SolvedLayout,
    under policy: ReadingPolicy, by change: ViewportChange, across offsets: OrthogonalOffsets
  ) -> ScrollOutcome {
    var outcome = ScrollOutcome()
    if had == nil {
      outcome.isResync = true
      prefetcher.reset()
    }
    window.compare(with: had ?? ElementWindow(), &outcome)
    isSynced = true
    let side = DiffSide(
      layout: layout, container: container, bounds: bounds, orthogonalOffsets: orthogonalOffsets)
    let advice = prefetcher.move(
      from: self.bounds, to: bounds, in: overscan.window(of: bounds), velocity: change.velocity,
      present: window.cellKeys,
      on: side, across: orthogonalMoves(on: side, from: offsets))
    outcome.prefetch = advice.prefetch
    outcome.cancelPrefetch = advice.cancel
    outcome.touched += advice.touched
    outcome.targetContentOffset = restingOffset(at: bounds, in: layout, under: policy, by: change)
    outcome.orthogonalSections = orthogonalOutcomes(of: change, in: layout, overscan.window(of: bounds))
    self.bounds = bounds
    return outcome
  }

  /// The content offset at which scrolling comes to rest, in points; nil if the layout neither snaps nor pages.
  ///
  /// - Parameter policy: that of the viewport, with the index path of the item in it.
  func restingOffset(
    at bounds: Rect, in layout: any SolvedLayout, under policy: ReadingPolicy, by change: ViewportChange
  ) -> Point? {
    let velocity = change.velocity ?? .zero
    if let offset = layout.targetContentOffset(forProposed: bounds, velocity: velocity) { return offset }
    guard change.isPaging else { return nil }
    let side = DiffSide(layout: layout, container: container, bounds: bounds)
    return side.page(velocity: velocity, under: policy)
  }

  /// The sections in the window that scroll across, with the directions in which they have moved.
  func orthogonalMoves(on side: DiffSide, from offsets: OrthogonalOffsets) -> [OrthogonalMove] {
    guard let bounds = side.bounds else { return [] }
    return side.layout.orthogonalSections(in: overscan.window(of: bounds)).map { section in
      let distance = orthogonalOffsets[section.section] - offsets[section.section]
      // A larger offset shows more of the trailing side.
      let way = distance > 0 ? 1.0 : distance < 0 ? -1.0 : 0
      let direction =
        side.layout.axis == .horizontal
        ? Point(x: 0, y: way) : Point(x: side.readingSpace.isMirrored ? -way : way, y: 0)
      return OrthogonalMove(section: section.section, direction: direction)
    }
  }

  /// The sections that scroll across, of those that meet the window and those that the change names.
  private func orthogonalOutcomes(
    of change: ViewportChange, in layout: any SolvedLayout, _ window: Rect
  ) -> [OrthogonalOutcome] {
    var sections = layout.orthogonalSections(in: window)
    for named in change.orthogonalOffsets ?? []
    where !sections.contains(where: { $0.section == named.section }) {
      if let section = layout.orthogonalSection(named.section) { sections.append(section) }
    }
    return sections.sorted { $0.section < $1.section }.map { section in
      let offset = orthogonalOffsets[section.section]
      return OrthogonalOutcome(
        section: section.section, offset: offset, targetOffset: section.snapping?.nearest(to: offset))
    }
  }
}

extension DiffSide {
  /// The offset of the page at which scrolling comes to rest: the nearest, or the next one in the direction of a fling.
  ///
  /// Pages are as long as the bounds, and begin at the start of the content in the reading direction.
  fileprivate func page(velocity: Point, under policy: ReadingPolicy) -> Point? {
    guard let bounds else { return nil }
    func page(_ offset: Double, _ length: Double, _ velocity: Double, _ range: ClosedRange<Double>) -> Double
    {
      guard length > 0 else { return offset }
      let pages = (offset - range.lowerBound) / length
      let whole = velocity > 0 ? pages.rounded(.up) : velocity < 0 ? pages.rounded(.down) : pages.rounded()
      return min(max(range.lowerBound + whole * length, range.lowerBound), range.upperBound)
    }
    let space = readingSpace
    let rect = space.axialRect(bounds)
    let speed = space.axis.axialPoint(x: space.isMirrored ? -velocity.x : velocity.x, y: velocity.y)
    let placed = space.rect(
      AxialRect(
        along: page(rect.along, rect.length, speed.along, scrollRange(policy)),
        across: page(rect.across, rect.breadth, speed.across, scrollRangeAcross), length: rect.length,
        breadth: rect.breadth))
    return placed.origin
  }
}
