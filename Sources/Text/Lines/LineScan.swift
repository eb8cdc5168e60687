/// Goes along a text from the start of a line, from one place where the line may end to the next.
struct LineScan {
  static let softHyphen: UInt16 = 0xAD

  private let paragraph: Paragraph
  private let columns: TextColumns
  private let start: Int
  /// Where the last piece begins that was passed.
  private(set) var begin: Int
  /// Where the line may end.
  private(set) var end: Int
  /// Where the white space before that begins.
  private(set) var contentEnd: Int
  /// The word that the line starts inside, if it does.
  private let word: Word?
  /// What edges count from on this line; a tab moves it.
  private var origin: Double
  /// Whether a tab has been passed.
  private(set) var hasTabs = false

  /// A word that is cut, whose end is sought once and not for each of its lines.
  struct Word {
    /// Where the line may end after it.
    var end: Int
    /// Where the white space before that begins.
    var contentEnd: Int
  }

  init(_ paragraph: Paragraph, start: Int, in word: Word?) {
    self.paragraph = paragraph
    self.word = word
    columns = paragraph.columns
    self.start = start
    begin = start
    end = start
    contentEnd = start
    origin = columns.edges[start]
  }

  /// The width up to there, in points, without the white space, and with all shaped as one.
  var width: Double { columns.edges[contentEnd] - origin }

  /// Whether the line must end there.
  var mustEnd: Bool { end == columns.count || columns.marks[end].contains(.mustBreak) }

  /// Whether a hyphen is seen if the line ends there.
  var endsWithSoftHyphen: Bool { columns.units[end - 1] == Self.softHyphen }

  /// What is before that, as the word that a line is cut inside.
  var cutWord: Word { Word(end: end, contentEnd: contentEnd) }

  /// The line if it ends there.
  func span(width: Double, isHyphenated: Bool) -> LineSpan {
    LineSpan(start: start, contentEnd: contentEnd, end: end, width: width, isHyphenated: isHyphenated)
  }

  /// Goes to the next place where the line may end.
  ///
  /// - Complexity: O(n) in the length of what lies between.
  mutating func advance() {
    if columns.traits.contains(.tabs) { passTabs() }
    begin = end
    if let word, begin < word.end {
      (end, contentEnd) = (word.end, max(begin, word.contentEnd))
      return
    }
    end += 1
    while end < columns.count, !columns.marks[end].contains(.canBreak) { end += 1 }
    contentEnd = paragraph.contentEnd(begin..<end)
  }

  /// Widens the tabs of the white space that is no longer at the end.
  private mutating func passTabs() {
    for index in contentEnd..<end where columns.units[index] == 0x09 {
      hasTabs = true
      origin -= paragraph.tabAdvance(at: columns.edges[index] - origin)
    }
  }
}
