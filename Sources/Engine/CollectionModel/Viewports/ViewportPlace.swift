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
  /// Whether the viewport has its first bounds, at the origin or at the insets before it, and a policy that says where it
  /// opens.
  private let opens: Bool
  /// How far sections were scrolled across; nil if they are laid out as before, so that those that the change names are where
  /// it says.
  private let heldOffsets: OrthogonalOffsets?
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
    let name = change.name
    isLaidOutAnew = old.map { $0.key != viewport.key } ?? false
    let isOther = isLaidOutAnew || old.map { $0.policy != viewport.policy } ?? false
    let origin = old?.bounds?.origin
    let insets = viewport.container.insets
    let isAtStart = [.zero, Point(x: -insets.left, y: -insets.top)].contains { change.bounds.isAt($0) }
    opens = origin == nil && isAtStart && viewport.policy != ReadingPolicy() && !change.namesPlace
    let isAtOrigin = origin.map { change.bounds.isAt($0) } ?? false
    holds = isOther && origin != nil && (isAtOrigin || change.anchor != nil)
    let displaced = after.movement(on: name)?.displacement
    fates = ComposedFates(
      [], of: (before.state.sections, after.state.sections),
      displaced: (holds ? before.movement(on: name)?.displacement : displaced, displaced))
    heldOffsets = isLaidOutAnew ? old?.orthogonalOffsets : nil
    if isLaidOutAnew, let old, let position = before.readingPosition(in: old, of: name) {
      viewport.orthogonalOffsets =
        position.placed(
          in: after.side(viewport, of: name), under: after.readingPolicy(of: viewport, name), by: fates,
          isLaidOutAnew: true
        ).orthogonalOffsets
    }
    viewport.orthogonalOffsets = ViewportPlace.offsets(asked: change, viewport.orthogonalOffsets, heldOffsets)
    self.viewport = viewport
    if holds, var old {
      // A client that has scrolled since names its anchor in the layout that it shows.
      old.bounds = old.bounds.map { Rect(origin: change.bounds.origin, size: $0.size) }
      position = before.readingPosition(in: old, of: name)
    } else {
      position = after.readingPosition(in: viewport, of: name)
    }
  }

  /// The part that the viewport shows of the collection as it is laid out.
  ///
  /// - Parameter isMeasured: whether something has been measured, so that elements are elsewhere.
  func part(in solved: SolvedCollection, isMeasured: Bool) -> VisiblePart {
    var part = VisiblePart(bounds: change.bounds, orthogonalOffsets: viewport.orthogonalOffsets)
    guard let position else { return part }
    let side = solved.side(viewport, of: change.name)
    let policy = solved.readingPolicy(of: viewport, change.name)
    if opens {
      part.bounds = side.openingBounds(policy)
      return part
    }
    guard let asked = asked(isMeasured: isMeasured) else { return part }
    part =
      position.placed(
        in: side, under: policy, by: fates, asked: asked, isLaidOutAnew: holds && isLaidOutAnew,
        isScrolled: !holds
      ).visiblePart
    if holds {
      let held = part.orthogonalOffsets
      part.orthogonalOffsets = ViewportPlace.offsets(asked: change, held, heldOffsets)
      if let section = change.scrollTarget?.item.section { part.orthogonalOffsets[section] = held[section] }
    }
    return part
  }

  /// The first element that the reader saw, if it has moved on screen though its place was to be held.
  ///
  /// - Parameter bounds: those that the viewport has now.
  func displaced(in solved: SolvedCollection, at bounds: Rect) -> DisplacedElement? {
    guard let position, holds, !change.namesPlace else { return nil }
    var placed = viewport
    placed.bounds = bounds
    return position.displaced(
      in: solved.side(placed, of: change.name), under: solved.readingPolicy(of: placed, change.name),
      by: fates, isLaidOutAnew: isLaidOutAnew)
  }

  /// The request of the change beyond its own bounds; nil if it has none.
  private func asked(isMeasured: Bool) -> Asked? {
    if let (item, position) = change.scrollTarget { return .target(item, position) }
    if let edge = change.scrollEdge { return .edge(edge) }
    guard holds || isMeasured else { return nil }
    return change.anchor.map { .anchor($0) } ?? .nothing
  }

  /// The offsets across with those that a change names. If sections are laid out anew, one at its old offset is held.
  private static func offsets(
    asked change: ViewportChange, _ offsets: OrthogonalOffsets, _ held: OrthogonalOffsets?
  ) -> OrthogonalOffsets {
    guard let named = change.orthogonalOffsets else { return OrthogonalOffsets() }
    var offsets = offsets
    for one in named {
      if let held, abs(one.offset - held[one.section]) <= ReadingPosition.tolerance { continue }
      offsets[one.section] = one.offset
    }
    return offsets
  }
}
