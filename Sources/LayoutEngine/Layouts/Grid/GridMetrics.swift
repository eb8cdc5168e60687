/// The parameters of a grid that a section may override.
public struct GridMetrics: Hashable, Sendable {
  /// How many tracks lie side by side across the scroll direction.
  public enum Columns: Hashable, Sendable {
    case count(Int)
    /// As many as fit, each at least that wide.
    case minimumWidth(Double)
  }

  /// How long a line of cells is along the scroll direction.
  public enum LineExtent: Hashable, Sendable {
    /// Width over height of a cell of one column.
    case aspectRatio(Double)
    case points(Double)
    /// What its items need.
    case automatic
  }

  /// Which lines of a section are equally long, where their items decide.
  public enum RowSizing: String, CaseIterable, Sendable {
    /// Each line is as long as its longest item.
    case tallestInRow
    /// Every line is as long as the section's longest item.
    case uniform
  }

  /// Where an item goes that takes several cells (`grid-auto-flow` of CSS).
  public enum Packing: String, CaseIterable, Sendable {
    /// Behind the item before it.
    case sparse
    /// Into the first hole that holds it.
    case dense
  }

  public var columns = Columns.count(1)
  public var lineExtent = LineExtent.aspectRatio(1)
  public var rowSizing = RowSizing.tallestInRow
  /// Between the tracks of a line.
  public var columnSpacing = 10.0
  /// Between lines, along the scroll direction.
  public var rowSpacing = 10.0
  public var sectionInset = Insets.zero
  public var headerHeight = 0.0
  public var footerHeight = 0.0
  public var packing = Packing.sparse

  /// More are not made, however many fit.
  public static let columnLimit = 1000
  /// No item takes more lines.
  public static let spanLimit = 1000

  public init() {}

  /// What one section says instead.
  public struct Overrides: Hashable, Sendable {
    public var columns: Columns?
    public var lineExtent: LineExtent?
    public var rowSizing: RowSizing?
    public var columnSpacing: Double?
    public var rowSpacing: Double?
    public var sectionInset: Insets?
    public var headerHeight: Double?
    public var footerHeight: Double?
    public var packing: Packing?

    public init() {}
  }

  func overridden(by metrics: SectionMetrics) -> GridMetrics {
    guard case .grid(let overrides) = metrics else { return self }
    var result = self
    result.columns = overrides.columns ?? columns
    result.lineExtent = overrides.lineExtent ?? lineExtent
    result.rowSizing = overrides.rowSizing ?? rowSizing
    result.columnSpacing = overrides.columnSpacing ?? columnSpacing
    result.rowSpacing = overrides.rowSpacing ?? rowSpacing
    result.sectionInset = overrides.sectionInset ?? sectionInset
    result.headerHeight = overrides.headerHeight ?? headerHeight
    result.footerHeight = overrides.footerHeight ?? footerHeight
    result.packing = overrides.packing ?? packing
    return result
  }
}
