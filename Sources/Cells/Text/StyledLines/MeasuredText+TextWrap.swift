extension MeasuredText {
  /// Returns the ends of all lines of a text whose style chooses them together; empty if lines end where they are full.
  ///
  /// - Complexity: that of filling the lines, and O(c · l) for c possible ends in lines of at most l of them.
  func chosenEnds(
    _ attributes: TextAttributes, _ style: ParagraphStyle, _ width: Double
  ) throws(TextError) -> [Int] {
    // A browser leaves such texts as they are.
    guard width.isFinite, !columns.traits.contains(.tabs), attributes.lineBreakMode != .clipping else {
      return []
    }
    var (unlimited, greedy) = (attributes, style)
    unlimited.lineLimit = 0
    greedy.textWrap = .wrap
    var lines: [StyledLine] = []
    _ = try eachLine(unlimited, greedy, width) { lines.append($0) }
    let count = lines.count
    // The line that ends with an ellipsis is the last one.
    if attributes.lineLimit > 0, attributes.lineBreakMode.isTruncating {
      lines.removeLast(max(0, count - attributes.lineLimit))
    }
    let limit = style.textWrap.lineLimit
    let others = style.room(isFirstLine: false, width: width).width
    var ends: [Int] = []
    var isSolved = false
    var start = 0
    for index in lines.indices where lines[index].isLastOfParagraph || index == lines.count - 1 {
      var spans = lines[start...index].map { $0.span }
      if style.textWrap == .pretty, spans.count > limit {
        ends += spans.dropLast(limit).map { $0.end }
        spans = Array(spans.suffix(limit))
      }
      let isChosen = spans.count <= limit && (style.textWrap == .pretty || start == 0)
      let first = lines[index + 1 - spans.count].room.width
      let breaks = OptimalBreaks(
        self, style.textWrap, widths: (first, others), size: attributes.size,
        isJustified: style.alignment == .justified)
      let chosen = isChosen ? breaks.ends(of: spans) : nil
      if chosen != nil { isSolved = true }
      ends += chosen ?? spans.map { $0.end }
      start = index + 1
    }
    if isSolved { return ends }
    guard style.textWrap == .balance, 2...limit ~= count, lines.count == count,
      lines.dropLast().allSatisfy({ !$0.isLastOfParagraph })
    else { return [] }
    // Few words: the least width with as many lines balances them.
    let widest = lines.reduce(0) { max($0, $1.width) }
    let least = try leastWidth(unlimited, greedy, keeping: (count, widest))
    ends.removeAll()
    _ = try eachLine(unlimited, greedy, least) { ends.append($0.span.end) }
    return ends
  }
}
