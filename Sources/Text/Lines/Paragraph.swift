/// A text that has been shaped, and what its lines are measured with.
struct Paragraph {
  let columns: TextColumns
  let runs: [TextRun]
  let style: Shaper.Style
  let shaper: Shaper
  let graphemes: Graphemes

  /// What is drawn at a soft hyphen that a line ends at, in points.
  var hyphenWidth: Double { primary.hyphen.advance * style.size + style.letterSpacing }

  /// What is drawn where text is left out, in points.
  var ellipsisWidth: Double { primary.ellipsis.advance * style.size + style.letterSpacing }

  /// How far tab stops are apart, in points: eight spaces, as in a browser.
  var tabInterval: Double { 8 * spaceWidth }

  /// What a space is wide, in points.
  var spaceWidth: Double { primary.spaceAdvance * style.size + style.letterSpacing }

  var primary: FontInstance { style.stack.fonts[0] }

  /// The width of a part of the text by itself, in points, tabs left aside; `isCut` where its end is no white space, so
  /// that what follows may have shaped it.
  ///
  /// - Complexity: O(1) where cutting is safe at both ends, else O(n) in the length of the part.
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

  /// The width of a part that is shaped anew.
  private func shaped(_ range: Range<Int>) throws(TextError) -> Double {
    var width = 0.0
    var index = runIndex(at: range.lowerBound)
    while index < runs.count, runs[index].start < range.upperBound {
      let part = range.clamped(to: runs[index].start..<runs[index].end)
      if !part.isEmpty { width += try shaper.width(of: part, in: runs[index], of: columns, style: style) }
      index += 1
    }
    return width
  }

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

  /// The first run that ends after a place.
  ///
  /// - Complexity: O(log n), where n is the number of runs.
  func runIndex(at place: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The end of a part of the text without the white space there.
  ///
  /// - Complexity: O(n) in the length of that white space.
  func contentEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, columns.marks[end - 1].contains(.isSpace) { end -= 1 }
    return end
  }

  /// The first place after `start` where a line must end, or the end of the text.
  ///
  /// - Complexity: O(n) in the length of the paragraph.
  func paragraphEnd(after start: Int) -> Int {
    var index = start + 1
    while index < columns.count, !columns.marks[index].contains(.mustBreak) { index += 1 }
    return min(index, columns.count)
  }
}
