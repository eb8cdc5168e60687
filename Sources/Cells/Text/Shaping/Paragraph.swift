/// A text that HarfBuzz has shaped.
struct Paragraph: MeasuredText {
  let columns: TextColumns
  let runs: [TextRun]
  let style: Shaper.Style
  let shaper: Shaper
  let graphemes: Graphemes
  /// The runs of a styled text; nil for a plain text.
  var styled: StyledRuns?

  var largestSize: Double { styled?.largestSize ?? style.size }

  /// Returns the style of the text at a unit; the paragraph's own at an attachment.
  ///
  /// - Complexity: O(log n), where n is the number of runs of a styled text.
  func style(at unit: Int) -> Shaper.Style { styled?.style(at: unit) ?? style }

  func hyphenWidth(before end: Int) -> Double {
    let style = style(at: end - 1)
    return style.stack.fonts[0].hyphen.advance * style.size + style.letterSpacing
  }

  var ellipsisWidth: Double { primary.ellipsis.advance * style.size + style.letterSpacing }

  var spaceWidth: Double { primary.spaceAdvance * style.size + style.letterSpacing }

  var primary: FontInstance { style.stack.fonts[0] }

  /// Returns the hyphen that a line ends with.
  func hyphenText(before end: Int) -> String { style(at: end - 1).stack.fonts[0].hyphen.text }

  /// All units have their edges when the text is shaped.
  func locateUnits(around index: Int) -> Bool { false }

  func clusterStart(upTo index: Int) throws(TextError) -> Int { try graphemes.last(upTo: index, in: columns) }

  func clusterEnd(after index: Int) throws(TextError) -> Int {
    try graphemes.first(after: index, in: columns)
  }

  func measuredWidth(of range: Range<Int>) throws(TextError) -> Double {
    var width = 0.0
    var index = runIndex(at: range.lowerBound)
    while index < runs.count, runs[index].start < range.upperBound {
      let part = range.clamped(to: runs[index].start..<runs[index].end)
      if !part.isEmpty {
        width += try shaper.width(
          of: part, in: runs[index], of: columns, style: style(of: runs[index]),
          startsLine: part.lowerBound == range.lowerBound)
      }
      index += 1
    }
    return width
  }

  func style(of run: TextRun) -> Shaper.Style { styled?.styles[run.style] ?? style }

  /// Returns the index of the first run that ends after a text index.
  ///
  /// - Complexity: O(log n), where n is the number of runs.
  func runIndex(at index: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns whether a line shows the end of the text.
  func endsText(on line: LineSpan) -> Bool { line.omitted == nil && line.end == columns.count }

  /// Returns the number of parts of a line that a browser shapes apart, without its trailing white space, and before its
  /// ellipsis.
  ///
  /// - Complexity: O(log n + m), where n is the number of runs and m that of those on the line.
  func shapedCount(of line: LineSpan) -> Int {
    let first = runIndex(at: line.start)
    let contentEnd = line.omitted?.lowerBound ?? line.contentEnd
    var end = first
    while end < runs.count, runs[end].start < contentEnd { end += 1 }
    guard let styled else { return end - first }
    // Runs of a text that have one style are shaped as one here.
    var (count, run) = (end - first, first)
    for span in styled.spans[styled.spanIndex(at: line.start)...].prefix(while: { $0.start < contentEnd }) {
      while run < end, runs[run].start < span.start { run += 1 }
      let beginsRun = run < end && runs[run].start == span.start
      if !beginsRun, span.start > line.start || span.attachment != nil { count += 1 }
    }
    return count
  }
}
