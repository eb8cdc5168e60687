import Cancellation

extension MeasuredText {
  /// Returns the least width in which a text without a limit of lines has as many lines as in another width; that width
  /// itself if the lines are more than a limit.
  ///
  /// - Parameter limit: 0 for none.
  func shrinkWrapWidth(
    _ attributes: TextAttributes, _ style: ParagraphStyle, _ width: Double, upTo limit: Int
  ) throws(TextError) -> Double {
    let whole = try lines(attributes, style, in: width)
    if limit > 0, whole.count > limit { return max(0, width) }
    return try leastWidth(attributes, style, keeping: whole)
  }

  /// Returns the least width in which a text has as many lines as some lines, in points and within 1/64.
  ///
  /// - Parameter whole: the number of lines, and the width of the widest.
  func leastWidth(
    _ attributes: TextAttributes, _ style: ParagraphStyle, keeping whole: (count: Int, width: Double)
  ) throws(TextError) -> Double {
    // However the ends of lines are chosen, there are as many lines as without a choice.
    var style = style
    style.textWrap = .wrap
    var most = whole.width
    var least = min(most, try minimumContentWidth(mode: attributes.lineBreakMode, style))
    while most - least > LineFit.tolerance {
      if Cancellation.stopsHere { throw .cancelled }
      let middle = (least + most) / 2
      guard middle > least, middle < most else { break }
      let tried = try lines(attributes, style, in: middle)
      if tried.count > whole.count { least = middle } else { most = max(least, min(middle, tried.width)) }
    }
    return most
  }

  /// Returns the number of lines of a text in a width, and the width of the widest with its indents, in points.
  private func lines(
    _ attributes: TextAttributes, _ style: ParagraphStyle, in width: Double
  ) throws(TextError) -> (count: Int, width: Double) {
    var lines = (count: 0, width: 0.0)
    _ = try eachLine(attributes, style, width) { line in
      lines.count += 1
      lines.width = max(lines.width, line.width)
    }
    return lines
  }
}
