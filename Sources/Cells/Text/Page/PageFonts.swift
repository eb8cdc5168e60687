/// A font of a page, and how it is set.
package struct PageFont: Hashable {
  /// Families as in CSS, best first; none is `system-ui`.
  package var families: [String]
  /// In points.
  package var size: Double
  /// From 1 to 1,000.
  package var weight: Double
  /// Whether the font is italic.
  package var isItalic: Bool
  /// The space after each letter, in points.
  package var letterSpacing: Double
  /// Whether full-width punctuation gives up space beside other such punctuation.
  package var trimsSpacing: Bool
}

/// What a page knows of a font, in points.
package struct PageFontLengths {
  /// The number by which the page knows the font.
  package var number: Int
  /// The heights above and below the baseline, in whole points.
  package var ascent: Double, descent: Double
  /// The widths of a space, an ellipsis and a hyphen.
  package var space: Double, ellipsis: Double, hyphen: Double

  /// Creates the lengths of the font of a number.
  package init(
    number: Int, ascent: Double, descent: Double, space: Double, ellipsis: Double, hyphen: Double
  ) {
    (self.number, self.ascent, self.descent) = (number, ascent, descent)
    (self.space, self.ellipsis, self.hyphen) = (space, ellipsis, hyphen)
  }
}

/// A text in the memory that a page writes to.
package struct PageTextColumns {
  /// The number by which the page knows the text.
  package var number: Int
  /// The UTF-16 units.
  package var units: UnsafeBufferPointer<UInt16>
  /// The marks of the boundary before each unit, and of the end: bits of `TextColumns.Marks`.
  package var marks: UnsafeMutableRawPointer
  /// The edge of each unit, and the end, in points. The edge after an attachment is its width.
  package var edges: UnsafeMutablePointer<Double>
  /// Where runs start.
  package var starts: [Int32]
  /// For each run, the number of its font; -1 for an attachment.
  package var fonts: [Int32]
  /// Where lines may end.
  package var breaks: PageBreaks
}

/// Where lines may end between two characters of which one is beyond ASCII.
package struct PageBreaks: Hashable {
  /// Whether lines end between words, anywhere or nowhere.
  package var mode: LineBreakMode
  /// The rules about characters that begin no line.
  package var strictness: LineBreakStrictness
  /// Whether lines break between letters.
  package var wordBreak: WordBreak
  /// Whether the text is Chinese or Japanese, in which more marks may begin a line.
  package var isChineseOrJapanese: Bool

  init(_ mode: LineBreakMode, _ style: ParagraphStyle) {
    self.mode = mode
    strictness = style.lineBreakStrictness
    wordBreak = style.wordBreak
    let base = style.language?.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    let letters = base?.map { $0 | 0x20 } ?? []
    isChineseOrJapanese = letters == Array("zh".utf8) || letters == Array("ja".utf8)
  }

  /// The rules as a page takes them: two bits for where lines end (between words, anywhere or nowhere), two for the index of
  /// the strictness, two for that of the word break, and one for Chinese or Japanese.
  package var bits: Int32 {
    let ends: Int32 = mode == .clipping ? 2 : mode == .charWrapping ? 1 : 0
    let strictness = Int32(LineBreakStrictness.allCases.firstIndex(of: strictness) ?? 0)
    let wordBreak = Int32(WordBreak.allCases.firstIndex(of: wordBreak) ?? 0)
    return ends | strictness << 2 | wordBreak << 4 | (isChineseOrJapanese ? 1 << 6 : 0)
  }
}

/// Measures the pieces of texts with the fonts of a page.
package protocol PageFonts: AnyObject {
  /// Returns the lengths of a font, under a number that is its own until it is closed.
  func lengths(of font: PageFont) -> PageFontLengths

  /// Forgets a font; texts that are open keep it.
  func close(font number: Int)

  /// Returns a text with its letters replaced by the rules of a language.
  ///
  /// - Parameter previous: the character before the text, which may belong to its first word.
  func mapped(
    _ text: String, to textCase: TextCase, language: String?, after previous: Unicode.Scalar?
  ) -> String

  /// Returns a number for a text that no other text has had.
  func numberForText() -> Int

  /// Returns whether there is memory for a text of a number of units.
  func hasRoom(forUnits count: Int) -> Bool

  /// Takes a text, and marks where its lines may end between two characters of which one is beyond ASCII.
  func open(_ text: PageTextColumns)

  /// Sets the edges of the pieces of a text whose breaks are marked, and marks where they begin.
  func measurePieces(ofText number: Int)

  /// Returns the width of a part of a text by itself, in points.
  func width(of range: Range<Int>, inText number: Int) -> Double

  /// Returns the space that the full-width mark before a unit gives up at the end of a line, in points.
  func endSpace(before end: Int, inText number: Int) -> Double

  /// Sets the edges of the units of a piece, and marks the clusters in it.
  func locateUnits(in range: Range<Int>, ofText number: Int)

  /// Forgets a text.
  func close(text number: Int)
}
