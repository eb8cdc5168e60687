/// Some consecutive lines of a grid section: how long they are, without the spacing between them.
///
/// Three forms: any number of lines alike; lines of which each has a length; lines of which only a few have
/// any, because items that span thousands of lines leave most of them without an item that ends there.
final class GridLineChunk: Sendable {
  static let capacity = 256

  let lineCount: Int
  /// In lines alike, of each.
  private let extent: Double
  private let extentSum: LengthSum
  /// Of each line, or of each marked one. Empty in lines alike.
  private let extents: ContiguousArray<Double>
  /// The sums of `extents` before each, and of all. Empty in lines alike.
  private let ends: PrefixSums
  /// The lines, counted from the chunk's first, that have a length; empty where each has.
  private let marked: ContiguousArray<Int>

  /// Lines alike.
  init(lines: Int, extent: Double) {
    lineCount = lines
    self.extent = extent
    extentSum = LengthSum(extent)
    extents = []
    ends = .none
    marked = []
  }

  /// A line for each extent, or as many lines as are given, of which only the marked ones have a length.
  init(_ extents: ContiguousArray<Double>, marked: ContiguousArray<Int> = [], lines: Int? = nil) {
    lineCount = lines ?? extents.count
    extent = 0
    extentSum = .zero
    self.extents = extents
    self.marked = marked
    var ends = PrefixSums()
    ends.append(upTo: extents.count) { for extent in extents { $0.append(extent) } }
    self.ends = ends
  }

  /// The length of all lines of the chunk before that one.
  ///
  /// - Complexity: O(1); O(log m) for m marked lines.
  @inline(__always)
  func extents(before line: Int) -> LengthSum {
    if ends.isEmpty { return line * extentSum }
    return marked.isEmpty ? ends[line] : ends[marked.bisect { $0 >= line }]
  }

  /// The length of one line.
  ///
  /// - Complexity: O(1); O(log m) for m marked lines.
  @inline(__always)
  func extent(of line: Int) -> Double {
    if ends.isEmpty { return extent }
    if marked.isEmpty { return extents[line] }
    let index = marked.bisect { $0 >= line }
    return index < marked.count && marked[index] == line ? extents[index] : 0
  }
}

extension GridLineChunk: Summarized {
  var totals: GridLineTotals { GridLineTotals(lines: lineCount, extents: extents(before: lineCount)) }
}

/// Lines and their lengths, as a tree adds them up.
struct GridLineTotals: Summary {
  var lines: Int
  var extents: LengthSum

  static let zero = GridLineTotals(lines: 0, extents: .zero)

  static func + (a: GridLineTotals, b: GridLineTotals) -> GridLineTotals {
    GridLineTotals(lines: a.lines + b.lines, extents: a.extents + b.extents)
  }
}
