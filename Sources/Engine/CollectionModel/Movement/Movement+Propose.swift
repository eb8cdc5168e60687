import LayoutEngine

/// Finds the index path at which the user means to drop the item.
///
/// A movement takes a new index path only if the item's frame there is nearer to the drag position than its frame now. So
/// each step comes nearer however other items make room, the search ends, and a drag at rest changes nothing: a small item
/// that passes a tall one swaps with it half of the way, and does not flicker before.
extension Movement {
  /// The largest number of steps from one proposal to the next, for one drag position.
  private static let stepLimit = 8
  /// The rounding noise of sums, in points: a smaller difference is none.
  private static let noise = 1e-6
  /// How far beyond the content drag positions still differ, in points.
  private static let margin = 1024.0

  /// Moves the item to a drag position.
  ///
  /// - Complexity: O(log n + v) for v elements around the position, of n, and that of laying out a move for each of the
  ///   few index paths tried.
  mutating func move(to position: Point, in solved: SolvedCollection, on viewport: Viewport)
    throws(LayoutError)
  {
    self.position = position
    guard position != settledAt else { return }
    settledAt = position
    let size = solved.solvedViewport(of: viewport).layout.contentSize
    let reachable = Rect(
      x: -Self.margin, y: -Self.margin, width: size.width + 2 * Self.margin,
      height: size.height + 2 * Self.margin)
    let point = reachable.nearest(to: position)
    for _ in 0..<Self.stepLimit {
      guard let better = try nearerPreview(to: point, in: solved, on: viewport) else { break }
      spare = preview
      preview = better
    }
    look = preview.placeholder(visible: viewport.bounds) ?? look
  }

  /// Moves the item to an index path that exists, into the gap there.
  ///
  /// - Complexity: that of laying out a move.
  mutating func settle(
    at place: IndexPath, in solved: SolvedCollection, on viewport: Viewport
  ) throws(LayoutError) {
    if place != proposed, let next = try preview(for: place, in: solved, on: viewport) {
      spare = preview
      preview = next
    }
    if let gap = preview.placeholder(visible: viewport.bounds) {
      look = gap
      position = gap.frame.center
    }
    settledAt = position
  }

  /// The best preview for a drag position, if it is nearer than the present one.
  private mutating func nearerPreview(
    to point: Point, in solved: SolvedCollection, on viewport: Viewport
  ) throws(LayoutError) -> MovementPreview? {
    var best: (preview: MovementPreview, distance: Double)?
    for place in MovementTargets(preview, at: point, bounds: viewport.bounds).places() {
      guard let tried = try preview(for: place, in: solved, on: viewport),
        let distance = tried.distance(to: point, visible: viewport.bounds)
      else { continue }
      if distance < best?.distance ?? .infinity { best = (tried, distance) }
    }
    guard let best else { return nil }
    let now = preview.distance(to: point, visible: viewport.bounds) ?? .infinity
    // If two sections meet at the position, a drag that goes on enters the next one.
    let isNearer = best.distance < now - Self.noise
    let goesOn = best.distance <= now + Self.noise && best.preview.proposed.section > proposed.section
    guard isNearer || goesOn else {
      spare = best.preview
      return nil
    }
    return best.preview
  }

  private func preview(
    for place: IndexPath, in solved: SolvedCollection, on viewport: Viewport
  ) throws(LayoutError) -> MovementPreview? {
    if let spare, spare.proposed == place { return spare }
    return try MovementPreview(solved, viewport, moving: origin, to: place)
  }
}
