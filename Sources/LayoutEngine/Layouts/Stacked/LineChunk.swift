/// Some consecutive lines of a section, or a run of any number of lines alike: of items side by side in a flow,
/// of a magazine's rows.
final class LineChunk: Sendable {
  static let capacity = 256

  let lineCount: Int
  /// For line i its first item, counted from the chunk's first; one more entry than lines. Empty in a run.
  private let itemStarts: ContiguousArray<Int32>
  /// For line i where it begins, from the chunk's start; one more entry than lines. Empty in a run.
  private let offsets: ContiguousArray<Double>
  private let itemsPerLine: Int
  /// From the start of one line to the start of the next.
  private let pitch: Double

  init(itemStarts: ContiguousArray<Int32>, offsets: ContiguousArray<Double>) {
    lineCount = itemStarts.count - 1
    self.itemStarts = itemStarts
    self.offsets = offsets
    itemsPerLine = 0
    pitch = 0
  }

  init(lines: Int, itemsPerLine: Int, pitch: Double) {
    lineCount = lines
    itemStarts = []
    offsets = []
    self.itemsPerLine = itemsPerLine
    self.pitch = pitch
  }

  private var isRun: Bool { offsets.isEmpty }

  /// The items of a line, counted from the chunk's first.
  func items(of line: Int) -> Range<Int> {
    isRun
      ? line * itemsPerLine..<(line + 1) * itemsPerLine
      : Int(itemStarts[line])..<Int(itemStarts[line + 1])
  }

  /// Where a line begins, from the chunk's start.
  func offset(of line: Int) -> Double {
    isRun ? Double(line) * pitch : offsets[line]
  }

  /// The first line that reaches beyond `place`, or the last.
  ///
  /// - Complexity: O(log n) for n lines; O(1) in a run.
  func line(beyond place: Double) -> Int {
    if isRun {
      guard pitch > 0, place > 0 else { return 0 }
      return place / pitch < Double(lineCount) ? Int(place / pitch) : lineCount - 1
    }
    return min(lineCount - 1, offsets.bisect { $0 > place } - 1).clampedToZero
  }

  /// The line that holds an item, counted from the chunk's first.
  ///
  /// - Complexity: O(log n) for n lines; O(1) in a run.
  func line(of item: Int) -> Int {
    isRun
      ? item / itemsPerLine
      : (itemStarts.bisect { Int($0) > item } - 1).clampedToZero
  }
}

extension LineChunk: Summarized {
  var totals: LineTotals {
    isRun
      ? LineTotals(items: lineCount * itemsPerLine, length: Double(lineCount) * pitch)
      : LineTotals(items: Int(itemStarts[lineCount]), length: offsets[lineCount])
  }
}

/// Items in lines and lengths of lines with the spacing behind each, as a tree adds them up.
struct LineTotals: Summary {
  var items: Int
  var length: Double

  static let zero = LineTotals(items: 0, length: 0)

  static func + (a: LineTotals, b: LineTotals) -> LineTotals {
    LineTotals(items: a.items + b.items, length: a.length + b.length)
  }
}
