/// The parameters of a spiral that a section may override.
public struct SpiralMetrics: Hashable, Sendable {
  public var itemSize = Size(width: 44, height: 44)
  public var spiral = SpiralLayout.Spiral.archimedean
  /// From the centre of an item to that of the next, and from one arm to the next; 1 at least.
  public var spacing = 54.0
  /// Where the first item stands: degrees, clockwise, 0 at the right.
  public var startAngle = -90.0
  /// How large and how opaque the outermost item is; the first is whole, those between in proportion.
  public var outerScale = 1.0
  public var outerAlpha = 1.0
  public var sectionInset = Insets.zero

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var itemSize: Size?
    public var spiral: SpiralLayout.Spiral?
    public var spacing: Double?
    public var startAngle: Double?
    public var outerScale: Double?
    public var outerAlpha: Double?
    public var sectionInset: Insets?

    public init() {}
  }
}

extension SpiralMetrics: FormulaMetrics {
  var commonSize: Size { itemSize }

  public func overridden(by metrics: SectionMetrics) -> SpiralMetrics {
    guard case .spiral(let overrides) = metrics else { return self }
    var result = self
    result.itemSize = overrides.itemSize ?? itemSize
    result.spiral = overrides.spiral ?? spiral
    result.spacing = overrides.spacing ?? spacing
    result.startAngle = overrides.startAngle ?? startAngle
    result.outerScale = overrides.outerScale ?? outerScale
    result.outerAlpha = overrides.outerAlpha ?? outerAlpha
    result.sectionInset = overrides.sectionInset ?? sectionInset
    return result
  }
}
