/// A text that a page measures: it has the widths of the text's pieces, and asks for more only where a line cuts a piece.
///
/// The page writes the units into `columns`, and the marks and edges of the pieces; `PageTextExports` has the order.
final class PageText: MeasuredText {
  /// What a page measures beside the text, in points.
  struct Widths {
    /// The size of the font.
    var size = 0.0
    var space = 0.0
    var ellipsis = 0.0
    var hyphen = 0.0
  }

  /// The size of the text in a width.
  struct Measurement: Equatable {
    var lineCount = 0
    /// The width of the widest line, without its trailing white space, in points.
    var width = 0.0
    /// Whether the limit of lines leaves out some of the text.
    var isTruncated = false
  }

  let columns: TextColumns
  let mode: LineBreakMode
  var widths = Widths()
  /// Measures a part of the text by itself, in points.
  private let measure: (Range<Int>) -> Double
  /// Sets the edges of the units of a piece, and marks the clusters in it.
  private let locate: (Range<Int>) -> Void

  /// Makes a text of a number of units, which are 0 until the page writes them.
  init(
    count: Int, mode: LineBreakMode, measure: @escaping (Range<Int>) -> Double,
    locate: @escaping (Range<Int>) -> Void
  ) {
    columns = TextColumns(capacity: count)
    columns.load(atMost: count) { units in
      units.initialize(repeating: 0, count: count)
      return (count, [])
    }
    self.mode = mode
    self.measure = measure
    self.locate = locate
  }

  /// Marks white space, and the breaks between ASCII characters; the page has marked those between others.
  ///
  /// - Complexity: O(n) in the length of the text.
  func markBreaks() {
    guard columns.count > 0 else { return }
    if mode != .clipping, mode != .charWrapping { columns.markASCII() }
    columns.markSpacesAndEnds()
    if columns.text.contains(0x09) { columns.traits.insert(.tabs) }
  }

  /// Returns the size of the text in a width.
  ///
  /// - Parameters:
  ///   - width: the available width, in points, as for `TextMeasurer.measure(_:attributes:width:)`.
  ///   - limit: the largest number of lines; 0 for no limit.
  /// - Complexity: O(n) in the length of the text.
  func measurement(in width: Double, upTo limit: Int) throws(TextError) -> Measurement {
    var result = Measurement()
    let isComplete = try eachLine(upTo: limit, in: width, mode) { line in
      result.lineCount += 1
      result.width = max(result.width, line.extent)
    }
    result.isTruncated = !isComplete
    return result
  }

  var largestSize: Double { widths.size }

  var spaceWidth: Double { widths.space }

  var ellipsisWidth: Double { widths.ellipsis }

  func hyphenWidth(before end: Int) -> Double { widths.hyphen }

  /// A page measures full-width marks with all of their space, as `text-spacing-trim: space-all` sets them.
  func endSpace(before end: Int) -> Double { 0 }

  func measuredWidth(of range: Range<Int>) -> Double { measure(range) }

  func locateUnits(around index: Int) -> Bool {
    var start = index
    while start > 0, !isPieceStart(start) {
      // Only pieces that are located have clusters.
      if columns.marks[start].contains(.isCluster) { return false }
      start -= 1
    }
    guard !columns.marks[start].contains(.isLocated) else { return false }
    var end = index + 1
    while end < columns.count, !isPieceStart(end) { end += 1 }
    columns.marks[start].insert(.isLocated)
    guard end - start > 1 else { return false }
    locate(start..<end)
    return true
  }

  func clusterStart(upTo index: Int) -> Int {
    var start = index
    while start > 0, start < columns.count, !isClusterStart(start) { start -= 1 }
    return start
  }

  func clusterEnd(after index: Int) -> Int {
    var end = index + 1
    while end < columns.count, !isClusterStart(end) { end += 1 }
    return end
  }

  private func isPieceStart(_ index: Int) -> Bool {
    !columns.marks[index].isDisjoint(with: [.isSafe, .isSpace])
  }

  private func isClusterStart(_ index: Int) -> Bool {
    !columns.marks[index].isDisjoint(with: [.isCluster, .isSafe, .isSpace])
  }
}
