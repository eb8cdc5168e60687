/// Some consecutive lines of a section, or a run of any number of lines alike: of items side by side in a flow,
/// of a magazine's rows.
final class LineChunk: Sendable {
  static let capacity = 256

  let lineCount: Int
  /// Empty in a run.
  private let columns: LineColumns
  private let itemsPerLine: Int
  private let overflowPerLine: Int
  /// In a run, from the start of one line to the start of the next.
  let pitch: Double
  private let pitchSum: LengthSum
  let totals: LineTotals

  init(_ columns: LineColumns) {
    self.columns = columns
    lineCount = columns.count
    itemsPerLine = 0
    overflowPerLine = 0
    pitch = 0
    pitchSum = .zero
    totals = LineTotals(
      items: Int(columns.itemStarts[lineCount]), length: columns.offsets.last,
      overflow: columns.overflows.reduce(0) { $0 + Int($1) }, broadestOverflow: columns.broadestOverflow)
  }

  init(lines: Int, itemsPerLine: Int, pitch: Double, overflowPerLine: Int = 0, broadestOverflow: Double = 0) {
    lineCount = lines
    columns = LineColumns()
    self.itemsPerLine = itemsPerLine
    self.overflowPerLine = overflowPerLine
    self.pitch = pitch
    pitchSum = LengthSum(pitch)
    totals = LineTotals(
      items: lines * itemsPerLine, length: lines * pitchSum, overflow: lines * overflowPerLine,
      broadestOverflow: broadestOverflow)
  }

  var isRun: Bool { itemsPerLine > 0 }

  /// The items of a line, counted from the chunk's first.
  func items(of line: Int) -> Range<Int> {
    isRun
      ? line * itemsPerLine..<(line + 1) * itemsPerLine
      : Int(columns.itemStarts[line])..<Int(columns.itemStarts[line + 1])
  }

  /// Where a line begins, from the chunk's start.
  func offset(of line: Int) -> LengthSum {
    isRun ? line * pitchSum : columns.offsets[line]
  }

  /// The first line that reaches beyond `place`, or the last.
  ///
  /// - Complexity: O(log n) for n lines; O(1) in a run.
  func line(beyond place: Double) -> Int {
    if isRun {
      guard pitch > 0, place > 0 else { return 0 }
      return place / pitch < Double(lineCount) ? Int(clamping: place / pitch) : lineCount - 1
    }
    return min(lineCount - 1, columns.offsets.count(beyond: place) - 1).clampedToZero
  }

  /// The line that holds an item, counted from the chunk's first.
  ///
  /// - Complexity: O(log n) for n lines; O(1) in a run.
  func line(of item: Int) -> Int {
    isRun
      ? item / itemsPerLine
      : (columns.itemStarts.bisect { Int($0) > item } - 1).clampedToZero
  }

  /// The first line that begins with an item at or behind that one, counted from the chunk's first; the number of
  /// lines where none does.
  ///
  /// - Complexity: O(log n) for n lines; O(1) in a run.
  func line(from item: Int) -> Int {
    isRun
      ? min(lineCount, (item + itemsPerLine - 1) / itemsPerLine)
      : (0..<lineCount).bisect { Int(columns.itemStarts[$0]) >= item }
  }

  /// How many items of a line are broader than it.
  func overflow(of line: Int) -> Int {
    isRun ? overflowPerLine : columns.overflows.isEmpty ? 0 : Int(columns.overflows[line])
  }

  /// Appends some of its lines to others and returns the number of items in them.
  func append(_ lines: Range<Int>, to others: inout LineColumns) -> Int {
    if isRun {
      for _ in lines {
        others.append(
          items: itemsPerLine, advance: pitch, overflow: overflowPerLine,
          broadestOverflow: totals.broadestOverflow)
      }
    } else {
      others.append(lines, of: columns)
    }
    return lines.isEmpty
      ? 0 : items(of: lines.upperBound - 1).upperBound - items(of: lines.lowerBound).lowerBound
  }

  /// The first line with an item broader than it.
  ///
  /// - Complexity: O(n) for n lines.
  var firstOverflow: Int? { totals.overflow == 0 ? nil : (0..<lineCount).first { overflow(of: $0) > 0 } }
}

extension LineChunk: Summarized {}

/// Items in lines and lengths of lines with the spacing behind each, as a tree adds them up.
struct LineTotals: Summary {
  var items: Int
  var length: LengthSum
  /// Items broader than their lines.
  var overflow: Int
  /// No less than the breadth of the broadest of these.
  var broadestOverflow: Double

  static let zero = LineTotals(items: 0, length: .zero, overflow: 0, broadestOverflow: 0)

  static func + (a: LineTotals, b: LineTotals) -> LineTotals {
    LineTotals(
      items: a.items + b.items, length: a.length + b.length, overflow: a.overflow + b.overflow,
      broadestOverflow: max(a.broadestOverflow, b.broadestOverflow))
  }
}
