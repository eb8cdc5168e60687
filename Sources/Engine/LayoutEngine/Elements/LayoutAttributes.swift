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

/// How an element is drawn, apart from its frame. Most elements have the plain appearance.
public struct Appearance: Hashable, Sendable {
  /// The order of drawing: higher values are in front. 0 by default.
  public var zIndex: Int
  /// The opacity, from 0 to 1. 1 by default.
  public var alpha: Double
  public var isHidden: Bool
  /// Applied about the centre of the frame.
  public var transform: AffineTransform
  /// Applied about the centre of the frame.
  public var transform3D: Transform3D

  public init(
    zIndex: Int = 0, alpha: Double = 1, isHidden: Bool = false, transform: AffineTransform = .identity,
    transform3D: Transform3D = .identity
  ) {
    self.zIndex = zIndex
    self.alpha = alpha
    self.isHidden = isHidden
    self.transform = transform
    self.transform3D = transform3D
  }

  /// In front of nothing, opaque, visible and not transformed.
  public static let plain = Appearance()

  /// The appearance that a layout gives an item whose own appearance is `own`: the item's own transform comes first.
  func over(_ own: Appearance) -> Appearance {
    var appearance = self
    appearance.zIndex += own.zIndex
    appearance.alpha *= own.alpha
    appearance.isHidden = isHidden || own.isHidden
    appearance.transform = own.transform.then(transform)
    appearance.transform3D = own.transform3D == .identity ? transform3D : own.transform3D.then(transform3D)
    return appearance
  }

  /// The appearance with left and right exchanged.
  var mirrored: Appearance {
    var appearance = self
    appearance.transform = transform.mirrored
    appearance.transform3D = transform3D.mirrored
    return appearance
  }
}
