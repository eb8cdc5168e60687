/// The element or position that stays at the same position in the viewport when content changes around it.
public enum DiffAnchor: Hashable, Sendable {
  /// The first visible element that is not deleted; the start, if the viewport shows the start of the content.
  case automatic
  /// The viewport's distance from the start of the content.
  case start
  /// The viewport's distance from the end of the content.
  case end
  /// One item, by its old index path.
  case item(IndexPath)
  /// Nothing: the content offset stays as it is, even beyond the end of the content.
  case none
}

extension DiffAnchor {
  /// The content offset after a change, in points.
  ///
  /// - Parameters:
  ///   - survivors: returns the old and the new attributes of the first visible element that is not deleted.
  ///   - item: returns the old and the new attributes of the item at an old index path.
  func contentOffset(
    from before: DiffSide, to after: DiffSide, bounds: Rect,
    survivors: () -> (old: LayoutAttributes, new: LayoutAttributes)?,
    item: (IndexPath) -> (old: LayoutAttributes, new: LayoutAttributes)?
  ) -> Point {
    let oldSize = before.layout.contentSize
    let newSize = after.layout.contentSize
    let oldRange = before.container.scrollRange(of: oldSize, in: bounds.size)
    var offset = bounds.origin
    func follow(_ pair: (old: LayoutAttributes, new: LayoutAttributes)?) {
      guard let pair else { return }
      offset.x += pair.new.frame.x - pair.old.frame.x
      offset.y += pair.new.frame.y - pair.old.frame.y
    }
    switch self {
    case .none: return offset
    case .start: break
    case .end:
      offset.x += newSize.width - oldSize.width
      offset.y += newSize.height - oldSize.height
    case .item(let path): follow(item(path))
    case .automatic:
      // A user who looks at the start of the content expects to stay there.
      if offset.x > oldRange.least.x || offset.y > oldRange.least.y { follow(survivors()) }
    }
    return after.container.clamped(offset, of: newSize, in: bounds.size)
  }
}
