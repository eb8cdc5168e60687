import LayoutEngine

/// What is seen while what is on a screen is measured.
extension DiffSide {
  /// The same where other bounds are seen.
  func seeing(_ bounds: Rect) -> DiffSide {
    var side = self
    side.bounds = bounds
    return side
  }

  /// What keeps its place on screen when what is seen is measured: the first element whose size is known already, so
  /// that what comes in from above does not push away what is being read.
  var measuringAnchor: DiffAnchor {
    guard let bounds else { return .automatic }
    let least = container.scrollRange(of: layout.contentSize, in: bounds.size).least
    guard bounds.x > least.x || bounds.y > least.y else { return .automatic }
    let seen = layout.elements(in: bounds, visible: bounds)
    for row in 0..<seen.count {
      let element = seen[row]
      if element.kind == .cell, !element.isEstimated { return .item(element.indexPath) }
    }
    return .automatic
  }

  /// What is seen on the screen when the same elements are laid out with other sizes.
  func held(in side: DiffSide, of map: UpdateMap, by anchor: DiffAnchor) -> Rect {
    guard let bounds else { return .zero }
    var target = side
    target.bounds = nil
    let offset = UpdateDiff.contentOffset(from: self, to: target, by: map, anchor: anchor)
    return Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
  }
}
