/// The parameters of a waterfall that a section may override.
public struct WaterfallMetrics: Hashable, Sendable {
  public var columnCount = 2
  public var minimumColumnSpacing = 10.0
  /// Between the items of a column.
  public var minimumInteritemSpacing = 10.0
  /// Around a section's columns, between its header and its footer.
  public var sectionInset = Insets.zero
  /// Above 0, every section has a header.
  public var headerHeight = 0.0
  /// Above 0, every section has a footer.
  public var footerHeight = 0.0
  /// Around the header; without one only the top inset is kept.
  public var headerInset = Insets.zero
  /// Around the footer; without one only the top inset is kept.
  public var footerInset = Insets.zero

  /// The most columns that a section has.
  public static let columnLimit = 10_000

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var columnCount: Int?
    public var minimumColumnSpacing: Double?
    public var minimumInteritemSpacing: Double?
    public var sectionInset: Insets?
    public var headerHeight: Double?
    public var footerHeight: Double?
    public var headerInset: Insets?
    public var footerInset: Insets?

    public init() {}
  }

  func overridden(by metrics: SectionMetrics) -> WaterfallMetrics {
    guard case .waterfall(let overrides) = metrics else { return self }
    var result = self
    result.columnCount = overrides.columnCount ?? columnCount
    result.minimumColumnSpacing = overrides.minimumColumnSpacing ?? minimumColumnSpacing
    result.minimumInteritemSpacing = overrides.minimumInteritemSpacing ?? minimumInteritemSpacing
    result.sectionInset = overrides.sectionInset ?? sectionInset
    result.headerHeight = overrides.headerHeight ?? headerHeight
    result.footerHeight = overrides.footerHeight ?? footerHeight
    result.headerInset = overrides.headerInset ?? headerInset
    result.footerInset = overrides.footerInset ?? footerInset
    return result
  }
}
