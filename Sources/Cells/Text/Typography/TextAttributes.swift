internal import Geometry

/// The typography of a text: its font, line height, spacing, line limit and direction.
public struct TextAttributes: Sendable, Hashable {
  /// The preferred font families, best first; the measurement lists those that the library lacks. None (the default) is
  /// the first family of the library.
  public var families: [String]
  /// The size of the font, in points, 0 to 2^53; 17 by default. 0 makes all widths and natural heights 0.
  public var size: Double
  /// From 1 to 1,000: 400 (the default) is regular, 700 bold.
  public var weight: Double
  /// Whether the text takes an italic face; false by default.
  public var isItalic: Bool
  /// The height of each line, in points, 0 to 2^53; nil (the default) is the height of the tallest font on the line.
  public var lineHeight: Double?
  /// The extra space after each cluster of glyphs, in points, -2^53 to 2^53; 0 by default. Any other value turns
  /// ligatures off.
  public var letterSpacing: Double
  /// The largest number of lines; 0 (the default) for no limit.
  public var lineLimit: Int
  /// `truncatingTail` by default.
  public var lineBreakMode: LineBreakMode
  /// `natural` by default.
  public var direction: TextDirection

  /// Creates attributes; lengths are in points.
  public init(
    families: [String] = [], size: Double = 17, weight: Double = 400, isItalic: Bool = false,
    lineHeight: Double? = nil,
    letterSpacing: Double = 0, lineLimit: Int = 0, lineBreakMode: LineBreakMode = .truncatingTail,
    direction: TextDirection = .natural
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
    self.lineLimit = lineLimit
    self.lineBreakMode = lineBreakMode
    self.direction = direction
  }
}

extension TextAttributes {
  /// Returns the attributes of a run: its own, and these where it leaves them open.
  package func merging(_ run: TextRunAttributes) -> TextAttributes {
    var (merged, run, merger) = (self, run, TextSettingMerger())
    TextRunAttributes.settings(&run, over: &merged, &merger)
    return merged
  }

  /// Throws `TextError.invalid` for the first attribute that is out of range.
  func validate() throws(TextError) {
    var (text, run, validator) = (self, TextRunAttributes(), TextSettingValidator())
    TextRunAttributes.settings(&run, over: &text, &validator)
    try validator.finish()
    guard lineLimit >= 0 else { throw .invalid("lineLimit") }
  }
}

extension LineBreakMode: TextSettingChoice {}

/// The base direction of paragraphs.
public enum TextDirection: String, Sendable, Hashable, CaseIterable, TextSettingChoice {
  /// The direction of a paragraph's first letter; left to right if it has none.
  case natural
  case leftToRight
  case rightToLeft
}
