/// The parameters of a circle that a section may override. Angles are degrees, clockwise, 0 at the right.
public struct CircleMetrics: Hashable, Sendable {
  public var itemSize = Size(width: 50, height: 50)
  /// From the circle's centre to that of an item; nil is the largest with which items fit what is visible.
  public var radius: Double?
  /// Where the first item stands.
  public var startAngle = -90.0
  /// How far the items reach around; below 0 they go counterclockwise.
  public var sweep = 360.0
  /// Whether each item is turned so that its top faces outward.
  public var rotatesItems = false
  public var sectionInset = Insets.zero

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var itemSize: Size?
    public var radius: Double?
    public var startAngle: Double?
    public var sweep: Double?
    public var rotatesItems: Bool?
    public var sectionInset: Insets?

    public init() {}
  }
}

extension CircleMetrics: FormulaMetrics {
  var commonSize: Size { itemSize }

  public func overridden(by metrics: SectionMetrics) -> CircleMetrics {
    guard case .circle(let overrides) = metrics else { return self }
    var result = self
    result.itemSize = overrides.itemSize ?? itemSize
    result.radius = overrides.radius ?? radius
    result.startAngle = overrides.startAngle ?? startAngle
    result.sweep = overrides.sweep ?? sweep
    result.rotatesItems = overrides.rotatesItems ?? rotatesItems
    result.sectionInset = overrides.sectionInset ?? sectionInset
    return result
  }
}
