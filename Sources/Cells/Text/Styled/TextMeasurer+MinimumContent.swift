extension TextMeasurer {
  /// Returns the least width in which no word is cut: that of the widest part of a text that no line break opportunity
  /// divides, in points. It is CSS's min-content width.
  ///
  /// Line limits have no effect. A text that is wrapped by characters is as wide as its widest one; a text that is clipped,
  /// as its longest paragraph.
  ///
  /// - Throws: `TextError.invalid` for an attribute out of range, `tooLong`, `outOfMemory`.
  /// - Complexity: O(n) in the length of the text.
  public func minimumContentWidth(of text: String, attributes: TextAttributes) throws(TextError) -> Double {
    try shaped(text, attributes, 0).minimumContentWidth(
      mode: attributes.lineBreakMode, ParagraphStyle())
  }

  /// Returns the least width in which no word of a text of several runs is cut, in points, with indents.
  ///
  /// - Throws: `TextError.invalid` for an attribute out of range, `tooLong`, `outOfMemory`.
  /// - Complexity: O(n + r) for n bytes of text and r runs.
  public func minimumContentWidth(
    of text: StyledText, attributes: TextAttributes, paragraph style: ParagraphStyle = ParagraphStyle()
  ) throws(TextError) -> Double {
    try shaped(text, attributes, style, 0).minimumContentWidth(mode: attributes.lineBreakMode, style)
  }
}
