/// The parameters of a carousel that a section may override.
public struct CarouselMetrics: Hashable, Sendable {
  public var style = CarouselLayout.Style.linear
  /// Nil is the style's: 220 × 300 in a row, 120 × 160 on the ring.
  public var itemSize: Size?
  /// Between the frames of neighbours, in a row.
  public var itemSpacing = 0.0
  /// The scale of items beside the middle, in a row; 0 or more.
  public var sideItemScale = 0.8
  /// The alpha of items beside the middle, in a row, or at the far side of the ring; 0 to 1. Nil is the
  /// style's: 0.5 in a row, 1 on the ring.
  public var sideItemAlpha: Double?
  /// How many items the ring has room for; 3 or more.
  public var itemsPerTurn = 12
  /// The ring's; nil is half of what is visible.
  public var radius: Double?
  /// By which the ring is seen from above, in degrees, 0 to 90.
  public var tilt = 25.0
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
  var commonSize: Size {
    itemSize ?? (style == .linear ? Size(width: 220, height: 300) : Size(width: 120, height: 160))
  }

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
