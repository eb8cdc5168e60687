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
    /// The heights of the font above and below the baseline.
    var ascent = 0.0
    var descent = 0.0
  }

  /// A run of a text with several.
  struct Span {
    var range: Range<Int>
    var content: Content

    enum Content {
      case text(Widths, lineHeight: Double?)
      case attachment(TextAttachment)
    }
  }

  /// The size of the text in a width.
  struct Measurement: Equatable {
    var lineCount = 0
    /// The width of the widest line, in points, as `MeasuredText.extent(of:in:)` finds it.
    var width = 0.0
    /// Whether the limit of lines leaves out some of the text.
    var isTruncated = false
  }

  let columns: TextColumns
  let mode: LineBreakMode
  /// The lengths of the font of the text as a whole.
  var widths = Widths()
  /// The runs in their order; none for a text in one font.
  var spans: [Span] = []
  private var stops: LineStops?
  private var hasStops = false
  /// Measures a part of the text by itself, in points.
  private let measure: (Range<Int>) -> Double
  /// Sets the edges of the units of a piece, and marks the clusters in it.
  private let locate: (Range<Int>) -> Void
  /// Measures the space that the full-width mark before a unit gives up at the end of a line, in points.
  private let space: (Int) -> Double

  /// Makes a text of a number of units, which are 0 until the page writes them. Its marks keep their space, as
  /// `text-spacing-trim: space-all` sets them.
  convenience init(
    count: Int, mode: LineBreakMode, measure: @escaping (Range<Int>) -> Double,
    locate: @escaping (Range<Int>) -> Void
  ) {
    self.init(
      [UInt16](repeating: 0, count: count), mode: mode, measure: measure, locate: locate, space: { _ in 0 })
  }

  /// Makes a text of UTF-16 units, whose pieces are not measured yet.
  init(
    _ units: [UInt16], mode: LineBreakMode, measure: @escaping (Range<Int>) -> Double,
    locate: @escaping (Range<Int>) -> Void, space: @escaping (Int) -> Double
  ) {
    columns = TextColumns(capacity: units.count)
    columns.load(atMost: units.count) { own in
      own.initialize(from: units, count: units.count)
      return (units.count, [])
    }
    self.mode = mode
    self.measure = measure
    self.locate = locate
    self.space = space
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
    if !hasStops {
      stops = LineStops(self)
      hasStops = true
    }
    if let found = try stops?.measurement(of: self, in: max(0, width), upTo: limit) { return found }
    return try filledMeasurement(in: width, upTo: limit)
  }

  /// Returns the size of the text in a width, by filling its lines one by one.
  ///
  /// - Complexity: O(n) in the length of the text.
  func filledMeasurement(in width: Double, upTo limit: Int) throws(TextError) -> Measurement {
    var result = Measurement()
    let isComplete = try eachLine(upTo: limit, in: width, mode) { line in
      result.lineCount += 1
      result.width = max(result.width, extent(of: line, in: width))
    }
    result.isTruncated = !isComplete
    return result
  }

  var largestSize: Double {
    spans.reduce(widths.size) { largest, span in
      if case .text(let widths, _) = span.content { max(largest, widths.size) } else { largest }
    }
  }

  var spaceWidth: Double { widths.space }

  var ellipsisWidth: Double { widths.ellipsis }

  func hyphenWidth(before end: Int) -> Double {
    guard let span = spans.indices.contains(spanIndex(at: end - 1)) ? spans[spanIndex(at: end - 1)] : nil,
      case .text(let own, _) = span.content
    else { return widths.hyphen }
    return own.hyphen
  }

  func styledExtents(of line: LineSpan, lineHeight: Double?, isRounded: Bool) -> LineExtents {
    var extents = widths.extents(lineHeight: lineHeight, isRounded: isRounded)
    var index = spanIndex(at: line.start)
    while index < spans.count, spans[index].range.lowerBound < line.end {
      switch spans[index].content {
      case .text(let widths, let lineHeight):
        extents.formUnion(widths.extents(lineHeight: lineHeight, isRounded: isRounded))
      case .attachment(let box):
        extents.formUnion(
          LineExtents(above: box.height + box.baselineOffset, below: -box.baselineOffset))
      }
      index += 1
    }
    return extents
  }

  /// Returns the index of the first run that ends after a unit.
  ///
  /// - Complexity: O(log r) for r runs.
  private func spanIndex(at unit: Int) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound <= unit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func endSpace(before end: Int) -> Double {
    guard end > 0, columns.units[end - 1] >= 0x2019 else { return 0 }
    return space(end)
  }

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

extension PageText.Widths {
  /// Returns the extents of a line of the font. A canvas has no line gap of it.
  func extents(lineHeight: Double?, isRounded: Bool) -> LineExtents {
    LineExtents(
      ascent: ascent, descent: descent, lineGap: 0, lineHeight: lineHeight, isRounded: isRounded)
  }
}
