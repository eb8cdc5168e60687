internal import CICU

/// Breaks between letters and digits: CSS Text 3 §5.2, as in Chromium.
extension TextColumns {
  /// Removes the breaks between two letters or digits, except in scripts that are broken by a dictionary.
  ///
  /// - Complexity: O(n) in the length of the text.
  func keepLetters() {
    var wasKept = false
    var index = 0
    while index < count {
      let (codePoint, length) = self.codePoint(at: index)
      // A mark belongs to the letter before it.
      if cicu_is_mark(Int32(codePoint)) == 0 {
        let isKept = Self.isKept(codePoint)
        if wasKept, isKept { marks[index].remove(.canBreak) }
        wasKept = isKept
      }
      index += length
    }
  }

  /// Writes the text with an ideograph for each letter and digit that lines otherwise break around.
  ///
  /// - Parameter units: as many as those of the text.
  /// - Complexity: O(n) in the length of the text.
  func copyAsIdeographs(to units: UnsafeMutableBufferPointer<UInt16>) {
    var index = 0
    while index < count {
      let (codePoint, length) = self.codePoint(at: index)
      let isLetter = Self.isBroken(codePoint)
      for offset in 0..<length {
        // The second unit of a pair becomes a mark, which no break comes before.
        units[index + offset] =
          isLetter ? (offset == 0 ? 0x4E00 : 0x0301) : self.units[index + offset]
      }
      index += length
    }
  }

  /// Adds the breaks before hyphens behind letters, digits and most punctuation, which Chromium has beside those between
  /// letters.
  ///
  /// - Complexity: O(n) in the length of the text.
  func breakBeforeHyphens() {
    var last: UInt32 = 0
    var index = 0
    while index < count {
      let (codePoint, length) = self.codePoint(at: index)
      if codePoint == 0x2D, index > 0, Self.isBroken(last) || Self.endsBeforeHyphen(last) {
        marks[index].insert(.canBreak)
      }
      if cicu_is_mark(Int32(codePoint)) == 0 { last = codePoint }
      index += length
    }
  }

  private static func endsBeforeHyphen(_ codePoint: UInt32) -> Bool {
    [
      CICU_LB_CLOSE_PUNCTUATION, CICU_LB_CLOSE_PARENTHESIS, CICU_LB_EXCLAMATION, CICU_LB_HYPHEN,
      CICU_LB_INFIX_NUMERIC, CICU_LB_POSTFIX_NUMERIC, CICU_LB_BREAK_SYMBOLS,
    ].contains(ContextualBreaks.lineBreakClass(codePoint))
  }

  private static func isKept(_ codePoint: UInt32) -> Bool {
    guard ContextualBreaks.lineBreakClass(codePoint) != CICU_LB_COMPLEX_CONTEXT else { return false }
    switch Unicode.Scalar(codePoint)?.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  private static func isBroken(_ codePoint: UInt32) -> Bool {
    switch ContextualBreaks.lineBreakClass(codePoint) {
    case CICU_LB_ALPHABETIC, CICU_LB_HEBREW_LETTER, CICU_LB_NUMERIC: true
    case CICU_LB_COMPLEX_CONTEXT: cicu_is_mark(Int32(codePoint)) == 0
    default: false
    }
  }
}
