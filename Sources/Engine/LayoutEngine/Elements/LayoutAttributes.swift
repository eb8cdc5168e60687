/// Everything that a layout decides about one element (`UICollectionViewLayoutAttributes`).
public struct LayoutAttributes: Hashable, Sendable {
  public var kind: ElementKind
  public var indexPath: IndexPath
  /// The frame in content coordinates, in points, before any transform; rounded to pixels if the container has a scale.
  public var frame: Rect
  public var appearance: Appearance
  /// Whether the size is still an estimate.
  public var isEstimated: Bool
  /// Whether the layout moved the element from its natural position to keep it in the visible rect.
  public var isPinned: Bool
  /// The edge of the visible rect that the element pins to, moved or not; nil if it does not pin.
  public var pins: PinnedEdge?
}
