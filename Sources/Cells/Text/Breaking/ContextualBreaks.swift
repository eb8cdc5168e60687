internal import CICU

/// Line breaks around quotation marks, dashes and the Hebrew maqaf that depend on their neighbours: rules LB19a and LB20a of
/// UAX #14 since Unicode 16, and LB21a since Unicode 15.1. ICU implements them from version 76 on; with such an ICU, nothing
/// changes.
enum ContextualBreaks {
  /// Adds the breaks between East Asian characters and quotation marks, and after a maqaf between Hebrew letters, and
  /// removes the break between a dash at the beginning of a word and its first letter.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func mark(_ columns: TextColumns) {
    for index in 0..<columns.count {
      switch columns.units[index] {
      case 0xAB, 0x2018, 0x201B, 0x201C, 0x201F, 0x2039: markOpening(columns, index)
      case 0xBB, 0x2019, 0x201D, 0x203A: markClosing(columns, index)
      case 0x2010, 0x2012, 0x2013: markDash(columns, index)
      case 0x05BE: markMaqaf(columns, index)
      default: break
      }
    }
  }

  private static func markOpening(_ columns: TextColumns, _ index: Int) {
    guard index > 0, index + 1 < columns.count else { return }
    let (before, after) = (columns.codePoint(before: index), columns.codePoint(at: index + 1).value)
    guard isEastAsian(before), isEastAsian(after), !bindsFollowing(before) else { return }
    columns.marks[index].insert(.canBreak)
  }

  private static func markClosing(_ columns: TextColumns, _ index: Int) {
    guard index > 0, index + 1 < columns.count else { return }
    let (before, after) = (columns.codePoint(before: index), columns.codePoint(at: index + 1).value)
    guard isEastAsian(before), isEastAsian(after), !bindsPreceding(after) else { return }
    columns.marks[index + 1].insert(.canBreak)
  }

  private static func markDash(_ columns: TextColumns, _ index: Int) {
    guard index + 1 < columns.count else { return }
    if index > 0 {
      let before = lineBreakClass(columns.codePoint(before: index))
      let beginsWord = [
        CICU_LB_SPACE, CICU_LB_GLUE, CICU_LB_ZWSPACE, CICU_LB_CONTINGENT_BREAK, CICU_LB_MANDATORY_BREAK,
        CICU_LB_LINE_FEED,
      ]
      guard beginsWord.contains(before) else { return }
    }
    let after = lineBreakClass(columns.codePoint(at: index + 1).value)
    if after == CICU_LB_ALPHABETIC || after == CICU_LB_HEBREW_LETTER {
      columns.marks[index + 1].remove(.canBreak)
    }
  }

  private static func markMaqaf(_ columns: TextColumns, _ index: Int) {
    var start = index
    // A letter has its points behind it.
    while start > 1, lineBreakClass(UInt32(columns.units[start - 1])) == CICU_LB_COMBINING_MARK { start -= 1 }
    guard start > 0, index + 1 < columns.count,
      lineBreakClass(columns.codePoint(before: start)) == CICU_LB_HEBREW_LETTER,
      lineBreakClass(columns.codePoint(at: index + 1).value) == CICU_LB_HEBREW_LETTER
    else { return }
    columns.marks[index + 1].insert(.canBreak)
  }

  /// Returns whether no line break is allowed after a character.
  private static func bindsFollowing(_ codePoint: UInt32) -> Bool {
    [
      CICU_LB_OPEN_PUNCTUATION, CICU_LB_GLUE, CICU_LB_WORD_JOINER, CICU_LB_ZWJ, CICU_LB_BREAK_BEFORE,
      CICU_LB_QUOTATION,
    ]
    .contains(lineBreakClass(codePoint))
  }

  /// Returns whether no line break is allowed before a character.
  private static func bindsPreceding(_ codePoint: UInt32) -> Bool {
    [
      CICU_LB_CLOSE_PUNCTUATION, CICU_LB_CLOSE_PARENTHESIS, CICU_LB_EXCLAMATION, CICU_LB_INFIX_NUMERIC,
      CICU_LB_BREAK_SYMBOLS,
      CICU_LB_NONSTARTER, CICU_LB_GLUE, CICU_LB_WORD_JOINER, CICU_LB_ZWSPACE, CICU_LB_ZWJ,
      CICU_LB_COMBINING_MARK,
      CICU_LB_BREAK_AFTER,
      CICU_LB_HYPHEN, CICU_LB_INSEPARABLE, CICU_LB_QUOTATION, CICU_LB_SPACE,
    ].contains(lineBreakClass(codePoint))
  }

  /// Returns the class of a character in the line breaking algorithm.
  static func lineBreakClass(_ codePoint: UInt32) -> CICULineBreak {
    CICULineBreak(rawValue: UInt32(bitPattern: cicu_line_break_class(Int32(codePoint))))
  }

  private static func isEastAsian(_ codePoint: UInt32) -> Bool { cicu_is_east_asian(Int32(codePoint)) != 0 }
}

extension TextColumns {
  /// Returns the code point that ends before an index.
  fileprivate func codePoint(before index: Int) -> UInt32 {
    let isPair = index > 1 && units[index - 1] & 0xFC00 == 0xDC00
    return codePoint(at: index - (isPair ? 2 : 1)).value
  }
}
