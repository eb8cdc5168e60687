/// Scans a text from the start of a line, from one possible end of the line to the next.
struct LineScan {
  static let softHyphen: UInt16 = 0xAD

  private let columns: TextColumns
  private let start: Int
  /// The start of the latest piece.
  private(set) var begin: Int
  /// The current possible end of the line.
  private(set) var end: Int
  /// The start of the white space before `end`.
  private(set) var contentEnd: Int
  /// The word that the line starts in, if it does.
  private let word: Word?
  /// The origin of the edges on this line; a tab moves it.
  private var origin: Double
  /// Whether the scan has passed a tab.
  private(set) var hasTabs = false

  /// A word that is cut: its end is found once, not for each of its lines.
  struct Word {
    /// The possible end of a line after it.
    var end: Int
    /// The start of the white space before `end`.
    var contentEnd: Int
  }

  init(_ columns: TextColumns, start: Int, in word: Word?) {
    self.word = word
    self.columns = columns
    self.start = start
    begin = start
    end = start
    contentEnd = start
    origin = columns.edges[start]
  }

  /// The width up to `contentEnd`, in points, as shaped in the whole text.
  var width: Double { columns.edges[contentEnd] - origin }

  /// Whether the line must end at `end`.
  var mustEnd: Bool { end == columns.count || columns.marks[end].contains(.mustBreak) }

  /// Whether a line that ends at `end` shows a hyphen.
  var endsWithHyphen: Bool { columns.showsHyphen(before: end) }

  /// The word before `end`, to be cut.
  var cutWord: Word { Word(end: end, contentEnd: contentEnd) }

  /// Returns the line that ends at `end`.
  func span(width: Double, isHyphenated: Bool) -> LineSpan {
    LineSpan(start: start, contentEnd: contentEnd, end: end, width: width, isHyphenated: isHyphenated)
  }

  /// Advances to the next possible end of the line in its text.
  ///
  /// - Complexity: O(n) in the length of the text up to there.
  mutating func advance(in text: some MeasuredText) {
    if columns.traits.contains(.tabs) { passTabs(in: text) }
    begin = end
    if let word, begin < word.end {
      (end, contentEnd) = (word.end, max(begin, word.contentEnd))
      return
    }
    end += 1
    while end < columns.count, !columns.marks[end].contains(.canBreak) { end += 1 }
    contentEnd = text.contentEnd(begin..<end)
  }

  /// Widens the tabs in white space that is no longer trailing.
  private mutating func passTabs(in text: some MeasuredText) {
    for index in contentEnd..<end where columns.units[index] == 0x09 {
      hasTabs = true
      origin -= text.tabAdvance(at: columns.edges[index] - origin)
    }
  }
}

extension TextColumns {
  /// Returns whether a line that ends before an index, and not with a paragraph, shows a hyphen.
  func showsHyphen(before end: Int) -> Bool {
    units[end - 1] == LineScan.softHyphen || marks[end].contains(.isHyphenation)
  }
}
