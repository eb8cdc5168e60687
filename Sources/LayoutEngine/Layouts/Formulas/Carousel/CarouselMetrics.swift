/// The parameters of a carousel that a section may override.
public struct CarouselMetrics: Hashable, Sendable {
  public var style = CarouselLayout.Style.linear
  public var itemSize = Size(width: 200, height: 280)
  /// Between the frames of neighbours, in a row.
  public var itemSpacing = 0.0
  /// The scale of items beside the middle, in a row; 0 or more.
  public var sideItemScale = 0.8
  /// The alpha of items beside the middle, in a row, or at the far side of the ring; 0 to 1.
  public var sideItemAlpha = 0.5
  /// How many items the ring has room for; 3 or more.
  public var itemsPerTurn = 12
  /// The ring's; nil is half of what is visible.
  public var radius: Double?
  /// By which the ring is seen from above, in degrees, 0 to 90.
  public var tilt = 15.0
  /// From the eye to the screen, for the ring; 1 at least.
  public var perspective = 500.0
  public var sectionInset = Insets.zero

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var style: CarouselLayout.Style?
    public var itemSize: Size?
    public var itemSpacing: Double?
    public var sideItemScale: Double?
    public var sideItemAlpha: Double?
    public var itemsPerTurn: Int?
    public var radius: Double?
    public var tilt: Double?
    public var perspective: Double?
    public var sectionInset: Insets?

    public init() {}
  }
}

extension CarouselMetrics: FormulaMetrics {
  public func overridden(by metrics: SectionMetrics) -> CarouselMetrics {
    guard case .carousel(let overrides) = metrics else { return self }
    var result = self
    result.style = overrides.style ?? style
    result.itemSize = overrides.itemSize ?? itemSize
    result.itemSpacing = overrides.itemSpacing ?? itemSpacing
    result.sideItemScale = overrides.sideItemScale ?? sideItemScale
    result.sideItemAlpha = overrides.sideItemAlpha ?? sideItemAlpha
    result.itemsPerTurn = overrides.itemsPerTurn ?? itemsPerTurn
    result.radius = overrides.radius ?? radius
    result.tilt = overrides.tilt ?? tilt
    result.perspective = overrides.perspective ?? perspective
    result.sectionInset = overrides.sectionInset ?? sectionInset
    return result
  }
}
