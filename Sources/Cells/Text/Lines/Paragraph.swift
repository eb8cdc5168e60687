/// A shaped text, from which its lines are measured.
struct Paragraph {
  let columns: TextColumns
  let runs: [TextRun]
  let style: Shaper.Style
  let shaper: Shaper
  let graphemes: Graphemes
  /// The runs of a styled text; nil for a plain text.
  var styled: StyledRuns?

  /// The size of the largest font, in points.
  var largestSize: Double { styled?.largestSize ?? style.size }

  /// Returns the style of the text at a unit; the paragraph's own at an attachment.
  ///
  /// - Complexity: O(log n), where n is the number of runs of a styled text.
  func style(at unit: Int) -> Shaper.Style { styled?.style(at: unit) ?? style }

  /// Returns the width of the hyphen that a line ends with, in the style of the soft hyphen before `end`, in points.
  func hyphenWidth(before end: Int) -> Double {
    let style = style(at: end - 1)
    return style.stack.fonts[0].hyphen.advance * style.size + style.letterSpacing
  }

  /// The width of an ellipsis, in points.
  var ellipsisWidth: Double { primary.ellipsis.advance * style.size + style.letterSpacing }

  /// The distance of tab stops, in points: eight spaces, as in a browser.
  var tabInterval: Double { 8 * spaceWidth }

  /// The width of a space, in points.
  var spaceWidth: Double { primary.spaceAdvance * style.size + style.letterSpacing }

  var primary: FontInstance { style.stack.fonts[0] }

  /// Returns the hyphen that a line ends with.
  func hyphenText(before end: Int) -> String { style(at: end - 1).stack.fonts[0].hyphen.text }

  /// Returns the width of a part of the text shaped separately, in points, without tabs.
  ///
  /// - Parameter isCut: whether the part ends inside a word, so that the following text may have changed its shape.
  /// - Complexity: O(1) if cutting is safe at both ends, else O(n) in the length of the part.
  func width(_ range: Range<Int>, isCut: Bool) throws(TextError) -> Double {
    let (start, end) = (range.lowerBound, range.upperBound)
    var width = columns.edges[end] - columns.edges[start]
    let headEnd = nextSafe(from: start, limit: end)
    guard start < end, headEnd > start || (isCut && !isSafe(end)) else { return width }
    let tailStart = isCut ? lastSafe(upTo: end, limit: start) : end
    if headEnd >= tailStart { return try shaped(range) }
    width += try correction(start..<headEnd) + correction(tailStart..<end)
    return width
  }

  private func correction(_ range: Range<Int>) throws(TextError) -> Double {
    range.isEmpty
      ? 0 : try shaped(range) - (columns.edges[range.upperBound] - columns.edges[range.lowerBound])
  }

  /// Returns the width of a part that is shaped anew, in points.
  private func shaped(_ range: Range<Int>) throws(TextError) -> Double {
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

  private func isSafe(_ index: Int) -> Bool {
    index == columns.count || columns.marks[index].contains(.isSafe)
      || columns.marks[index].contains(.isSpace)
  }

  private func nextSafe(from start: Int, limit: Int) -> Int {
    var index = start
    while index < limit, !isSafe(index) { index += 1 }
    return index
  }

  private func lastSafe(upTo end: Int, limit: Int) -> Int {
    var index = end
    while index > limit, !isSafe(index) { index -= 1 }
    return index
  }

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

  /// Returns the number of runs on a line, without its trailing white space, and before its ellipsis.
  ///
  /// - Complexity: O(log n + m), where n is the number of runs and m that of those on the line.
  func shapedCount(of line: LineSpan) -> Int {
    let first = runIndex(at: line.start)
    let contentEnd = line.omitted?.lowerBound ?? line.contentEnd
    var end = first
    while end < runs.count, runs[end].start < contentEnd { end += 1 }
    return end - first
  }

  /// Returns the end of a part of the text without its trailing white space.
  ///
  /// - Complexity: O(n) in the length of that white space.
  func contentEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, columns.marks[end - 1].contains(.isSpace) { end -= 1 }
    return end
  }

  /// Returns the first mandatory line break after `start`, or the end of the text.
  ///
  /// - Complexity: O(n) in the length of the paragraph.
  func paragraphEnd(after start: Int) -> Int {
    var index = start + 1
    while index < columns.count, !columns.marks[index].contains(.mustBreak) { index += 1 }
    return min(index, columns.count)
  }
}

extension Paragraph {
  /// Returns the width of a tab at a distance from the start of its line, in points: up to the next stop, or to the one
  /// after if the next is nearer than half a space, as in a browser.
  func tabAdvance(at distance: Double) -> Double {
    guard tabInterval > 0, distance.isFinite else { return 0 }
    let left = tabInterval - distance.truncatingRemainder(dividingBy: tabInterval)
    return left < spaceWidth / 2 ? left + tabInterval : left
  }

  /// Widens the tabs of a line in `edges`, and moves all later edges.
  ///
  /// - Complexity: O(n) in the length of the text.
  func setTabs(of line: Range<Int>) {
    guard columns.hasTab(in: line) else { return }
    var shift = 0.0
    for index in line.lowerBound..<columns.count {
      if index < line.upperBound, columns.units[index] == 0x09 {
        shift += tabAdvance(at: columns.edges[index] - columns.edges[line.lowerBound])
      }
      columns.edges[index + 1] += shift
    }
  }
}
