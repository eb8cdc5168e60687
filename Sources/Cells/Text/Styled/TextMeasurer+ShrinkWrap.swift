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
    return try shaped(text, attributes, style, width).shrinkWrapWidth(attributes, style, width, upTo: limit)
  }
}
