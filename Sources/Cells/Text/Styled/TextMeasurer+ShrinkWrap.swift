import Cancellation

extension TextMeasurer {
  /// Returns the least width in which a text has as many lines as in another width, and in which no word is cut that is
  /// not cut there, in points and within 1/64.
  ///
  /// It is the width itself for a text with more lines than its limit: its ellipsis takes the room that there is.
  ///
  /// - Parameter width: in points, as for `measure(_:attributes:paragraph:width:)`.
  /// - Throws: `TextError.invalid` for an attribute or a width out of range, `tooLong`, `outOfMemory`.
  /// - Complexity: O((n + r) log w) for n bytes of text and r runs in a width of w points.
  public func shrinkWrapWidth(
    of text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle = ParagraphStyle(),
    width: Double
  ) throws(TextError) -> Double {
    var attributes = attributes
    let limit = attributes.lineLimit
    attributes.lineLimit = 0
    let paragraph = try shaped(text, attributes, style, width)
    let whole = try lines(of: paragraph, attributes, style, in: width)
    if limit > 0, whole.count > limit { return max(0, width) }
    return try leastWidth(of: paragraph, attributes, style, keeping: whole)
  }

  /// Returns the least width in which a text has as many lines as some lines, in points and within 1/64.
  ///
  /// - Parameter whole: the number of lines, and the width of the widest.
  func leastWidth(
    of paragraph: Paragraph, _ attributes: TextAttributes, _ style: ParagraphStyle,
    keeping whole: (count: Int, width: Double)
  ) throws(TextError) -> Double {
    // However the ends of lines are chosen, there are as many lines as without a choice.
    var style = style
    style.textWrap = .wrap
    var most = whole.width
    var least = min(most, try paragraph.minimumContentWidth(mode: attributes.lineBreakMode, style))
    while most - least > LineFit.tolerance {
      if Cancellation.stopsHere { throw .cancelled }
      let middle = (least + most) / 2
      guard middle > least, middle < most else { break }
      let tried = try lines(of: paragraph, attributes, style, in: middle)
      if tried.count > whole.count { least = middle } else { most = max(least, min(middle, tried.width)) }
    }
    return most
  }

  /// Returns the number of lines of a text in a width, and the width of the widest with its indents, in points.
  private func lines(
    of paragraph: Paragraph, _ attributes: TextAttributes, _ style: ParagraphStyle, in width: Double
  ) throws(TextError) -> (count: Int, width: Double) {
    var lines = (count: 0, width: 0.0)
    _ = try eachLine(of: paragraph, attributes, style, width) { line in
      lines.count += 1
      lines.width = max(lines.width, line.width)
    }
    return lines
  }
}
