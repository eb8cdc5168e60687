/// The column that a waterfall chose for an item when it first placed it, and the number of columns at that time.
package struct KeptColumn: Hashable, Sendable {
  private let column: UInt16
  /// 0 for an item without a column.
  private let columnCount: UInt16

  private init(_ column: UInt16, _ columnCount: UInt16) {
    self.column = column
    self.columnCount = columnCount
  }

  /// One of a number of columns; nil if it is none of them, or if a section cannot have so many.
  package init?(_ column: Int, of columnCount: Int) {
    guard column >= 0, column < columnCount, columnCount <= WaterfallMetrics.columnLimit else { return nil }
    self.init(UInt16(truncatingIfNeeded: column), UInt16(truncatingIfNeeded: columnCount))
  }

  /// The column and the number of columns; nil for an item without a column.
  package var place: (column: Int, columnCount: Int)? {
    columnCount == 0 ? nil : (Int(truncatingIfNeeded: column), Int(truncatingIfNeeded: columnCount))
  }

  /// The column in a section of so many columns; nil if it was chosen out of another number.
  @inline(__always)
  func column(of columnCount: Int) -> Int? {
    Int(truncatingIfNeeded: self.columnCount) == columnCount ? Int(truncatingIfNeeded: column) : nil
  }
}

extension KeptColumn: ColumnValue {
  /// Stands for an item without a column.
  static let absent = KeptColumn(0, 0)
}
