/// Collects the lines of a section one by one, or by the run, into chunks.
struct LineBuilder {
  /// The chunk that is being filled.
  private var open = LineColumns()
  private var chunks: ContiguousArray<LineChunk> = []
  /// The items of all lines so far.
  private(set) var itemCount = 0
  private(set) var lineCount = 0

  /// Runs no longer than this stand among other lines.
  private static let shortRun = 8

  /// Appends a line of some items.
  ///
  /// - Parameters:
  ///   - advance: from the start of the line to the start of the next, not below zero.
  ///   - overflow: how many of the items are broader than the line.
  ///   - broadestOverflow: the breadth of the broadest of these.
  mutating func append(items: Int, advance: Double, overflow: Int = 0, broadestOverflow: Double = 0) {
    open.append(items: items, advance: advance, overflow: overflow, broadestOverflow: broadestOverflow)
    itemCount += items
    lineCount += 1
    if open.count >= LineChunk.capacity { closeChunk() }
  }

  /// Appends lines without items broader than they are, several at a time.
  ///
  /// - Parameters:
  ///   - limit: the most lines that it writes; there is room for fewer where the chunk is nearly full, but for one.
  ///   - write: writes for each line the first item of the next, counted from the chunk's first, and how far that is
  ///     from the line, as long as there is room; it is given the first item of the first line.
  @inline(__always)
  mutating func append(
    upTo limit: Int,
    _ write: (_ first: Int32, inout OutputSpan<Int32>, inout OutputSpan<Double>) -> Void
  ) {
    let (first, count) = (open.endItem, open.count)
    open.append(upTo: min(limit, LineChunk.capacity - count)) { write(first, &$0, &$1) }
    itemCount += Int(truncatingIfNeeded: open.endItem - first)
    lineCount += open.count - count
    if open.count >= LineChunk.capacity { closeChunk() }
  }

  /// Whether a line of the open chunk has an item broader than it.
  var hasOverflow: Bool { !open.overflows.isEmpty }

  /// Appends that many lines alike.
  ///
  /// - Complexity: O(1).
  mutating func append(
    run lines: Int, itemsPerLine: Int, pitch: Double, overflowPerLine: Int = 0, broadestOverflow: Double = 0
  ) {
    closeChunk()
    chunks.append(
      LineChunk(
        lines: lines, itemsPerLine: itemsPerLine, pitch: pitch, overflowPerLine: overflowPerLine,
        broadestOverflow: broadestOverflow))
    itemCount += lines * itemsPerLine
    lineCount += lines
  }

  /// Appends some consecutive lines of a chunk, many of a run as a run.
  mutating func append(_ lines: Range<Int>, of chunk: LineChunk) {
    if chunk.isRun, lines.count > LineBuilder.shortRun {
      return append(
        run: lines.count, itemsPerLine: chunk.items(of: 0).count, pitch: chunk.pitch,
        overflowPerLine: chunk.overflow(of: 0), broadestOverflow: chunk.totals.broadestOverflow)
    }
    var lines = lines
    while !lines.isEmpty {
      let taken = lines.prefix(LineChunk.capacity - open.count)
      let items = chunk.append(taken, to: &open)
      itemCount += items
      lineCount += taken.count
      lines = lines.dropFirst(taken.count)
      if open.count >= LineChunk.capacity { closeChunk() }
    }
  }

  consuming func finish() -> SummaryTree<LineChunk> {
    SummaryTree(finishChunks())
  }

  /// The chunks, of which none is small that could share its lines with a neighbour: chunks that follow changes
  /// again and again would become ever smaller.
  consuming func finishChunks() -> ContiguousArray<LineChunk> {
    guard open.count > 0 else { return chunks }
    if open.count < LineChunk.capacity / 4, let last = chunks.last, !last.isRun {
      chunks.removeLast()
      var all = LineColumns()
      _ = last.append(0..<last.lineCount, to: &all)
      all.append(0..<open.count, of: open)
      if all.count <= LineChunk.capacity {
        chunks.append(LineChunk(all))
      } else {
        chunks.append(LineChunk(all.part(0..<all.count / 2)))
        chunks.append(LineChunk(all.part(all.count / 2..<all.count)))
      }
    } else {
      closeChunk()
    }
    return chunks
  }

  private mutating func closeChunk() {
    guard open.count > 0 else { return }
    chunks.append(LineChunk(open))
    open = LineColumns()
    open.reserveCapacity()
  }
}
