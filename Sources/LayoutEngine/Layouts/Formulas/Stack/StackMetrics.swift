/// The parameters of a pile that a section may override.
public struct StackMetrics: Hashable, Sendable {
  public var itemSize = Size(width: 240, height: 240)
  /// From the centre of a card to that of the next one below it.
  public var itemOffset = Point.zero
  /// The scale of a card to that of the card above it, 0 to 1.
  public var itemScale = 1.0
  /// The largest angle by which a card is turned either way, in degrees.
  public var spread = 12.0
  /// How many cards are seen; the others lie hidden below them. 1 or more.
  public var visibleCount = 8
  public var sectionInset = Insets.zero

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var itemSize: Size?
    public var itemOffset: Point?
    public var itemScale: Double?
    public var spread: Double?
    public var visibleCount: Int?
    public var sectionInset: Insets?

    public init() {}
  }
}

extension StackMetrics: FormulaMetrics {
  var commonSize: Size { itemSize }

  public func overridden(by metrics: SectionMetrics) -> StackMetrics {
    guard case .stack(let overrides) = metrics else { return self }
    var result = self
    result.itemSize = overrides.itemSize ?? itemSize
    result.itemOffset = overrides.itemOffset ?? itemOffset
    result.itemScale = overrides.itemScale ?? itemScale
    result.spread = overrides.spread ?? spread
    result.visibleCount = overrides.visibleCount ?? visibleCount
    result.sectionInset = overrides.sectionInset ?? sectionInset
    return result
  }
}
