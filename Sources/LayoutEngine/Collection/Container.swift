/// The screen that a layout is made for: a collection view's bounds, insets, scale and direction.
public struct Container: Hashable, Sendable {
  public enum Direction: String, CaseIterable, Sendable {
    case leftToRight
    case rightToLeft
  }

  public var size: Size
  /// The adjusted content inset.
  public var insets: Insets
  /// Pixels per point; nil leaves frames unrounded.
  public var scale: Double?
  public var direction: Direction
  /// The size of text that content is measured at.
  public var contentSizeCategory: ContentSizeCategory

  public init(
    size: Size, insets: Insets = .zero, scale: Double? = nil, direction: Direction = .leftToRight,
    contentSizeCategory: ContentSizeCategory = .large
  ) {
    self.size = size
    self.insets = insets
    self.scale = scale
    self.direction = direction
    self.contentSizeCategory = contentSizeCategory
  }

  var grid: PixelGrid { PixelGrid(scale: scale) }

  /// What a layout shows at a time along the scroll direction: the bounds less the insets at both ends.
  func length(along axis: ScrollAxis) -> Double {
    let insets = axis.axialInsets(insets)
    return max(0, axis.length(of: size) - insets.before - insets.after)
  }

  /// What a layout has across the scroll direction: the bounds less the insets on both sides.
  func breadth(across axis: ScrollAxis) -> Double {
    let insets = axis.axialInsets(insets)
    return max(0, axis.breadth(of: size) - insets.leading - insets.trailing)
  }
}
