import Cancellation

/// Breaks a text into lines, each with as much of the text as fits.
struct LineFiller<Measured: MeasuredText> {
  private let text: Measured
  private let columns: TextColumns
  /// The available width, in points.
  private var available: Double
  /// Whether lines end only where paragraphs do.
  private let isClipping: Bool
  /// The start of the next line.
  private(set) var position = 0
  /// The word in which the latest line ended.
  private var word: LineScan.Word?

  init(_ text: Measured, width: Double, mode: LineBreakMode) {
    self.text = text
    columns = text.columns
    isClipping = mode == .clipping
    available = isClipping ? .infinity : width + LineFit.tolerance
  }

  /// Changes the available width, in points, from the next line on.
  mutating func setWidth(_ width: Double) { if !isClipping { available = width + LineFit.tolerance } }

  /// Returns the next line; nil at the end of the text.
  ///
  /// - Complexity: O(n) in the length of the line and of the word that does not fit on it.
  mutating func next() throws(TextError) -> LineSpan? {
    guard position < columns.count else { return nil }
    let line = try wrappedLine()
    position = line.end
    return line
  }

  /// Returns the next line if it ends at an index, whatever its width.
  ///
  /// - Complexity: O(n) in the length of the line.
  mutating func line(endingAt end: Int) throws(TextError) -> LineSpan {
    var line = LineSpan(
      start: position, contentEnd: text.contentEnd(position..<end), end: end, width: 0,
      isHyphenated: end < columns.count && !columns.marks[end].contains(.mustBreak)
        && columns.marks[end].contains(.canBreak) && columns.showsHyphen(before: end))
    let hyphen = line.isHyphenated ? text.hyphenWidth(before: end) : 0
    line.width =
      try text.width(line.start..<line.contentEnd, isCut: line.contentEnd == line.end) + hyphen
    if line.width > available, line.contentEnd == end { line.giveUp(text.endSpace(before: end)) }
    position = end
    return line
  }

  /// Returns a line that ends between two words, or, if none fits, inside a word.
  private mutating func wrappedLine() throws(TextError) -> LineSpan {
    var best: LineSpan?
    var scan = LineScan(columns, start: position, in: word)
    while scan.end < columns.count {
      scan.advance(in: text)
      let hyphen = scan.endsWithHyphen ? text.hyphenWidth(before: scan.end) : 0
      var width = scan.width
      if width > available {
        // Text shaped without its neighbours may be narrower.
        guard width <= available + 2 * text.largestSize, !scan.hasTabs else { break }
        width = try exactWidth(scan)
        if width > available {
          // Before white space, a mark gives up its space only where its word would be cut.
          let endsWithMark = scan.contentEnd == scan.end || best == nil && scan.contentEnd > position
          let space = endsWithMark ? text.endSpace(before: scan.contentEnd) : 0
          if space > 0, width - space <= available {
            best = scan.span(width: width, isHyphenated: false)
            best?.giveUp(space)
          }
          break
        }
      }
      if scan.mustEnd {
        best = scan.span(width: width, isHyphenated: false)
        break
      }
      if width + hyphen <= available { best = scan.span(width: width + hyphen, isHyphenated: hyphen > 0) }
    }
    if let best { return try settled(best) }
    word = scan.begin == position ? scan.cutWord : nil
    return try cutLine(scan.cutWord)
  }

  /// Returns the line with the width of its text shaped separately; if that no longer fits, one that ends earlier.
  private func settled(_ line: LineSpan) throws(TextError) -> LineSpan {
    var line = line
    guard !columns.hasTab(in: line.start..<line.contentEnd) else { return line }
    while true {
      let isCut = line.contentEnd == line.end
      let hyphen = line.isHyphenated ? text.hyphenWidth(before: line.end) : 0
      line.width =
        try text.width(line.start..<line.contentEnd, isCut: isCut) + hyphen - line.endSpace
      if line.endSpace == 0, line.width > available,
        isCut || breakBefore(line.end, after: line.start) == nil
      {
        let space = text.endSpace(before: line.contentEnd)
        if space > 0, line.width - space <= available { line.giveUp(space) }
      }
      guard line.width > available else { return line }
      guard let earlier = breakBefore(line.end, after: line.start) else {
        return try cutLine(LineScan.Word(end: line.end, contentEnd: line.contentEnd))
      }
      line.isHyphenated = columns.showsHyphen(before: earlier)
      line.contentEnd = text.contentEnd(line.start..<earlier)
      line.end = earlier
      line.endSpace = 0
    }
  }

  private func breakBefore(_ end: Int, after start: Int) -> Int? {
    var index = end - 1
    while index > start, !columns.marks[index].contains(.canBreak) { index -= 1 }
    return index > start ? index : nil
  }

  private func exactWidth(_ scan: LineScan) throws(TextError) -> Double {
    try text.width(position..<scan.contentEnd, isCut: scan.contentEnd == scan.end)
  }

  /// Returns a line of as many grapheme clusters of a word as fit, at least one.
  private func cutLine(_ word: LineScan.Word) throws(TextError) -> LineSpan {
    let content = word.contentEnd
    var (end, width) = try text.longestPrefix(of: position..<content, fitting: available)
    if end == position, content > position {
      end = min(try text.clusterEnd(after: position), content)
      width = try text.width(position..<end, isCut: true)
    }
    return LineSpan(start: position, contentEnd: end, end: end == content ? word.end : end, width: width)
  }
}

/// When a line fits.
enum LineFit {
  /// How much wider than the available width a line may be, in points: browsers calculate in 64ths, and a text must fit
  /// into the width that was measured for it.
  static let tolerance = 1.0 / 64
}

extension TextColumns {
  /// Returns whether there is a tab in a part of the text.
  func hasTab(in range: Range<Int>) -> Bool {
    traits.contains(.tabs) && range.contains { units[$0] == 0x09 }
  }
}

/// The part of a text on a line.
struct LineSpan {
  var start: Int
  /// The start of the trailing white space.
  var contentEnd: Int
  /// The start of the next line.
  var end: Int
  /// In points, without trailing white space. Negative where letter spacing takes more than the letters.
  var width: Double
  /// Whether the line ends with a visible soft hyphen.
  var isHyphenated = false
  /// The space that a full-width mark at the end gives up, in points; the width does not contain it.
  var endSpace = 0.0
  /// The part of the content that an ellipsis replaces, if any.
  var omitted: Range<Int>?

  /// Takes space off the mark at the end.
  mutating func giveUp(_ space: Double) {
    endSpace = space
    width -= space
  }

  /// The width that the line takes, in points: none where its letters lie over one another.
  var extent: Double { max(0, width) }
}

extension MeasuredText {
  /// Calls `body` with each line up to a limit, and returns whether those are all.
  ///
  /// - Parameter limit: the largest number of lines; 0 for no limit.
  /// - Complexity: O(n) in the length of the text.
  func eachLine(
    upTo limit: Int, in width: Double, _ mode: LineBreakMode, _ body: (LineSpan) -> Void
  ) throws(TextError) -> Bool {
    let width = max(0, width)
    var filler = LineFiller(self, width: width, mode: mode)
    var count = 0
    var pace = Pace()
    while let line = try filler.next() {
      if pace.isOver(after: 16) { throw .cancelled }
      count += 1
      let isLast = count == limit && line.end < columns.count
      body(isLast ? try truncated(line, width: width, mode: mode) : line)
      if isLast { return false }
    }
    return true
  }
}
