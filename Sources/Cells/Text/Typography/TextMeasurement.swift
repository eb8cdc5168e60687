/// The size of a text and its baselines, in points and unrounded.
public struct TextMeasurement: Sendable, Hashable {
  /// The width of the widest line. Its trailing white space counts as far as it fits if the line ends a paragraph, else not.
  public package(set) var width = 0.0
  /// The height of all lines together.
  public private(set) var height = 0.0
  /// The number of lines, at most the line limit.
  public private(set) var lineCount = 0
  /// The distance of the first baseline below the top of the text.
  public private(set) var firstBaseline = 0.0
  /// The distance of the last baseline below the top of the text.
  public private(set) var lastBaseline = 0.0
  /// Whether the line limit leaves out some of the text.
  public internal(set) var isTruncated = false
  /// Whether hyphenation was requested, and there are no patterns for the language.
  public internal(set) var isHyphenationMissing = false
  /// The requested families that the library lacks.
  public let missingFamilies: [String]

  init(missingFamilies: [String]) { self.missingFamilies = missingFamilies }

  /// Adds a line below the others.
  mutating func add(width: Double, above: Double, height: Double) {
    lastBaseline = self.height + above
    if lineCount == 0 { firstBaseline = lastBaseline }
    self.width = max(self.width, width)
    self.height += height
    lineCount += 1
  }

  /// Adds space below the last line.
  mutating func add(space: Double) { height += space }
}

/// A line of a text, for drawing it. Lengths are in points and unrounded.
public struct TextLine: Sendable, Hashable {
  /// The text to draw: without trailing white space, with the line's hyphen or ellipsis.
  public var text: String
  /// The part of the whole text that the line covers, in UTF-16 units, including trailing white space.
  public var range: Range<Int>
  /// Without trailing white space. A justified line has the width of its room. At least 0, where negative letter spacing
  /// takes more than the letters.
  public var width: Double
  /// The distance of the top of the line below the top of the text.
  public var top: Double
  /// The height of the line.
  public var height: Double
  /// The distance of the baseline below the top of the text.
  public var baseline: Double
  /// Whether the line belongs to a paragraph that runs from right to left.
  public var isRightToLeft: Bool
  /// The distance of the line's left edge from the left edge of the text: indents and alignment. 0 for a plain text.
  public var x = 0.0
  /// The pieces of the line from left to right; none for a plain text.
  public var pieces: [Piece] = []
  /// How many parts of the line, before an ellipsis, are shaped apart: by run, font, script and direction.
  public var shapedCount = 1
  /// Whether the text ends on the line, and not with an ellipsis.
  public var endsText = true

  /// A part of a line that belongs to one run and has one direction. Lengths are in points and unrounded.
  public struct Piece: Sendable, Hashable {
    /// The position of the run in the styled text; nil for an ellipsis, which has the paragraph's own attributes.
    public var run: Int?
    /// The text to draw, with the line's hyphen or ellipsis; U+FFFC for an attachment.
    public var text: String
    /// The part of the whole text, in UTF-16 units; empty for an ellipsis.
    public var range: Range<Int>
    /// The distance of the left edge from the left edge of the text.
    public var x: Double
    /// With widened spaces in a justified line; at least 0.
    public var width: Double
    /// Whether the part runs from right to left.
    public var isRightToLeft: Bool
  }
}
