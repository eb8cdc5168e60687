/// A text with the marks and the edges of its units, and with widths of parts that a line cuts out of it: what lines are
/// filled from. A server shapes a text as a whole; a page measures its pieces.
protocol MeasuredText {
  /// The units of the text, with their marks and edges.
  var columns: TextColumns { get }
  /// The size of the largest font, in points.
  var largestSize: Double { get }
  /// The width of a space, in points.
  var spaceWidth: Double { get }
  /// The width of an ellipsis, in points.
  var ellipsisWidth: Double { get }

  /// Returns the width of the hyphen that a line ends with, in the style of the soft hyphen before `end`, in points.
  func hyphenWidth(before end: Int) -> Double

  /// Returns the space that the last mark of a line gives up if the line is too long otherwise, in points.
  func endSpace(before end: Int) -> Double

  /// Returns the extents of a line of a text with a style of paragraphs: of the boxes of its runs, its attachments, and the
  /// paragraph's own box, around one baseline. It is the height of a line box in CSS 2.2, section 10.8.
  ///
  /// - Parameters:
  ///   - lineHeight: the line height of the paragraph; nil for the natural one.
  ///   - isRounded: whether heights of fonts are rounded to whole points.
  func styledExtents(of line: LineSpan, lineHeight: Double?, isRounded: Bool) -> LineExtents

  /// Returns the width of a part that is measured anew, by itself, in points. It begins a line.
  ///
  /// - Complexity: O(n) in the length of the part.
  func measuredWidth(of range: Range<Int>) throws(TextError) -> Double

  /// Sets the edges of the units of the piece around an index, of which only the start and the end may be known: until then,
  /// its first unit has the width of the whole piece.
  ///
  /// - Returns: whether it set edges that were not set before.
  func locateUnits(around index: Int) -> Bool

  /// Returns the last boundary of grapheme clusters at or before an index, among units that are located.
  func clusterStart(upTo index: Int) throws(TextError) -> Int

  /// Returns the first boundary of grapheme clusters after an index, among units that are located.
  func clusterEnd(after index: Int) throws(TextError) -> Int
}

extension MeasuredText {
  /// The distance of tab stops, in points: eight spaces, as in a browser.
  var tabInterval: Double { 8 * spaceWidth }

  /// Returns the width of a part of the text measured by itself, in points, without tabs.
  ///
  /// - Parameter isCut: whether the part ends inside a word, so that the following text may have changed its shape.
  /// - Complexity: O(1) if cutting is safe at both ends, else O(n) in the length of the part.
  func width(_ range: Range<Int>, isCut: Bool) throws(TextError) -> Double {
    let (start, end) = (range.lowerBound, range.upperBound)
    var width = columns.edges[end] - columns.edges[start]
    let headEnd = nextSafe(from: start, limit: end)
    guard start < end, headEnd > start || (isCut && !isSafe(end)) else { return width }
    let tailStart = isCut ? lastSafe(upTo: end, limit: start) : end
    if headEnd >= tailStart { return try measuredWidth(of: range) }
    width += try correction(start..<headEnd) + correction(tailStart..<end)
    return width
  }

  private func correction(_ range: Range<Int>) throws(TextError) -> Double {
    range.isEmpty
      ? 0 : try measuredWidth(of: range) - (columns.edges[range.upperBound] - columns.edges[range.lowerBound])
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

  /// Returns the end of a part of the text without its trailing white space.
  ///
  /// - Complexity: O(n) in the length of that white space.
  func contentEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, columns.marks[end - 1].contains(.isSpace) { end -= 1 }
    return end
  }

  /// Returns the width of a line with the white space that it ends a paragraph with, in points: as much of that as fits, as
  /// with `white-space: pre-wrap` in CSS. White space at the end of another line takes no room.
  ///
  /// - Parameter available: the available width, in points.
  /// - Complexity: O(n) in the length of that white space.
  func extent(of line: LineSpan, in available: Double) -> Double {
    let endsParagraph = line.end == columns.count || columns.marks[line.end].contains(.mustBreak)
    guard endsParagraph, line.omitted == nil, line.contentEnd < line.end else { return line.extent }
    var width = line.width
    for index in line.contentEnd..<line.end {
      let isTab = columns.units[index] == 0x09
      width += isTab ? tabAdvance(at: width) : columns.edges[index + 1] - columns.edges[index]
    }
    return max(line.extent, min(available, width))
  }

  /// Returns the first mandatory line break after `start`, or the end of the text.
  ///
  /// - Complexity: O(n) in the length of the paragraph.
  func paragraphEnd(after start: Int) -> Int {
    var index = start + 1
    while index < columns.count, !columns.marks[index].contains(.mustBreak) { index += 1 }
    return min(index, columns.count)
  }

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
