import Cancellation

extension MeasuredText {
  /// Calls `body` with each line up to the limit, and returns whether those are all.
  ///
  /// - Complexity: O(n) in the length of the text; with a choice of the ends of lines, see `chosenEnds`.
  func eachLine(
    _ attributes: TextAttributes, _ style: ParagraphStyle, _ width: Double, _ body: (StyledLine) -> Void
  ) throws(TextError) -> Bool {
    let (width, mode) = (max(0, width), attributes.lineBreakMode)
    var filler = LineFiller(self, width: width, mode: mode)
    let ends = try style.textWrap == .wrap ? [] : chosenEnds(attributes, style, width)
    var count = 0
    var isFirst = true
    var pace = Pace()
    while filler.position < columns.count {
      let room = style.room(isFirstLine: isFirst, width: width)
      filler.setWidth(room.width)
      let next = try ends.isEmpty ? filler.next() : filler.line(endingAt: ends[count])
      guard var span = next else { break }
      if pace.isOver(after: 16) { throw .cancelled }
      count += 1
      let isLast = count == attributes.lineLimit && span.end < columns.count
      let whole = span
      if isLast { span = try truncated(span, width: room.width, mode: mode) }
      // An ellipsis at the end hides letters of a line, and does not change its height, as in a browser.
      let extents = styledExtents(
        of: mode == .truncatingTail ? whole : span, lineHeight: attributes.lineHeight,
        isRounded: style.roundsFontHeights)
      isFirst = columns.paragraphEnds(at: span.end)
      let isAtEnd = span.end == columns.count
      body(
        StyledLine(
          span: span, room: room, extents: style.limited(extents),
          isLastOfParagraph: isAtEnd || columns.marks[span.end].contains(.mustBreak),
          spaceBelow: isFirst && !isAtEnd && !isLast ? style.paragraphSpacing : 0))
      if isLast { return false }
    }
    return true
  }
}

/// A line of a styled text, with the room that it has.
struct StyledLine {
  var span: LineSpan
  var room: LineRoom
  var extents: LineExtents
  /// Whether the next line begins at a mandatory break.
  var isLastOfParagraph: Bool
  /// The space after a paragraph that the line ends, in points.
  var spaceBelow: Double

  /// The width that the line takes with its indents, in points.
  var width: Double { room.leading + span.extent + room.trailing }
}

extension TextColumns {
  /// Returns whether a paragraph ends before an index: after a line feed, a carriage return or U+2029, and not after a
  /// line separator.
  fileprivate func paragraphEnds(at index: Int) -> Bool {
    guard index > 0, marks[index].contains(.mustBreak) else { return false }
    return [0x0A, 0x0D, 0x2029].contains(units[index - 1])
  }
}

extension TextMeasurement {
  /// Adds the lines of a text in a style.
  mutating func add(
    linesOf text: some MeasuredText, _ attributes: TextAttributes, _ style: ParagraphStyle, _ width: Double
  ) throws(TextError) {
    let isComplete = try text.eachLine(attributes, style, width) { line in
      let own = text.extent(of: line.span, in: line.room.width)
      add(
        width: line.room.leading + own + line.room.trailing, above: line.extents.above,
        height: line.extents.height)
      add(space: line.spaceBelow)
    }
    isTruncated = !isComplete
  }
}
