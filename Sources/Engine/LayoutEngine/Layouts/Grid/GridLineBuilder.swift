/// Collects the extents of items of one cell each, line by line: a line is as long as its longest item.
struct GridLineBuilder {
  private let perLine: Int
  private let grid: PixelGrid
  private var chunks: ContiguousArray<GridLineChunk> = []
  private var extents: ContiguousArray<Double> = []
  /// Of the line that is being filled.
  private var longest = 0.0
  private var filled = 0

  init(perLine: Int, grid: PixelGrid) {
    self.perLine = perLine
    self.grid = grid
    extents.reserveCapacity(GridLineChunk.capacity)
  }

  @inline(__always)
  mutating func take(_ extent: Double) {
    if extent > longest { longest = extent }
    filled += 1
    if filled == perLine { closeLine() }
  }

  /// Takes items alike.
  ///
  /// - Complexity: O(c) for c items a line, however many items.
  mutating func take(_ count: Int, of extent: Double) {
    var rest = count
    while filled > 0, rest > 0 {
      take(extent)
      rest -= 1
    }
    let lines = rest / perLine
    if lines > 0 {
      closeChunk()
      chunks.append(GridLineChunk(lines: lines, extent: grid.nearest(extent)))
    }
    for _ in 0..<rest % perLine { take(extent) }
  }

  consuming func finish(spacing: Double) -> GridLines {
    if filled > 0 { closeLine() }
    closeChunk()
    return GridLines(chunks, spacing: spacing)
  }

  private mutating func closeLine() {
    // Rounding keeps order: the longest item rounded is the longest rounded item.
    extents.append(grid.nearest(longest))
    longest = 0
    filled = 0
    if extents.count == GridLineChunk.capacity { closeChunk() }
  }

  private mutating func closeChunk() {
    guard !extents.isEmpty else { return }
    chunks.append(GridLineChunk(extents))
    extents.removeAll(keepingCapacity: true)
  }
}
