import LayoutEngine

/// Attributes that few elements have, by row: only rows that differ from the default.
struct SparseColumns: AttributeSink, AttributeWriter {
  /// The rows with another value than the default, and the numbers of their values one after the other.
  struct Column {
    let attribute: ElementAttribute
    /// How many numbers a value has; 0 for a flag.
    let width: Int
    fileprivate(set) var rows = ContiguousArray<Int32>()
    fileprivate(set) var numbers = ContiguousArray<Double>()
  }

  /// The columns that have rows, in the order of responses.
  private(set) var columns: [Column]
  private var row: Int32 = 0
  /// The column that takes numbers.
  private var place = 0

  /// - Complexity: O(n) for n elements.
  init(_ elements: ElementList) {
    columns = []
    // Most lists are plain.
    guard elements.records.contains(where: { !$0.isPlain }) else { return }
    columns = ElementAttribute.all.map { Column(attribute: $0.attribute, width: $0.width) }
    for (row, record) in elements.records.enumerated() {
      self.row = Int32(truncatingIfNeeded: row)
      marks(isEstimated: record.isEstimated, pins: record.pins, isPinned: record.isPinned)
      if record.appearance >= 0 { elements.appearances[Int(record.appearance)].write(to: &self) }
    }
    columns.removeAll { $0.rows.isEmpty }
  }

  @inline(__always)
  mutating func attribute<Value: AttributeValue>(_ attribute: ElementAttribute, _ value: Value) {
    guard let place = columns.firstIndex(where: { $0.attribute.column == attribute.column }) else { return }
    columns[place].rows.append(row)
    self.place = place
    value.write(to: &self)
  }

  mutating func number(_ number: Double) { columns[place].numbers.append(number) }

  mutating func number(_ number: Int) { columns[place].numbers.append(Double(number)) }
}
