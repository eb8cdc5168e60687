extension MeasuredText {
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
