/// Which cells of a grid are taken: a row of bits for every line from the first that is not full on.
struct GridOccupancy {
  let columns: Int
  /// The number of 64-bit words in a line.
  private let width: Int
  /// The last word of an empty line: the bits behind its last column are set.
  private let emptyTail: UInt64
  /// The lines up to `head` are closed and only wait to be removed.
  private var words: ContiguousArray<UInt64> = []
  private var head = 0
  /// The first line that is not full.
  private(set) var firstLine = 0
  /// The lines that a search looks at together.
  private var union: ContiguousArray<UInt64>

  /// Holes further back than this many words, 32 megabytes, are left.
  private static let wordLimit = 1 << 22

  init(columns: Int) {
    self.columns = columns
    width = (columns + 63) / 64
    emptyTail = columns % 64 == 0 ? 0 : ~0 << UInt64(columns % 64)
    union = ContiguousArray(repeating: 0, count: width)
  }

  /// The first line that is empty, as are all lines below it.
  var endLine: Int { firstLine + (words.count - head) / width }

  /// The greatest number of words read to search some lines, or to take cells in them.
  func words(in lines: Int) -> Int { lines * width }

  /// The first column from which on the span is free in the lines from `line` on.
  ///
  /// - Complexity: O(r·c / 64) for a span over r lines of c columns.
  mutating func firstColumn(of span: GridSpan, in line: Int) -> Int? {
    if line >= endLine { return 0 }
    let start = head + (line - firstLine) * width
    let end = head + (min(line + span.rows, endLine) - firstLine) * width
    if width == 1 { return firstColumn(of: span.columns, in: start..<end) }
    for word in 0..<width { union[word] = words[start + word] }
    for row in stride(from: start + width, to: end, by: width) {
      for word in 0..<width { union[word] |= words[row + word] }
    }
    var column = 0
    while let first = nextColumn(isTaken: false, from: column) {
      let last = nextColumn(isTaken: true, from: first) ?? width * 64
      if last - first >= span.columns { return first }
      column = last
    }
    return nil
  }

  /// The first column from which on so many are free in lines of one word each.
  @inline(__always)
  private func firstColumn(of columns: Int, in lines: Range<Int>) -> Int? {
    var taken: UInt64 = 0
    for word in lines { taken |= words[word] }
    // A bit that stays set begins a run of `length` free ones; the runs double until they are long enough.
    var free = ~taken
    var length = 1
    while length < columns, free != 0 {
      let step = min(length, columns - length)
      free &= free >> UInt64(step)
      length += step
    }
    return free == 0 ? nil : free.trailingZeroBitCount
  }

  /// The first column of `union`, from one on, that is taken or that is free.
  @inline(__always)
  private func nextColumn(isTaken: Bool, from column: Int) -> Int? {
    var word = column >> 6
    guard word < width else { return nil }
    let flip: UInt64 = isTaken ? 0 : ~0
    var bits = (union[word] ^ flip) & (~0 << UInt64(column & 63))
    while bits == 0 {
      word += 1
      guard word < width else { return nil }
      bits = union[word] ^ flip
    }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// Takes a free place.
  ///
  /// - Complexity: O(r·c / 64) amortised for a span over r lines of c columns.
  mutating func take(_ span: GridSpan, line: Int, column: Int) {
    while endLine < line + span.rows { appendLine() }
    let last = column + span.columns - 1
    for word in column >> 6...last >> 6 {
      let low = UInt64(max(column - word << 6, 0))
      let high = UInt64(min(last - word << 6, 63))
      let mask = (UInt64.max >> (63 - high)) & (UInt64.max << low)
      let start = head + (line - firstLine) * width + word
      for place in stride(from: start, to: start + span.rows * width, by: width) { words[place] |= mask }
    }
    closeFullLines()
  }

  private mutating func appendLine() {
    for _ in 1..<width { words.append(0) }
    words.append(emptyTail)
  }

  private mutating func closeFullLines() {
    while head < words.count, isFirstLineFull { closeFirstLine() }
    while words.count - head > GridOccupancy.wordLimit { closeFirstLine() }
    // Half of the words moved were closed before: each word is moved once on average.
    if head > 4096, head > words.count / 2 {
      words.removeFirst(head)
      head = 0
    }
  }

  private var isFirstLineFull: Bool {
    for word in head..<head + width where words[word] != ~0 { return false }
    return true
  }

  private mutating func closeFirstLine() {
    head += width
    firstLine += 1
  }
}
