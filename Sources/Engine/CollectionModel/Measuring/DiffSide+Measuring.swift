import LayoutEngine

/// Keeps the viewport steady while its elements are measured.
extension DiffSide {
  /// The side with other bounds.
  func seeing(_ bounds: Rect) -> DiffSide {
    var side = self
    side.bounds = bounds
    return side
  }

  /// The anchor while visible elements are measured: the first cell whose size is known already, so that elements that
  /// come in from above do not push away the text that the user reads.
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

  /// The bounds after the same elements are laid out with other sizes.
  func held(in side: DiffSide, of map: UpdateMap, by anchor: DiffAnchor) -> Rect {
    guard let bounds else { return .zero }
    var target = side
    target.bounds = nil
    let offset = UpdateDiff.contentOffset(from: self, to: target, by: map, anchor: anchor)
    return Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
  }
}
