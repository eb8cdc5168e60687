import LayoutEngine

/// The place of a reader in a viewport, and the one rule for where it is after a change: see docs/reading-position.md.
///
/// All of it is computed in reading coordinates.
package struct ReadingPosition: Sendable {
  let side: DiffSide
  let bounds: Rect
  let policy: ReadingPolicy

  /// Positions nearer to the start of the content than this are at the start, in points.
  static let tolerance = 0.01

  /// Finds the reader's place in a viewport.
  ///
  /// - Parameters:
  ///   - side: the viewport before the change.
  ///   - policy: that of the viewport before; an item in it is named by its index path.
  /// - Returns: nil for a viewport without bounds.
  package init?(of side: DiffSide, under policy: ReadingPolicy = ReadingPolicy()) {
    guard let bounds = side.bounds else { return nil }
    (self.side, self.bounds, self.policy) = (side, bounds, policy)
  }

  /// The place after a change.
  ///
  /// - Parameters:
  ///   - after: the viewport after the change. Its bounds give its size; without bounds, it keeps its size.
  ///   - policyAfter: that of the viewport after; an item in it is named by its index path.
  ///   - isLaidOutAnew: whether the layout or the container is another one.
  ///   - isScrolled: whether the user has just scrolled here. Cells that are measured as they come into view must not push
  ///     away those that the user has read.
  /// - Complexity: O(log n + d) for d seen elements of n that the change does not leave in place.
  package func placed(
    in after: DiffSide, under policyAfter: ReadingPolicy, by fates: some ItemFates, asked: Asked = .nothing,
    isLaidOutAnew: Bool = false, isScrolled: Bool = false
  ) -> Placement {
    var change = change(
      to: after, under: policyAfter, by: fates, isLaidOutAnew: isLaidOutAnew, isScrolled: isScrolled)
    change.after.scroll(across: change.orthogonalOffsets)
    switch asked {
    case .nothing: return change.placement(.automatic)
    case .anchor(let anchor): return change.placement(anchor)
    case .target(let path, let position):
      let placement = change.placement(.automatic)
      change.after.bounds = placement.bounds
      guard let place = change.after.place(of: path, at: position, under: change.policyAfter) else {
        return placement
      }
      if let own = place.orthogonalOffset {
        var offsets = change.after.orthogonalOffsets
        offsets[own.section] = own.offset
        change.after.scroll(across: offsets)
      }
      return change.placement(at: Rect(origin: place.contentOffset, size: placement.bounds.size))
    case .edge(let edge): return change.placement(at: edge)
    case .shift(let distance, let anchor):
      var placement = change.placement(anchor)
      let limits = change.after.scrollLimits(change.policyAfter)
      let offset = placement.bounds.origin
      placement.bounds.x = min(max(offset.x + distance.x, limits.least.x), limits.most.x)
      placement.bounds.y = min(max(offset.y + distance.y, limits.least.y), limits.most.y)
      return placement
    }
  }

  /// The first element that the reader saw, if a change moves it on screen along the scroll direction.
  ///
  /// - Parameter after: the viewport after the change, at the bounds that it has then.
  /// - Complexity: that of `placed`.
  package func displaced(
    in after: DiffSide, under policyAfter: ReadingPolicy, by fates: some ItemFates, isLaidOutAnew: Bool
  ) -> DisplacedElement? {
    guard let bounds = after.bounds else { return nil }
    return change(
      to: after, under: policyAfter, by: fates, isLaidOutAnew: isLaidOutAnew, isScrolled: false
    ).displaced(at: bounds)
  }

  private func change<Fates: ItemFates>(
    to after: DiffSide, under policyAfter: ReadingPolicy, by fates: Fates, isLaidOutAnew: Bool,
    isScrolled: Bool
  ) -> ReadingChange<Fates> {
    var after = after
    after.bounds = Rect(origin: bounds.origin, size: after.bounds?.size ?? bounds.size)
    return ReadingChange(
      before: side, bounds: bounds, after: after, policy: policy, policyAfter: policyAfter, fates: fates,
      isLaidOutAnew: isLaidOutAnew, isScrolled: isScrolled)
  }
}
