/// How many cells of a grid an item takes.
public struct GridSpan: Hashable, Sendable {
  /// Across the scroll direction; at least 1.
  public var columns: Int
  /// Along the scroll direction; at least 1.
  public var rows: Int

  /// Creates a span of columns and rows, each at least 1.
  public init(columns: Int = 1, rows: Int = 1) {
    self.columns = columns
    self.rows = rows
  }

  /// A single cell.
  public static let one = GridSpan()

  /// Stands for all columns: no grid has more.
  public static let allColumns = GridMetrics.columnLimit

  var hasAllColumns: Bool { columns >= Self.allColumns }
}
