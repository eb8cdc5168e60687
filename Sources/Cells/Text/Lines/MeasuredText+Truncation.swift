extension MeasuredText {
  /// Returns the last line of the limit with an ellipsis for the omitted text; unchanged if the mode has no ellipsis.
  ///
  /// - Complexity: O(n) in the length of the paragraph from the line on.
  func truncated(_ line: LineSpan, width: Double, mode: LineBreakMode) throws(TextError) -> LineSpan {
    guard mode.isTruncating else { return line }
    let end = paragraphEnd(after: line.start)
    let content = line.start..<contentEnd(line.start..<end)
    setTabs(of: content)
    let room = width + LineFit.tolerance - ellipsisWidth
    var cut = LineSpan(start: line.start, contentEnd: content.upperBound, end: end, width: 0)
    let whole = try self.width(content, isCut: false)
    let shown: Double
    if whole <= room {
      // The omitted text begins with the next paragraph.
      cut.omitted = content.upperBound..<content.upperBound
      shown = whole
    } else {
      (cut.omitted, shown) = try omission(in: content, room: room, mode: mode)
    }
    cut.width = shown + ellipsisWidth
    return cut
  }

  /// Returns the part of a line to omit so that the rest fits, and the width of the rest.
  private func omission(
    in content: Range<Int>, room: Double, mode: LineBreakMode
  ) throws(TextError) -> (omitted: Range<Int>, shown: Double) {
    switch mode {
    case .truncatingHead:
      let (start, width) = try longestSuffix(of: content, fitting: room)
      return (content.lowerBound..<start, width)
    case .truncatingMiddle:
      let (headEnd, head) = try trimmedPrefix(of: content, fitting: room / 2)
      let (tailStart, tail) = try longestSuffix(of: headEnd..<content.upperBound, fitting: room - head)
      return (headEnd..<tailStart, head + tail)
    default:
      let (end, width) = try trimmedPrefix(of: content, fitting: room)
      return (end..<content.upperBound, width)
    }
  }

  /// Returns the longest prefix that fits, without the white space before the ellipsis.
  private func trimmedPrefix(of range: Range<Int>, fitting room: Double) throws(TextError) -> (
    end: Int, width: Double
  ) {
    let (end, width) = try longestPrefix(of: range, fitting: room)
    let trimmed = contentEnd(range.lowerBound..<end)
    return trimmed == end ? (end, width) : (trimmed, try self.width(range.lowerBound..<trimmed, isCut: false))
  }
}
