/// A value that a column of items holds, with one value that stands for "not given".
protocol ColumnValue: Equatable {
  /// Stands for an item without a value.
  static var absent: Self { get }
  var isAbsent: Bool { get }
}

extension ColumnValue {
  @inline(__always)
  var isAbsent: Bool { self == Self.absent }
}

extension Size: ColumnValue {
  /// Stands in a column for "no size of its own": not a number of points.
  public static var unspecified: Size { Size(width: .nan, height: .nan) }

  @inline(__always)
  var isSpecified: Bool { !width.isNaN }

  static var absent: Size { .unspecified }
  @inline(__always)
  var isAbsent: Bool { !isSpecified }
}

extension Double: ColumnValue {
  static var absent: Double { .nan }
  @inline(__always)
  var isAbsent: Bool { isNaN }
}

extension GridSpan: ColumnValue {
  static var absent: GridSpan { .one }
}

extension MagazineSizeMode: ColumnValue {
  static var absent: MagazineSizeMode { .default }
}

extension Optional: ColumnValue where Wrapped: Equatable {
  static var absent: Wrapped? { nil }
}

/// A column has a value for each of some items, or is empty if no item gives one.
extension ContiguousArray where Element: ColumnValue {
  /// The value of an item; nil if the item gives none.
  @inline(__always)
  func value(at index: Int) -> Element? { isEmpty || self[index].isAbsent ? nil : self[index] }

  /// Whether any item gives a value.
  ///
  /// - Complexity: O(n) for n items.
  @inline(__always)
  var hasValues: Bool { contains { !$0.isAbsent } }

  /// Whether an item has the same value as an item of another column.
  @inline(__always)
  func isSame(at index: Int, as other: ContiguousArray, at otherIndex: Int) -> Bool {
    if isEmpty && other.isEmpty { return true }
    let (a, b) = (isEmpty ? .absent : self[index], other.isEmpty ? .absent : other[otherIndex])
    return a == b || a.isAbsent && b.isAbsent
  }

  /// Appends the value of the item that follows `count` others.
  @inline(__always)
  mutating func append(_ value: Element?, after count: Int) {
    guard value != nil || !isEmpty else { return }
    if isEmpty { fill(count) }
    // From here on the chunk is likely to become full; many chunks of small sections never come here.
    if self.count == ItemChunk.smallCapacity { reserveCapacity(ItemChunk.capacity) }
    append(value ?? .absent)
  }

  /// The column without room for more values.
  var trimmed: ContiguousArray {
    guard capacity > 2 * count else { return self }
    var trimmed = ContiguousArray()
    trimmed.reserveCapacity(count)
    trimmed.append(contentsOf: self)
    return trimmed
  }

  /// Appends the values of a range of another column, which follow those of `count` items.
  mutating func append(_ range: Range<Int>, of other: ContiguousArray, after count: Int) {
    guard !other.isEmpty || !isEmpty else { return }
    if isEmpty { fill(count) }
    if other.isEmpty {
      append(contentsOf: repeatElement(.absent, count: range.count))
    } else {
      append(contentsOf: other[range])
    }
  }

  /// Replaces the value of one of `count` items; leaves the array's storage shared if the value stays the same.
  @inline(__always)
  mutating func replace(at index: Int, with value: Element, of count: Int) {
    let old = isEmpty ? .absent : self[index]
    if old == value || old.isAbsent && value.isAbsent { return }
    if isEmpty { self = ContiguousArray(repeating: .absent, count: count) }
    self[index] = value
  }

  /// Opens an empty column behind items that give no value.
  private mutating func fill(_ count: Int) {
    if count > ItemChunk.smallCapacity { reserveCapacity(ItemChunk.capacity) }
    append(contentsOf: repeatElement(.absent, count: count))
  }
}
