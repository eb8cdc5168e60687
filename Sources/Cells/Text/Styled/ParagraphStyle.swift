internal import Geometry

/// The alignment, indents and spacing of paragraphs, named as in `NSParagraphStyle`. Lengths are in points.
public struct ParagraphStyle: Sendable, Hashable {
  /// `natural` by default.
  public var alignment: TextAlignment
  /// The factor by which the height of each line is multiplied, before the limits apply; 0 (the default) for none.
  public var lineHeightMultiple: Double
  /// The least height of a line; 0 by default. The difference is added above the letters.
  public var minimumLineHeight: Double
  /// The largest height of a line; 0 (the default) for no limit. Higher letters and attachments overlap the line above.
  public var maximumLineHeight: Double
  /// The space after each paragraph but the last; 0 by default.
  public var paragraphSpacing: Double
  /// The distance of the first line of each paragraph from the leading margin; 0 by default.
  public var firstLineHeadIndent: Double
  /// The distance of the other lines from the leading margin; 0 by default.
  public var headIndent: Double
  /// Where lines end: if positive, the distance from the leading margin, else the distance from the trailing margin, so
  /// that -10 keeps 10 points free there; 0 by default.
  public var tailIndent: Double
  /// `none` by default. The ranges of lines then refer to the text with its letters replaced.
  public var textCase: TextCase
  /// The language of the text, such as `tr` or `nl-BE` (BCP 47); nil (the default) if it is unknown. The mapping of
  /// letters, hyphenation and line breaks depend on it.
  public var language: String?
  /// Whether words that do not fit on a line are hyphenated by the patterns of the language; false by default. There are
  /// patterns for the languages of the installed packages `hyphen-*`; `TextMeasurement.isHyphenationMissing` reports a
  /// language without.
  public var usesDefaultHyphenation: Bool
  /// Where lines may break in Chinese, Japanese and Korean; `normal` by default.
  public var lineBreakStrictness: LineBreakStrictness
  /// Whether lines break inside words; `normal` by default.
  public var wordBreak: WordBreak
  /// How the ends of lines are chosen; `wrap` by default.
  public var textWrap: TextWrap
  /// Whether the heights of fonts are rounded to whole points as in Chromium on Linux, so that text stands in a page
  /// where it was measured; false by default.
  public var roundsFontHeights: Bool

  public init(
    alignment: TextAlignment = .natural, lineHeightMultiple: Double = 0, minimumLineHeight: Double = 0,
    maximumLineHeight: Double = 0, paragraphSpacing: Double = 0, firstLineHeadIndent: Double = 0,
    headIndent: Double = 0, tailIndent: Double = 0, textCase: TextCase = .none, language: String? = nil,
    usesDefaultHyphenation: Bool = false, lineBreakStrictness: LineBreakStrictness = .normal,
    wordBreak: WordBreak = .normal, textWrap: TextWrap = .wrap, roundsFontHeights: Bool = false
  ) {
    self.alignment = alignment
    self.lineHeightMultiple = lineHeightMultiple
    self.minimumLineHeight = minimumLineHeight
    self.maximumLineHeight = maximumLineHeight
    self.paragraphSpacing = paragraphSpacing
    self.firstLineHeadIndent = firstLineHeadIndent
    self.headIndent = headIndent
    self.tailIndent = tailIndent
    self.textCase = textCase
    self.language = language
    self.usesDefaultHyphenation = usesDefaultHyphenation
    self.lineBreakStrictness = lineBreakStrictness
    self.wordBreak = wordBreak
    self.textWrap = textWrap
    self.roundsFontHeights = roundsFontHeights
  }
}

/// Where lines stand between their margins, named as in `NSTextAlignment`.
public enum TextAlignment: String, Sendable, Hashable, CaseIterable {
  /// At the leading margin, which is the right one in a paragraph from right to left.
  case natural
  case left
  case center
  case right
  /// At both margins: spaces are widened, except on the last line of a paragraph, which is `natural`.
  case justified
}

/// The rules about characters that begin no line, such as small kana, named as the values of CSS `line-break`.
public enum LineBreakStrictness: String, Sendable, Hashable, CaseIterable {
  /// The most breaks, for short lines.
  case loose
  case normal
  /// The fewest breaks: none before small kana.
  case strict
}

/// Whether lines break between letters, named as the values of CSS `word-break`.
public enum WordBreak: String, Sendable, Hashable, CaseIterable {
  /// By the rules of each script: between most letters of Chinese, Japanese and Korean, and not inside other words.
  case normal
  /// Between no letters and digits, except in scripts such as Thai, which has no spaces between words. Korean then breaks at
  /// its spaces (`hangulWordPriority` of `NSParagraphStyle`).
  case keepAll
  /// Between any letters and digits.
  case breakAll
}

/// How the ends of lines are chosen, named as the values of CSS `text-wrap`. The number of lines is always the same.
public enum TextWrap: String, Sendable, Hashable, CaseIterable {
  /// Each line is as full as possible.
  case wrap
  /// The lines of the first paragraph have about the same width, if they are at most six, as in Chromium.
  case balance
  /// No paragraph ends with a single short word, if the end of one of its last four lines can be elsewhere.
  case pretty
}

extension ParagraphStyle {
  /// Throws `TextError.invalid` for the first length that is out of range.
  func validate() throws(TextError) {
    let lengths: [(Double, TextError.Parameter)] = [
      (lineHeightMultiple, .lineHeightMultiple), (minimumLineHeight, .minimumLineHeight),
      (maximumLineHeight, .maximumLineHeight), (paragraphSpacing, .paragraphSpacing),
      (firstLineHeadIndent, .firstLineHeadIndent), (headIndent, .headIndent),
    ]
    for (length, parameter) in lengths where !(0...Coordinate.limit).contains(length) {
      throw .invalid(parameter)
    }
    guard tailIndent.magnitude <= Coordinate.limit else { throw .invalid(.tailIndent) }
  }
}
