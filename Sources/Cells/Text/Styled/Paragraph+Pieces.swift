extension Paragraph {
  /// Returns the pieces of a line from left to right, the first at 0.
  ///
  /// - Parameter spaceStretch: the width added to each space, in points.
  /// - Complexity: O(n log n) in the length of the line.
  func pieces(of line: LineSpan, levels: BidiLevels, spaceStretch: Double) throws(TextError) -> [TextLine
    .Piece]
  {
    var builder = PieceBuilder(paragraph: self, line: line, levels: levels, spaceStretch: spaceStretch)
    try builder.build()
    return builder.pieces
  }

  /// Returns the number of spaces that a justified line widens.
  ///
  /// - Complexity: O(n) in the length of the line.
  func spaceCount(in range: Range<Int>) -> Int {
    range.reduce(0) { $0 + (Self.isWidened(columns.units[$1]) ? 1 : 0) }
  }

  fileprivate static func isWidened(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0xA0 }
}

/// Divides a line into pieces of one run and one direction, and places them.
private struct PieceBuilder {
  let paragraph: Paragraph
  let line: LineSpan
  let levels: BidiLevels
  let spaceStretch: Double

  private(set) var pieces: [TextLine.Piece] = []
  /// The level of each piece.
  private var pieceLevels: [UInt8] = []
  /// The distance from the start of the line, as its text would run in one direction.
  private var distance = 0.0

  init(paragraph: Paragraph, line: LineSpan, levels: BidiLevels, spaceStretch: Double) {
    self.paragraph = paragraph
    self.line = line
    self.levels = levels
    self.spaceStretch = spaceStretch
  }

  mutating func build() throws(TextError) {
    if let omitted = line.omitted {
      try add(line.start..<omitted.lowerBound)
      addEllipsis(at: omitted.lowerBound)
      try add(omitted.upperBound..<max(omitted.upperBound, line.contentEnd))
    } else {
      try add(line.start..<line.contentEnd)
      if line.isHyphenated { addHyphen() }
      if let last = pieces.indices.last { pieces[last].width -= line.endSpace }
    }
    reorder()
    var x = 0.0
    for index in pieces.indices {
      pieces[index].x = x
      x += pieces[index].width
      // The next piece begins where this one ends, also where letter spacing leads to the left.
      pieces[index].width = max(0, pieces[index].width)
    }
  }

  private mutating func add(_ range: Range<Int>) throws(TextError) {
    guard let styled = paragraph.styled, !range.isEmpty else { return }
    let columns = paragraph.columns
    let first = pieces.count
    var index = styled.spanIndex(at: range.lowerBound)
    while index < styled.spans.count, styled.spans[index].start < range.upperBound {
      let span = styled.spans[index]
      let part = range.clamped(to: span.start..<span.end)
      var start = part.lowerBound
      while start < part.upperBound {
        var end = levels.areUniform ? part.upperBound : start + 1
        while end < part.upperBound, levels.level(at: end) == levels.level(at: start) { end += 1 }
        add(start..<end, run: span.run)
        start = end
      }
      index += 1
    }
    // Text that is cut at the edges of the line may be shaped differently there.
    let last = pieces.count - 1
    let isCut = !columns.marks[range.upperBound].contains(.isSpace)
    let change =
      try paragraph.width(range, isCut: isCut)
      - (columns.edges[range.upperBound] - columns.edges[range.lowerBound])
    guard change != 0 else { return }
    let firstRange = pieces[first].range
    let atStart =
      first == last
      ? 0
      : try paragraph.width(firstRange, isCut: false)
        - (columns.edges[firstRange.upperBound] - columns.edges[firstRange.lowerBound])
    pieces[first].width += atStart
    pieces[last].width += change - atStart
  }

  private mutating func add(_ range: Range<Int>, run: Int) {
    let columns = paragraph.columns
    var width = columns.edges[range.upperBound] - columns.edges[range.lowerBound]
    // The edges of a truncated line have its tabs already.
    if line.omitted == nil, columns.hasTab(in: range) {
      let start = columns.edges[range.lowerBound]
      var shift = 0.0
      for index in range where columns.units[index] == 0x09 {
        shift += paragraph.tabAdvance(at: distance + columns.edges[index] - start + shift)
      }
      width += shift
    }
    if spaceStretch != 0 { width += spaceStretch * Double(paragraph.spaceCount(in: range)) }
    distance += width
    append(
      TextLine.Piece(
        run: run, text: columns.string(range), range: range, x: 0, width: width, isRightToLeft: false),
      level: levels.level(at: range.lowerBound))
  }

  private mutating func addHyphen() {
    guard let last = pieces.indices.last else { return }
    if paragraph.columns.units[line.contentEnd - 1] == LineScan.softHyphen {
      pieces[last].text.unicodeScalars.removeLast()
    }
    pieces[last].text += paragraph.hyphenText(before: line.end)
    pieces[last].width += paragraph.hyphenWidth(before: line.end)
  }

  private mutating func addEllipsis(at index: Int) {
    let piece = TextLine.Piece(
      run: nil, text: paragraph.primary.ellipsis.text, range: index..<index, x: 0,
      width: paragraph.ellipsisWidth, isRightToLeft: false)
    append(piece, level: levels.isParagraphRightToLeft(at: line.start) ? 1 : 0)
  }

  private mutating func append(_ piece: TextLine.Piece, level: UInt8) {
    var piece = piece
    piece.isRightToLeft = level & 1 != 0
    pieces.append(piece)
    pieceLevels.append(level)
  }

  /// Puts the pieces into their order from left to right: rule L2 of the Unicode bidirectional algorithm.
  private mutating func reorder() {
    guard let highest = pieceLevels.max(), let lowest = pieceLevels.filter({ $0 & 1 != 0 }).min() else {
      return
    }
    for level in stride(from: highest, through: lowest, by: -1) {
      var start = 0
      while start < pieces.count {
        guard pieceLevels[start] >= level else {
          start += 1
          continue
        }
        var end = start + 1
        while end < pieces.count, pieceLevels[end] >= level { end += 1 }
        pieces[start..<end].reverse()
        pieceLevels[start..<end].reverse()
        start = end
      }
    }
  }
}
