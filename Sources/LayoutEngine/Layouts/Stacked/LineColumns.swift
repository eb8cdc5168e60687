/// Lines column by column, as a chunk of them holds them, while it is being filled.
struct LineColumns {
  /// For line i its first item, counted from the first of all; one more entry than lines.
  private(set) var itemStarts: ContiguousArray<Int32> = [0]
  /// For line i where it begins, from the start of all; one more entry than lines.
  private(set) var offsets: ContiguousArray<Double> = [0]
  /// How many items of each line are broader than it; empty where none is.
  private(set) var overflows: ContiguousArray<Int32> = []

  var count: Int { offsets.count - 1 }

  mutating func reserveCapacity() {
    itemStarts.reserveCapacity(LineChunk.capacity + 1)
    offsets.reserveCapacity(LineChunk.capacity + 1)
  }

  @inline(__always)
  mutating func append(items: Int, advance: Double, overflow: Int) {
    if overflow > 0 || !overflows.isEmpty {
      if overflows.isEmpty { overflows = ContiguousArray(repeating: 0, count: count) }
      overflows.append(Int32(truncatingIfNeeded: overflow))
    }
    itemStarts.append(itemStarts[itemStarts.count - 1] + Int32(truncatingIfNeeded: items))
    offsets.append(offsets[offsets.count - 1] + advance)
  }

  mutating func append(_ lines: Range<Int>, of chunk: LineChunk) {
    for line in lines {
      append(
        items: chunk.items(of: line).count, advance: chunk.offset(of: line + 1) - chunk.offset(of: line),
        overflow: chunk.overflow(of: line))
    }
  }

  /// A chunk of some of the lines.
  func chunk(of lines: Range<Int>) -> LineChunk {
    let all = LineChunk(self)
    guard lines != 0..<count else { return all }
    var columns = LineColumns()
    columns.append(lines, of: all)
    return LineChunk(columns)
  }
}
