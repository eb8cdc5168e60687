extension Paragraph {
  /// The last line that is allowed, cut so that an ellipsis tells of the text after it; as it is where the mode has no
  /// ellipsis.
  ///
  /// - Complexity: O(n) in the length of the paragraph from the line on.
  func truncated(_ line: LineSpan, width: Double, mode: LineBreakMode) throws(TextError) -> LineSpan {
    guard [.truncatingHead, .truncatingTail, .truncatingMiddle].contains(mode) else { return line }
    let end = paragraphEnd(after: line.start)
    let content = line.start..<contentEnd(line.start..<end)
    setTabs(of: content)
    let room = width + LineFiller.tolerance - ellipsisWidth
    var cut = LineSpan(start: line.start, contentEnd: content.upperBound, end: end, width: 0)
    let whole = try self.width(content, isCut: false)
    let kept: Double
    if whole <= room {
      // What is left out begins with the next paragraph.
      cut.omitted = content.upperBound..<content.upperBound
      kept = whole
    } else {
      (cut.omitted, kept) = try omission(in: content, room: room, mode: mode)
    }
    cut.width = kept + ellipsisWidth
    return cut
  }

  /// What of a line is left out so that the rest fits, and how wide the rest is.
  private func omission(
    in content: Range<Int>, room: Double, mode: LineBreakMode
  ) throws(TextError) -> (omitted: Range<Int>, kept: Double) {
    switch mode {
    case .truncatingHead:
      let (start, kept) = try longestSuffix(of: content, fitting: room)
      return (content.lowerBound..<start, kept)
    case .truncatingMiddle:
      let (headEnd, head) = try trimmedPrefix(of: content, fitting: room / 2)
      let (tailStart, tail) = try longestSuffix(of: headEnd..<content.upperBound, fitting: room - head)
      return (headEnd..<tailStart, head + tail)
    default:
      let (end, kept) = try trimmedPrefix(of: content, fitting: room)
      return (end..<content.upperBound, kept)
    }
  }

  /// The longest beginning that fits, without the white space before the ellipsis.
  private func trimmedPrefix(of range: Range<Int>, fitting room: Double) throws(TextError) -> (
    end: Int, width: Double
  ) {
    let (end, width) = try longestPrefix(of: range, fitting: room)
    let trimmed = contentEnd(range.lowerBound..<end)
    return trimmed == end ? (end, width) : (trimmed, try self.width(range.lowerBound..<trimmed, isCut: false))
  }
}
