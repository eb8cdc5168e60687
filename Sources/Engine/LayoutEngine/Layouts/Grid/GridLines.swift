/// Where the lines of a grid section lie along the scroll direction.
struct GridLines: Sendable {
  let chunks: SummaryTree<GridLineChunk>
  let spacing: Double

  init(_ chunks: ContiguousArray<GridLineChunk>, spacing: Double) {
    self.chunks = SummaryTree(chunks)
    self.spacing = spacing
  }

  /// Lines alike.
  init(count: Int, extent: Double, spacing: Double) {
    self.init(count == 0 ? [] : [GridLineChunk(lines: count, extent: extent)], spacing: spacing)
  }

  var count: Int { chunks.totals.lines }

  /// Up to the end of the last line.
  var length: Double { chunks.totals.extents.value + Double(max(0, count - 1)) * spacing }

  /// The last line that does not begin beyond `place`; the first where all do; nil without lines.
  ///
  /// - Complexity: O(log l) for l lines.
  func line(at place: Double) -> Int? {
    let position = chunks.leaf(beyond: place, by: { $0.extents.value + Double($0.lines) * spacing })
    guard let position else { return nil }
    var low = 0
    var high = position.leaf.lineCount - 1
    while low < high {
      let middle = (low + high) / 2
      if start(of: middle + 1, at: position) > place { high = middle } else { low = middle + 1 }
    }
    return position.before.lines + low
  }

  /// The lines that may meet `range`, which ends behind where it begins; nil without lines.
  func lines(meeting range: ClosedRange<Double>) -> ClosedRange<Int>? {
    guard let first = line(at: range.lowerBound), let last = line(at: range.upperBound) else { return nil }
    return first...max(first, last)
  }

  /// Visits lines in order, each with where it begins and how long it is.
  @inline(__always)
  func forEachLine(in lines: ClosedRange<Int>, _ visit: (Int, Double, Double) -> Void) {
    guard let first = find(lines.lowerBound) else { return }
    chunks.forEachLeaf(from: first.index) { position in
      let before = position.before.lines
      let range =
        max(0, lines.lowerBound - before)..<min(position.leaf.lineCount, lines.upperBound - before + 1)
      for line in range {
        visit(before + line, start(of: line, at: position), position.leaf.extent(of: line))
      }
      return before + position.leaf.lineCount <= lines.upperBound
    }
  }
}

extension GridLines {
  typealias Position = SummaryTree<GridLineChunk>.Position

  fileprivate func find(_ line: Int) -> Position? {
    chunks.leaf(beyond: Double(line), by: { Double($0.lines) })
  }

  /// Where a line begins, counted from its chunk's first.
  @inline(__always)
  fileprivate func start(of line: Int, at position: Position) -> Double {
    (position.before.extents + position.leaf.extents(before: line)).value
      + Double(position.before.lines + line) * spacing
  }
}

/// Asks where lines lie that are mostly near one another, so that most questions search no tree.
struct GridLineCursor {
  private let lines: GridLines
  private var position: GridLines.Position

  /// A cursor on the first chunk; nil without lines.
  init?(_ lines: GridLines) {
    guard let first = lines.find(0) else { return nil }
    self.lines = lines
    position = first
  }

  /// Where some lines begin and how long they are together, the spacing between them included.
  ///
  /// - Complexity: O(1) inside a chunk, O(log l) for l lines from one chunk to another.
  @inline(__always)
  mutating func place(_ line: Int, _ count: Int) -> (along: Double, length: Double) {
    move(to: line)
    let along = lines.start(of: line - position.before.lines, at: position)
    if count == 1 { return (along, position.leaf.extent(of: line - position.before.lines)) }
    let last = line + count - 1
    move(to: last)
    let start = lines.start(of: last - position.before.lines, at: position)
    return (along, start - along + position.leaf.extent(of: last - position.before.lines))
  }

  @inline(__always)
  private mutating func move(to line: Int) {
    let first = position.before.lines
    if line < first || line >= first + position.leaf.lineCount, let found = lines.find(line) {
      position = found
    }
  }
}
