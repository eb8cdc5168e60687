import LayoutEngine

extension SolvedCollection {
  /// The place of the reader of a viewport; nil without bounds.
  func readingPosition(in viewport: Viewport, of name: String) -> ReadingPosition? {
    ReadingPosition(of: side(viewport, of: name), under: policy(of: viewport))
  }

  /// The policy of a viewport, with the index path of the item in it.
  private func policy(of viewport: Viewport) -> ReadingPolicy {
    guard case .id(let id)? = viewport.policy.roomBelow else { return viewport.policy }
    var policy = viewport.policy
    policy.roomBelow =
      if case .one(let path) = state.sections.path(ofItem: id) { .indexPath(path) } else { nil }
    return policy
  }

  /// Both sides of a diff of the main viewports of two collections, the one after placed.
  ///
  /// Bounds of the collection after are literal, unless the layout or the container is another one and they are at the
  /// old content offset, or an anchor is named: then they give the size alone.
  ///
  /// - Parameter isScrolledAcross: whether the collection after says itself how far sections are scrolled across.
  package func mainSides(
    to next: SolvedCollection, by map: UpdateMap, _ anchor: DiffAnchor, isScrolledAcross: Bool = false
  ) -> (before: DiffSide, after: DiffSide) {
    let before = side(state.main, of: Viewport.main)
    var after = next.side(next.state.main, of: Viewport.main)
    let isLaidOutAnew =
      before.container != after.container || state.layout.jsonText != next.state.layout.jsonText
    guard let position = readingPosition(in: state.main, of: Viewport.main) else { return (before, after) }
    var holds = true
    if let bounds = after.bounds {
      holds = isLaidOutAnew && (anchor != .automatic || bounds.isAt(position.bounds.origin))
    } else {
      let size = before.container.size == after.container.size ? position.bounds.size : after.container.size
      after.bounds = Rect(origin: position.bounds.origin, size: size)
    }
    let fates = ComposedFates([ComposedFates.Link(map)], of: (state.sections, next.state.sections))
    let placement = position.placed(
      in: after, by: fates, asked: .anchor(anchor), isLaidOutAnew: isLaidOutAnew)
    if holds { after.bounds = placement.bounds }
    if !isScrolledAcross { after.scroll(across: placement.orthogonalOffsets) }
    return (before, after)
  }
}

extension Rect {
  /// Whether the origin is a content offset, as far as clients that round positions can say.
  func isAt(_ offset: Point) -> Bool {
    abs(x - offset.x) <= ReadingPosition.tolerance && abs(y - offset.y) <= ReadingPosition.tolerance
  }
}
