import LayoutEngine

/// What the sizes of cells depend on beside their content and their room (`UITraitCollection`).
public struct CellEnvironment: Hashable, Sendable {
  public var category: ContentSizeCategory
  public var direction: Container.Direction
  /// Pixels per point; nil leaves sizes unrounded.
  public var scale: Double?

  public init(
    category: ContentSizeCategory = .large, direction: Container.Direction = .leftToRight,
    scale: Double? = nil
  ) {
    self.category = category
    self.direction = direction
    self.scale = scale
  }

  public init(_ container: Container) {
    self.init(
      category: container.contentSizeCategory, direction: container.direction, scale: container.scale)
  }

  /// A length that text takes, up to the next whole pixel, so that none of it is cut.
  func wholePixels(_ length: Double) -> Double {
    guard let scale else { return length }
    // What sums of fractions are off by is no reason for another pixel.
    let pixels = (length * scale - 1e-6).rounded(.up)
    return pixels > 0 ? pixels / scale : 0
  }
}
