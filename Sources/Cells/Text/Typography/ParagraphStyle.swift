/// The alignment, indents and spacing of paragraphs, named as in `NSParagraphStyle`. Lengths are in points.
public struct ParagraphStyle: Sendable, Hashable {
  /// How lines are aligned; by default at the side where their direction begins.
  public var alignment = TextAlignment.natural
  /// The factor by which the height of each line is multiplied, before the limits apply; 0 for none.
  public var lineHeightMultiple = 0.0
  /// The least height of a line. The difference is added above the letters.
  public var minimumLineHeight = 0.0
  /// The largest height of a line; 0 for no limit. Higher letters and attachments overlap the line above.
  public var maximumLineHeight = 0.0
  /// The space after each paragraph but the last.
  public var paragraphSpacing = 0.0
  /// The distance of the first line of each paragraph from the leading margin.
  public var firstLineHeadIndent = 0.0
  /// The distance of the other lines from the leading margin.
  public var headIndent = 0.0
  /// Where lines end: if positive, the distance from the leading margin, else the distance from the trailing margin, so
  /// that -10 keeps 10 points free there.
  public var tailIndent = 0.0
  /// The ranges of lines refer to the text with its letters replaced.
  public var textCase = TextCase.none
  /// The language of the text, such as `tr` or `nl-BE` (BCP 47); nil if it is unknown. The mapping of letters, hyphenation
  /// and line breaks depend on it.
  public var language: String?
  /// Whether words that do not fit on a line are hyphenated by the patterns of the language. There are patterns for the
  /// languages of the installed packages `hyphen-*`; `TextMeasurement.isHyphenationMissing` reports a language without.
  public var usesDefaultHyphenation = false
  /// Where lines may break in Chinese, Japanese and Korean.
  public var lineBreakStrictness = LineBreakStrictness.normal
  /// Whether lines break inside words.
  public var wordBreak = WordBreak.normal
  /// How the ends of lines are chosen.
  public var textWrap = TextWrap.wrap
  /// Whether full-width punctuation gives up space.
  public var textSpacingTrim = TextSpacingTrim.normal
  /// Whether the heights of fonts are rounded to whole points as in Chromium on Linux, so that text stands in a page
  /// where it was measured. No setting: what measures a cell decides it.
  public var roundsFontHeights = false

  /// Makes the style that paragraphs have by default.
  public init() {}

  /// Makes the default style with some changes.
  public init(_ change: (inout ParagraphStyle) -> Void) { change(&self) }

  /// Hands every setting of paragraphs to a visitor: a line a setting, and the only place that lists them.
  package static func settings<Visitor: TextSettingVisitor>(_ style: inout Self, _ visitor: inout Visitor) {
    visitor.setting(
      "alignment", .choice(TextAlignment.self, css: CSSProperty("text-align", ["justified": "justify"])),
      &style.alignment)
    visitor.setting("lineHeightMultiple", .number(0...1000), &style.lineHeightMultiple)
    visitor.setting("minimumLineHeight", .size, &style.minimumLineHeight)
    visitor.setting("maximumLineHeight", .size, &style.maximumLineHeight)
    visitor.setting("paragraphSpacing", .size, &style.paragraphSpacing)
    visitor.setting("firstLineHeadIndent", .indent, &style.firstLineHeadIndent)
    visitor.setting("headIndent", .indent, &style.headIndent)
    visitor.setting("tailIndent", .number(-10_000_000...10_000_000), &style.tailIndent)
    visitor.setting("textCase", .choice(TextCase.self, css: "text-transform"), &style.textCase)
    visitor.setting("language", .language, &style.language)
    visitor.setting("usesDefaultHyphenation", .flag, &style.usesDefaultHyphenation)
    visitor.setting(
      "lineBreakStrictness", .choice(LineBreakStrictness.self, css: "line-break"), &style.lineBreakStrictness)
    visitor.setting("wordBreak", .choice(WordBreak.self, css: "word-break"), &style.wordBreak)
    visitor.setting("textWrap", .choice(TextWrap.self, css: "text-wrap"), &style.textWrap)
    visitor.setting(
      "textSpacingTrim", .choice(TextSpacingTrim.self, css: "text-spacing-trim"), &style.textSpacingTrim)
  }

  /// Throws `TextError.invalid` for the first length that is out of range.
  func validate() throws(TextError) {
    var (style, validator) = (self, TextSettingValidator())
    Self.settings(&style, &validator)
    try validator.finish()
  }
}

/// Where lines stand between their margins, named as in `NSTextAlignment`.
public enum TextAlignment: String, Sendable, Hashable, CaseIterable, TextSettingChoice {
  /// At the leading margin, which is the right one in a paragraph from right to left.
  case natural
  case left
  case center
  case right
  /// At both margins: spaces are widened, except on the last line of a paragraph, which is `natural`.
  case justified
}

/// The rules about characters that begin no line, such as small kana, named as the values of CSS `line-break`.
public enum LineBreakStrictness: String, Sendable, Hashable, CaseIterable, TextSettingChoice {
  /// The most breaks, for short lines.
  case loose
  case normal
  /// The fewest breaks: none before small kana.
  case strict
}

/// Whether lines break between letters, named as the values of CSS `word-break`.
public enum WordBreak: String, Sendable, Hashable, CaseIterable, TextSettingChoice {
  /// By the rules of each script: between most letters of Chinese, Japanese and Korean, and not inside other words.
  case normal
  /// Between no letters and digits, except in scripts such as Thai, which has no spaces between words. Korean then breaks at
  /// its spaces (`hangulWordPriority` of `NSParagraphStyle`).
  case keepAll
  /// Between any letters and digits.
  case breakAll
}

/// How the ends of lines are chosen, named as the values of CSS `text-wrap`. The number of lines is always the same.
public enum TextWrap: String, Sendable, Hashable, CaseIterable, TextSettingChoice {
  /// Each line is as full as possible.
  case wrap
  /// The lines of the first paragraph have about the same width, if they are at most six, as in Chromium.
  case balance
  /// No paragraph ends with a single short word, if the end of one of its last four lines can be elsewhere.
  case pretty
}

/// Whether full-width punctuation of Chinese and Japanese gives up space, named as the values of CSS `text-spacing-trim`.
public enum TextSpacingTrim: String, Sendable, Hashable, CaseIterable, TextSettingChoice {
  /// Beside other such punctuation, as far as the font has half-width forms (`halt`). A closing bracket or quotation mark
  /// also gives up the space behind it to end a line that is too long with it.
  case normal
  /// No punctuation gives up space.
  case spaceAll
}
