import LayoutEngine

extension SolvedCollection {
  /// The place of the reader of a viewport; nil without bounds.
  func readingPosition(in viewport: Viewport, of name: String) -> ReadingPosition? {
    guard viewport.bounds != nil else { return nil }
    return ReadingPosition(of: side(viewport, of: name), under: readingPolicy(of: viewport, name))
  }

  /// The policy of a viewport, with the index path at which the viewport shows the item in it.
  ///
  /// - Parameter name: nil leaves a movement in the viewport out of account.
  func readingPolicy(of viewport: Viewport, _ name: String? = nil) -> ReadingPolicy {
    guard let room = viewport.policy.roomBelow else { return viewport.policy }
    let displacement = name.flatMap { movement(on: $0)?.displacement }
    var policy = viewport.policy
    policy.roomBelow = shown(on: viewport).position(of: room).map {
      .indexPath(displacement?.shown($0) ?? $0)
    }
    return policy
  }

  /// The index path of an item; nil if it is gone.
  private func position(of item: ItemName) -> IndexPath? {
    switch item {
    case .indexPath(let path): return path
    case .id(let id):
      guard case .one(let path) = state.sections.path(ofItem: id) else { return nil }
      return path
    }
  }

  /// The content offsets to which a viewport scrolls; nil without bounds, and if the content and the insets alone decide.
  package func scrollRange(of viewport: Viewport, _ name: String) -> ScrollRange? {
    guard viewport.bounds != nil, !viewport.policy.leavesRange else { return nil }
    return limits(of: viewport, name)
  }

  /// The changes from the main viewport of this collection to that of another one, which is placed.
  ///
  /// Bounds of the collection after are literal, unless the layout, the container or the policy is another one and they
  /// are at the old content offset, or an anchor is named: then they give the size alone. A policy stays unless the
  /// collection after has one.
  ///
  /// - Parameter isScrolledAcross: whether the collection after says itself how far sections are scrolled across.
  /// - Complexity: that of `UpdateDiff.between`.
  package func mainDiff(
    to next: SolvedCollection, by map: UpdateMap, _ anchor: DiffAnchor, isScrolledAcross: Bool = false,
    visibleOnly: Bool, foldsRuns: Bool
  ) -> UpdateDiff {
    let before = side(state.main, of: Viewport.main)
    var placed = next.state.main
    placed.bounds = placed.bounds ?? state.main.bounds
    if placed.policy == ReadingPolicy() {
      placed.policy = state.main.policy.following { map.destination(of: $0).indexPath }
    }
    var displaced: DisplacedElement?
    if let position = readingPosition(in: state.main, of: Viewport.main) {
      let isLaidOutAnew =
        before.container != placed.container || state.layout.jsonText != next.state.layout.jsonText
      let isOther = isLaidOutAnew || state.main.policy != placed.policy
      let fates = ComposedFates([ComposedFates.Link(map)], of: (state.sections, next.state.sections))
      let policy = next.readingPolicy(of: placed, Viewport.main)
      var holds = true
      if let bounds = next.state.main.bounds {
        holds = isOther && (anchor != .automatic || bounds.isAt(position.bounds.origin))
      } else if before.container.size != placed.container.size {
        placed.bounds = Rect(origin: position.bounds.origin, size: placed.container.size)
      }
      let placement = position.placed(
        in: next.side(placed, of: Viewport.main), under: policy, by: fates, asked: .anchor(anchor),
        isLaidOutAnew: isLaidOutAnew)
      if !isScrolledAcross { placed.orthogonalOffsets = placement.orthogonalOffsets }
      if holds {
        placed.bounds = placement.bounds
        displaced = position.displaced(
          in: next.side(placed, of: Viewport.main), under: policy, by: fates, isLaidOutAnew: isLaidOutAnew)
      }
    }
    var diff = UpdateDiff.between(
      before, and: next.side(placed, of: Viewport.main), by: map, visibleOnly: visibleOnly,
      foldsRuns: foldsRuns)
    diff.displaced = displaced
    diff.scrollRange = scrollRange(of: state.main, to: next, placed, Viewport.main)
    return diff
  }

  /// The content offsets to which a viewport scrolls before and after a change; nil if the content and the insets alone
  /// decide.
  func scrollRange(
    of old: Viewport, to next: SolvedCollection, _ new: Viewport, _ name: String
  ) -> (from: ScrollRange, to: ScrollRange)? {
    guard old.bounds != nil, !old.policy.leavesRange || !new.policy.leavesRange else { return nil }
    return (limits(of: old, name), next.limits(of: new, name))
  }

  private func limits(of viewport: Viewport, _ name: String) -> ScrollRange {
    let side = side(viewport, of: name)
    let limits = side.scrollLimits(readingPolicy(of: viewport, name))
    return switch side.readingSpace.axis {
    case .vertical: ScrollRange(least: limits.least.y, most: limits.most.y)
    case .horizontal: ScrollRange(least: limits.least.x, most: limits.most.x)
    }
  }
}

extension Rect {
  /// Whether the origin is a content offset, as far as clients that round positions can say.
  func isAt(_ offset: Point) -> Bool {
    abs(x - offset.x) <= ReadingPosition.tolerance && abs(y - offset.y) <= ReadingPosition.tolerance
  }
}
