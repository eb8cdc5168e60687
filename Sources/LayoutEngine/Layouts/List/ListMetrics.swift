/// The parameters of a list that a section may override.
public struct ListMetrics: Hashable, Sendable {
  /// The height of rows that name none of their own.
  public enum RowHeight: Hashable, Sendable {
    case points(Double)
    /// Measured; until then, the estimated row height.
    case automatic
  }

  /// Nil stands for 44 points, or for `automatic` where an estimate is given.
  public var rowHeight: RowHeight?
  /// 0 turns estimating off.
  public var estimatedRowHeight: Double?
  public var sectionHeaderHeight = 0.0
  public var sectionFooterHeight = 0.0
  public var estimatedSectionHeaderHeight = 0.0
  public var estimatedSectionFooterHeight = 0.0
  /// Nil stands for the style's: 16 points on both sides in an inset grouped list, none in the others.
  public var sectionInset: Insets?
  /// The insets of separators; nil draws none.
  public var separator: Insets?
  public var rowSpacing = 0.0

  public static let defaultRowHeight = 44.0

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var rowHeight: RowHeight?
    public var estimatedRowHeight: Double?
    public var sectionHeaderHeight: Double?
    public var sectionFooterHeight: Double?
    public var estimatedSectionHeaderHeight: Double?
    public var estimatedSectionFooterHeight: Double?
    public var sectionInset: Insets?
    public var separator: Insets?
    public var rowSpacing: Double?

    public init() {}
  }

  func overridden(by metrics: SectionMetrics) -> ListMetrics {
    guard case .list(let overrides) = metrics else { return self }
    var result = self
    result.rowHeight = overrides.rowHeight ?? rowHeight
    result.estimatedRowHeight = overrides.estimatedRowHeight ?? estimatedRowHeight
    result.sectionHeaderHeight = overrides.sectionHeaderHeight ?? sectionHeaderHeight
    result.sectionFooterHeight = overrides.sectionFooterHeight ?? sectionFooterHeight
    result.estimatedSectionHeaderHeight =
      overrides.estimatedSectionHeaderHeight ?? estimatedSectionHeaderHeight
    result.estimatedSectionFooterHeight =
      overrides.estimatedSectionFooterHeight ?? estimatedSectionFooterHeight
    result.sectionInset = overrides.sectionInset ?? sectionInset
    result.separator = overrides.separator ?? separator
    result.rowSpacing = overrides.rowSpacing ?? rowSpacing
    return result
  }
}
