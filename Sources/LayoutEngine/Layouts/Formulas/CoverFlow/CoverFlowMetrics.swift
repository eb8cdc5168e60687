/// The parameters of a cover flow that a section may override.
public struct CoverFlowMetrics: Hashable, Sendable {
  public var itemSize = Size(width: 180, height: 180)
  /// Between the frames of neighbours; below 0 they overlap.
  public var itemSpacing = -140.0
  /// By which covers at the sides are turned, in degrees, 0 to 90.
  public var angle = 65.0
  /// How far the sides keep away from the middle, beside their places.
  public var sideShift = 75.0
  /// How far the sides stand back.
  public var sideDepth = 100.0
  /// From the eye to the screen; 1 at least.
  public var perspective = 500.0
  public var sectionInset = Insets.zero

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var itemSize: Size?
    public var itemSpacing: Double?
    public var angle: Double?
    public var sideShift: Double?
    public var sideDepth: Double?
    public var perspective: Double?
    public var sectionInset: Insets?

    public init() {}
  }
}

extension CoverFlowMetrics: FormulaMetrics {
  var commonSize: Size { itemSize }

  public func overridden(by metrics: SectionMetrics) -> CoverFlowMetrics {
    guard case .coverFlow(let overrides) = metrics else { return self }
    var result = self
    result.itemSize = overrides.itemSize ?? itemSize
    result.itemSpacing = overrides.itemSpacing ?? itemSpacing
    result.angle = overrides.angle ?? angle
    result.sideShift = overrides.sideShift ?? sideShift
    result.sideDepth = overrides.sideDepth ?? sideDepth
    result.perspective = overrides.perspective ?? perspective
    result.sectionInset = overrides.sectionInset ?? sectionInset
    return result
  }
}
