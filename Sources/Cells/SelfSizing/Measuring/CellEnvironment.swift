import LayoutEngine

/// The traits that the sizes of cells depend on (`UITraitCollection`).
public struct CellEnvironment: Hashable, Sendable {
  /// The text size that the reader prefers.
  public var category: ContentSizeCategory
  /// The direction in which text runs, and in which leading edges are.
  public var direction: Container.Direction
  /// Pixels per point; nil leaves sizes unrounded.
  public var scale: Double?

  /// Creates an environment; `scale` is in pixels per point.
  public init(
    category: ContentSizeCategory = .large, direction: Container.Direction = .leftToRight,
    scale: Double? = nil
  ) {
    self.category = category
    self.direction = direction
    self.scale = scale
  }

  /// Creates the environment of the cells in a container.
  public init(_ container: Container) {
    self.init(
      category: container.contentSizeCategory, direction: container.direction, scale: container.scale)
  }

  /// Rounds a length in points up to whole pixels, so that no text is cut off.
  func wholePixels(_ length: Double) -> Double {
    guard let scale else { return length }
    // The rounding error of a sum must not cost another pixel.
    let pixels = (length * scale - 1e-6).rounded(.up)
    return pixels > 0 ? pixels / scale : 0
  }
}
