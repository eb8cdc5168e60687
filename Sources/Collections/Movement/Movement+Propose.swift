import LayoutEngine

/// Where an item is meant to be put down.
///
/// A place is taken only if the item's room is nearer to the position there than where it is now. So whatever other
/// items do when they make room, each step comes nearer, the search ends, and a finger at rest changes nothing: the
/// small item that passes a tall one changes places with it when half of the way is done, and not to and fro before.
extension Movement {
  /// Steps from one proposal to the next, for one position.
  private static let stepLimit = 8
  /// A place is nearer if it is so by more than the noise of sums.
  private static let noise = 1e-6
  /// Points beyond the content where positions still differ.
  private static let margin = 1024.0

  /// Follows the finger.
  ///
  /// - Complexity: O(log n + v) for v elements around the position, of n, and that of laying out a move for each place
  ///   that is tried; few are.
  mutating func move(to position: Point, in solved: SolvedCollection, on viewport: Viewport)
    throws(LayoutFailure)
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

  /// The best of the places that a position may mean, if it is better than the proposed one.
  private mutating func nearerPreview(
    to point: Point, in solved: SolvedCollection, on viewport: Viewport
  ) throws(LayoutFailure) -> MovementPreview? {
    var best: (preview: MovementPreview, distance: Double)?
    for place in MovementTargets(preview, at: point, bounds: viewport.bounds).places() {
      guard let tried = try preview(for: place, in: solved, on: viewport),
        let distance = tried.distance(to: point, visible: viewport.bounds)
      else { continue }
      if distance < best?.distance ?? .infinity { best = (tried, distance) }
    }
    guard let best else { return nil }
    let now = preview.distance(to: point, visible: viewport.bounds) ?? .infinity
    // Where two sections end and begin at one point, whoever goes on goes into the next one.
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
  ) throws(LayoutFailure) -> MovementPreview? {
    if let spare, spare.proposed == place { return spare }
    return try MovementPreview(solved, viewport, moving: origin, to: place)
  }
}
