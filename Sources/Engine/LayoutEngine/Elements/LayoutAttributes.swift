/// Everything that a layout decides about one element (`UICollectionViewLayoutAttributes`).
public struct LayoutAttributes: Hashable, Sendable {
  /// The kind of the element.
  public var kind: ElementKind
  /// The index path of a cell's item; of another element, its section and its number among those of its kind.
  public var indexPath: IndexPath
  /// The frame in content coordinates, in points, before any transform; rounded to pixels if the container has a scale.
  public var frame: Rect
  /// How the element is drawn, apart from its frame.
  public var appearance: Appearance
  /// Whether the size is still an estimate.
  public var isEstimated: Bool
  /// Whether the layout moved the element from its natural position to keep it in the visible rect.
  public var isPinned: Bool
  /// The edge of the visible rect that the element pins to, moved or not; nil if it does not pin.
  public var pins: PinnedEdge?
}
