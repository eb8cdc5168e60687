/// Fills lines with as much of a text as fits, from its beginning on.
struct LineFiller {
  private let paragraph: Paragraph
  private let columns: TextColumns
  /// What a line has room for, in points.
  private let available: Double
  /// Where the next line starts.
  private(set) var position = 0
  /// The word that the line before was cut inside.
  private var word: LineScan.Word?

  /// How much wider than its room a line may be, in points: a browser counts in 64ths, and text that is measured once
  /// must fit into that width again.
  static let tolerance = 1.0 / 64

  init(_ paragraph: Paragraph, width: Double, mode: LineBreakMode) {
    self.paragraph = paragraph
    columns = paragraph.columns
    available = mode == .clipping ? .infinity : width + Self.tolerance
  }

  /// The next line; nil at the end of the text.
  ///
  /// - Complexity: O(n) in the length of the line and of the word that does not fit on it.
  mutating func next() throws(TextError) -> LineSpan? {
    guard position < columns.count else { return nil }
    let line = try wrappedLine()
    position = line.end
    return line
  }

  /// A line that ends between two words, or else in the middle of one.
  private mutating func wrappedLine() throws(TextError) -> LineSpan {
    var best: LineSpan?
    var scan = LineScan(paragraph, start: position, in: word)
    while scan.end < columns.count {
      scan.advance()
      let hyphen = scan.endsWithSoftHyphen ? paragraph.hyphenWidth : 0
      var width = scan.width
      if width > available {
        // What was shaped with the text around it may be narrower by itself.
        guard width <= available + 2 * paragraph.style.size, !scan.hasTabs else { break }
        width = try exactWidth(scan)
        guard width <= available else { break }
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

  /// A line as wide as its text is by itself; if that no longer fits, one that ends earlier.
  private func settled(_ line: LineSpan) throws(TextError) -> LineSpan {
    var line = line
    guard !columns.hasTab(in: line.start..<line.contentEnd) else { return line }
    while true {
      let isCut = line.contentEnd == line.end
      let hyphen = line.isHyphenated ? paragraph.hyphenWidth : 0
      line.width = try paragraph.width(line.start..<line.contentEnd, isCut: isCut) + hyphen
      guard line.width > available else { return line }
      guard let earlier = breakBefore(line.end, after: line.start) else {
        return try cutLine(LineScan.Word(end: line.end, contentEnd: line.contentEnd))
      }
      line.isHyphenated = columns.units[earlier - 1] == LineScan.softHyphen
      line.contentEnd = paragraph.contentEnd(line.start..<earlier)
      line.end = earlier
    }
  }

  private func breakBefore(_ end: Int, after start: Int) -> Int? {
    var index = end - 1
    while index > start, !columns.marks[index].contains(.canBreak) { index -= 1 }
    return index > start ? index : nil
  }

  private func exactWidth(_ scan: LineScan) throws(TextError) -> Double {
    try paragraph.width(position..<scan.contentEnd, isCut: scan.contentEnd == scan.end)
  }

  /// A line of as many grapheme clusters of a word as fit, one at least.
  private func cutLine(_ word: LineScan.Word) throws(TextError) -> LineSpan {
    let content = word.contentEnd
    var (end, width) = try paragraph.longestPrefix(of: position..<content, fitting: available)
    if end == position, content > position {
      end = min(try paragraph.graphemes.first(after: position, in: columns), content)
      width = try paragraph.width(position..<end, isCut: true)
    }
    return LineSpan(start: position, contentEnd: end, end: end == content ? word.end : end, width: width)
  }
}

extension TextColumns {
  /// Whether there is a tab in a part of the text.
  func hasTab(in range: Range<Int>) -> Bool {
    traits.contains(.tabs) && range.contains { units[$0] == 0x09 }
  }
}
