/// Everything a layout says of one element (`UICollectionViewLayoutAttributes`).
public struct LayoutAttributes: Hashable, Sendable {
  public var kind: ElementKind
  public var indexPath: IndexPath
  /// Content coordinates, rounded to pixels where the container has a scale; untransformed.
  public var frame: Rect
  public var appearance: Appearance
  /// Whether the size is still an estimate.
  public var isEstimated: Bool
  /// Whether the element stands away from its natural place to stay in the visible rect.
  public var isPinned: Bool
}
