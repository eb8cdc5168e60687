/// Lines column by column, as a chunk of them holds them, while it is being filled.
struct LineColumns {
  /// For line i its first item, counted from the first of all; one more entry than lines.
  private(set) var itemStarts: ContiguousArray<Int32> = [0]
  /// Where each line begins, from the start of all, and where the last ends, the spacing behind each included.
  private(set) var offsets = PrefixSums()
  /// How many items of each line are broader than it; empty where none is.
  private(set) var overflows: ContiguousArray<Int32> = []
  /// The breadth of the broadest of these items, or of one that was among the lines which these were taken from.
  private(set) var broadestOverflow = 0.0

  var count: Int { offsets.count }

  mutating func reserveCapacity() {
    itemStarts.reserveCapacity(LineChunk.capacity + 1)
    offsets.reserveCapacity(LineChunk.capacity)
  }

  @inline(__always)
  mutating func append(items: Int, advance: Double, overflow: Int, broadestOverflow: Double) {
    if overflow > 0 || !overflows.isEmpty {
      self.broadestOverflow = max(self.broadestOverflow, broadestOverflow)
      if overflows.isEmpty { overflows = ContiguousArray(repeating: 0, count: count) }
      overflows.append(Int32(truncatingIfNeeded: overflow))
    }
    itemStarts.append(itemStarts[itemStarts.count - 1] + Int32(truncatingIfNeeded: items))
    offsets.append(advance)
  }

  /// Appends lines without items broader than they are, as a closure writes them: for each the first item of the next
  /// line, and how far that is from it.
  ///
  /// - Parameter limit: the most lines that it writes.
  @inline(__always)
  mutating func append(upTo limit: Int, _ write: (inout OutputSpan<Int32>, inout OutputSpan<Double>) -> Void)
  {
    var parts = offsets.takeCoarse()
    let first = parts.count
    itemStarts.append(addingCapacity: limit) { starts in
      parts.append(addingCapacity: limit) { advances in write(&starts, &advances) }
    }
    offsets.put(parts, addingFrom: first)
  }

  /// The first item behind all lines, counted from the first of all.
  @inline(__always)
  var endItem: Int32 { itemStarts[itemStarts.count - 1] }

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
    let item = itemStarts[count] - other.itemStarts[lines.lowerBound]
    for line in lines.lowerBound + 1..<lines.upperBound + 1 {
      itemStarts.append(other.itemStarts[line] + item)
    }
    offsets.append(lines, of: other.offsets)
  }

  /// Some of the lines.
  func part(_ lines: Range<Int>) -> LineColumns {
    var part = LineColumns()
    part.append(lines, of: self)
    return part
  }
}
