/// Collects the lines of a section one by one, or by the run, into chunks.
struct LineBuilder {
  /// The chunk that is being filled.
  private var itemStarts: ContiguousArray<Int32> = [0]
  private var offsets: ContiguousArray<Double> = [0]
  private var chunks: ContiguousArray<LineChunk> = []
  /// The items of all lines so far.
  private(set) var itemCount = 0

  /// Appends a line of some items.
  ///
  /// - Parameter advance: from the start of the line to the start of the next, not below zero.
  mutating func append(items: Int, advance: Double) {
    itemStarts.append(itemStarts[itemStarts.count - 1] + Int32(truncatingIfNeeded: items))
    offsets.append(offsets[offsets.count - 1] + advance)
    itemCount += items
    if offsets.count > LineChunk.capacity { closeChunk() }
  }

  /// Appends that many lines alike.
  ///
  /// - Complexity: O(1).
  mutating func append(run lines: Int, itemsPerLine: Int, pitch: Double) {
    closeChunk()
    chunks.append(LineChunk(lines: lines, itemsPerLine: itemsPerLine, pitch: pitch))
    itemCount += lines * itemsPerLine
  }

  consuming func finish() -> SummaryTree<LineChunk> {
    closeChunk()
    return SummaryTree(chunks)
  }

  private mutating func closeChunk() {
    guard offsets.count > 1 else { return }
    chunks.append(LineChunk(itemStarts: itemStarts, offsets: offsets))
    itemStarts = [0]
    offsets = [0]
    itemStarts.reserveCapacity(LineChunk.capacity + 1)
    offsets.reserveCapacity(LineChunk.capacity + 1)
  }
}
