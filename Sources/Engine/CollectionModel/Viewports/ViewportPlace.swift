import LayoutEngine

/// The place that a change gives a viewport, in whatever is measured there.
struct ViewportPlace: Sendable {
  private let change: ViewportChange
  /// The viewport after the change, with the size of its bounds.
  private let viewport: Viewport
  /// The place of the reader: before the change if it is held, else in the bounds of the change.
  private let position: ReadingPosition?
  /// Whether the reader's place is held, and the bounds of the change have another meaning than their own.
  private let holds: Bool
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
    let isLaidOutAnew = old.map { $0.key != viewport.key } ?? false
    let origin = old?.bounds?.origin
    let isAtOrigin = origin.map { change.bounds.isAt($0) } ?? false
    holds = isLaidOutAnew && origin != nil && (isAtOrigin || change.anchor != nil)
    let displaced = after.movement(on: name)?.displacement
    fates = ComposedFates(
      [], of: (before.state.sections, after.state.sections),
      displaced: (holds ? before.movement(on: name)?.displacement : displaced, displaced))
    heldOffsets = isLaidOutAnew ? old?.orthogonalOffsets : nil
    if isLaidOutAnew, let old, let position = before.readingPosition(in: old, of: name) {
      viewport.orthogonalOffsets =
        position.placed(in: after.side(viewport, of: name), by: fates, isLaidOutAnew: true).orthogonalOffsets
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
    guard let position, let asked = asked(isMeasured: isMeasured) else {
      return VisiblePart(bounds: change.bounds, orthogonalOffsets: viewport.orthogonalOffsets)
    }
    var part = position.placed(
      in: solved.side(viewport, of: change.name), by: fates, asked: asked, isLaidOutAnew: holds,
      isScrolled: !holds
    ).visiblePart
    if holds {
      let held = part.orthogonalOffsets
      part.orthogonalOffsets = ViewportPlace.offsets(asked: change, held, heldOffsets)
      if let section = change.scrollTarget?.item.section { part.orthogonalOffsets[section] = held[section] }
    }
    return part
  }

  /// What the change asks for beyond its own bounds; nil if it asks for nothing.
  private func asked(isMeasured: Bool) -> Asked? {
    if let (item, position) = change.scrollTarget { return .target(item, position) }
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
