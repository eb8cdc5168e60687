/// Lines column by column, as a chunk of them holds them, while it is being filled.
struct LineColumns {
  /// For line i its first item, counted from the first of all; one more entry than lines.
  private(set) var itemStarts: ContiguousArray<Int32> = [0]
  /// For line i where it begins, from the start of all; one more entry than lines.
  private(set) var offsets: ContiguousArray<Double> = [0]
  /// How many items of each line are broader than it; empty where none is.
  private(set) var overflows: ContiguousArray<Int32> = []
  /// The breadth of the broadest of these items, or of one that was among the lines which these were taken from.
  private(set) var broadestOverflow = 0.0

  var count: Int { offsets.count - 1 }

  mutating func reserveCapacity() {
    itemStarts.reserveCapacity(LineChunk.capacity + 1)
    offsets.reserveCapacity(LineChunk.capacity + 1)
  }

  @inline(__always)
  mutating func append(items: Int, advance: Double, overflow: Int, broadestOverflow: Double) {
    if overflow > 0 || !overflows.isEmpty {
      self.broadestOverflow = max(self.broadestOverflow, broadestOverflow)
      if overflows.isEmpty { overflows = ContiguousArray(repeating: 0, count: count) }
      overflows.append(Int32(truncatingIfNeeded: overflow))
    }
    itemStarts.append(itemStarts[itemStarts.count - 1] + Int32(truncatingIfNeeded: items))
    offsets.append(offsets[offsets.count - 1] + advance)
  }

  /// Appends lines without items broader than they are, as a closure writes them: for each the first item of the next
  /// line, and where that begins.
  ///
  /// - Parameter limit: the most lines that it writes.
  @inline(__always)
  mutating func append(upTo limit: Int, _ write: (inout OutputSpan<Int32>, inout OutputSpan<Double>) -> Void)
  {
    itemStarts.append(addingCapacity: limit) { starts in
      offsets.append(addingCapacity: limit) { offsets in write(&starts, &offsets) }
    }
  }

  /// The first item behind all lines, counted from the first of all, and where the next line begins.
  typealias End = (item: Int32, offset: Double)

  @inline(__always)
  var end: End { (itemStarts[itemStarts.count - 1], offsets[offsets.count - 1]) }

  /// Appends some consecutive lines of others.
  mutating func append(_ lines: Range<Int>, of other: LineColumns) {
    if !other.overflows.isEmpty || !overflows.isEmpty {
      broadestOverflow = max(broadestOverflow, other.broadestOverflow)
      if overflows.isEmpty { overflows = ContiguousArray(repeating: 0, count: count) }
      if other.overflows.isEmpty {
        overflows.append(contentsOf: repeatElement(0, count: lines.count))
      } else {
        overflows.append(contentsOf: other.overflows[lines])
      }
    }
    let (item, place) = (itemStarts[count] - other.itemStarts[lines.lowerBound], offsets[count])
    let start = other.offsets[lines.lowerBound]
    for line in lines.lowerBound + 1..<lines.upperBound + 1 {
      itemStarts.append(other.itemStarts[line] + item)
      offsets.append(place + (other.offsets[line] - start))
    }
  }

  /// Some of the lines.
  func part(_ lines: Range<Int>) -> LineColumns {
    var part = LineColumns()
    part.append(lines, of: self)
    return part
  }
}
