import LayoutEngine

/// The place that a change gives a viewport, as far as content is measured there.
struct ViewportPlace: Sendable {
  private let change: ViewportChange
  /// The viewport after the change, with the size of its bounds.
  private let viewport: Viewport
  /// The place of the reader: before the change if it is held, else in the bounds of the change.
  private let position: ReadingPosition?
  /// Whether the reader's place is held, and the bounds of the change have another meaning than their own.
  private let holds: Bool
  private let isLaidOutAnew: Bool
  /// Whether the viewport has its first bounds, at the origin, and a policy that says where it opens.
  private let opens: Bool
  private let fates: ComposedFates

  /// - Parameters:
  ///   - old: the viewport before; nil if the change adds it.
  ///   - after: the collection laid out for `viewport`, before anything is measured.
  init(
    of change: ViewportChange, from before: SolvedCollection, _ old: Viewport?, to after: SolvedCollection,
    _ viewport: Viewport
  ) {
    var viewport = viewport
    viewport.bounds = change.bounds
    self.change = change
    self.viewport = viewport
    let name = change.name
    isLaidOutAnew = old.map { $0.key != viewport.key } ?? false
    let isOther = isLaidOutAnew || old.map { $0.policy != viewport.policy } ?? false
    let origin = old?.bounds?.origin
    opens =
      origin == nil && change.bounds.isAt(.zero) && viewport.policy != ReadingPolicy()
      && change.scrollTarget == nil
    let isAtOrigin = origin.map { change.bounds.isAt($0) } ?? false
    holds = isOther && origin != nil && (isAtOrigin || change.anchor != nil)
    if holds, var old {
      // A client that has scrolled since names its anchor in the layout that it shows.
      old.bounds = old.bounds.map { Rect(origin: change.bounds.origin, size: $0.size) }
      position = before.readingPosition(in: old, of: name)
    } else {
      position = after.readingPosition(in: viewport, of: name)
    }
    let displaced = after.movement(on: name)?.displacement
    fates = ComposedFates(
      [], of: (before.state.sections, after.state.sections),
      displaced: (holds ? before.movement(on: name)?.displacement : displaced, displaced))
  }

  /// The bounds in the collection as it is laid out.
  ///
  /// - Parameter isMeasured: whether something has been measured, so that elements are elsewhere.
  func bounds(in solved: SolvedCollection, isMeasured: Bool) -> Rect {
    guard let position else { return change.bounds }
    if opens {
      return solved.side(viewport, of: change.name).openingBounds(
        solved.readingPolicy(of: viewport, change.name))
    }
    return position.placed(
      in: solved.side(viewport, of: change.name), under: solved.readingPolicy(of: viewport, change.name),
      by: fates, asked: asked(isMeasured: isMeasured), isLaidOutAnew: holds && isLaidOutAnew,
      isScrolled: !holds
    ).bounds
  }

  /// The first element that the reader saw, if it has moved on screen though its place was to be held.
  ///
  /// - Parameter bounds: those that the viewport has now.
  func displaced(in solved: SolvedCollection, at bounds: Rect) -> DisplacedElement? {
    guard let position, holds, change.scrollTarget == nil else { return nil }
    var placed = viewport
    placed.bounds = bounds
    return position.displaced(
      in: solved.side(placed, of: change.name), under: solved.readingPolicy(of: placed, change.name),
      by: fates, isLaidOutAnew: isLaidOutAnew)
  }

  private func asked(isMeasured: Bool) -> Asked {
    if let (item, position) = change.scrollTarget { return .target(item, position) }
    guard holds || isMeasured else { return .bounds(change.bounds) }
    return change.anchor.map { .anchor($0) } ?? .nothing
  }
}
