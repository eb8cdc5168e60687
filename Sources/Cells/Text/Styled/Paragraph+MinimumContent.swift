extension Paragraph {
  /// Returns the width of the widest part that no line break opportunity divides, in points, without its trailing white
  /// space.
  ///
  /// - Complexity: O(n) in the length of the text.
  func minimumContentWidth(mode: LineBreakMode, _ style: ParagraphStyle) throws(TextError) -> Double {
    let mark: TextColumns.Marks = mode == .clipping ? .mustBreak : .canBreak
    var widest = 0.0
    var isFirst = true
    var start = 0
    while start < columns.count {
      var end = start + 1
      while end < columns.count, !columns.marks[end].contains(mark) { end += 1 }
      let contentEnd = contentEnd(start..<end)
      var width = try self.width(start..<contentEnd, isCut: contentEnd == end)
      if end < columns.count, mode != .clipping, columns.showsHyphen(before: end) {
        width += hyphenWidth(before: end)
      }
      let room = style.room(isFirstLine: isFirst, width: .infinity)
      widest = max(widest, room.leading + max(0, width) + room.trailing)
      isFirst = columns.marks[end].contains(.mustBreak)
      start = end
    }
    return widest
  }
}

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
