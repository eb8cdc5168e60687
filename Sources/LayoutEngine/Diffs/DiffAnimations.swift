/// How what appears comes in and what disappears goes out.
extension BatchUpdate.Animation {
  /// The other end of the way of an element that appears or disappears at `place`.
  ///
  /// `left`, `right`: from or to beyond that side of the content, as far as the content is wide. `top`,
  /// `bottom`: by its own height. `middle`: folded to its middle line. All but `none` fade.
  func outside(of place: LayoutAttributes, contentWidth: Double) -> LayoutAttributes {
    var other = place
    switch self {
    case .none: return other
    case .automatic, .fade: break
    case .left: other.frame.x -= contentWidth
    case .right: other.frame.x += contentWidth
    case .top: other.frame.y -= place.frame.height
    case .bottom: other.frame.y += place.frame.height
    case .middle:
      other.frame.y += place.frame.height / 2
      other.frame.height = 0
    }
    other.appearance.alpha = 0
    return other
  }
}
