internal import Geometry

/// A text of several runs, each with attributes or an attachment of its own.
///
/// The runs are one text: lines break, and directions resolve, as if no run ended anywhere. They correspond to the inline
/// boxes of a browser and to the attributes of an `NSAttributedString`. An empty run has no effect.
///
/// ```swift
/// let price = StyledText([
///   .attachment(TextAttachment(width: 16, height: 16)),
///   .text(" Today only: "),
///   .text("9.99", TextRunAttributes(weight: 700)),
/// ])
/// let text = price.string  // "\u{FFFC} Today only: 9.99"
/// ```
public struct StyledText: Sendable, Hashable {
  /// A part of a styled text.
  public enum Run: Sendable, Hashable {
    case text(String, TextRunAttributes = TextRunAttributes())
    /// One character, U+FFFC, in place of which the caller draws an image or a view.
    case attachment(TextAttachment)
  }

  /// The runs in the order of the text.
  public var runs: [Run]

  /// Creates a text of runs.
  public init(_ runs: [Run] = []) { self.runs = runs }

  /// Makes a text of one run, with the attributes of its paragraph.
  public init(_ text: String) { runs = [.text(text)] }

  /// The whole text, with U+FFFC for each attachment.
  ///
  /// - Complexity: O(n) in the length of the text.
  public var string: String {
    var whole = ""
    for run in runs { whole += run.string }
    return whole
  }
}

extension StyledText.Run {
  /// The text of the run; U+FFFC for an attachment.
  public var string: String {
    switch self {
    case .text(let text, _): text
    case .attachment: "\u{FFFC}"
    }
  }
}

/// The attributes in which a run differs from its paragraph; nil stands for the paragraph's own.
public struct TextRunAttributes: Sendable, Hashable {
  /// The preferred font families, best first.
  public var families: [String]?
  /// The size of the font, in points, 0 to 2^53.
  public var size: Double?
  /// From 1 to 1,000.
  public var weight: Double?
  /// Whether the run takes an italic face.
  public var isItalic: Bool?
  /// The height of the run's box, in points, 0 to 2^53. A line is as high as the boxes of its runs together, as with CSS
  /// `line-height` on inline boxes.
  public var lineHeight: Double?
  /// The extra space after each cluster of glyphs, in points, -2^53 to 2^53.
  public var letterSpacing: Double?

  /// Creates attributes; those that are left out are the paragraph's. Lengths are in points.
  public init(
    families: [String]? = nil, size: Double? = nil, weight: Double? = nil, isItalic: Bool? = nil,
    lineHeight: Double? = nil, letterSpacing: Double? = nil
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
  }

  /// Hands every setting that a run may have to a visitor: a line a setting, and with `font` the only place that lists them.
  ///
  /// - Parameter text: the attributes of the text, which the run has where it leaves its own open.
  package static func settings<Visitor: TextSettingVisitor>(
    _ own: inout Self, over text: inout TextAttributes, _ visitor: inout Visitor
  ) {
    visitor.font(&own, over: &text)
    visitor.setting("lineHeight", .size, &own.lineHeight, over: &text.lineHeight)
    visitor.setting(
      "letterSpacing", .number(-10_000...10_000, css: "letter-spacing"), &own.letterSpacing,
      over: &text.letterSpacing)
  }

  /// Hands the settings of the font to a visitor.
  package static func font<Visitor: TextSettingVisitor>(
    _ own: inout Self, over text: inout TextAttributes, _ visitor: inout Visitor
  ) {
    visitor.setting("family", .families, &own.families, over: &text.families)
    visitor.setting("size", .size, &own.size, over: &text.size)
    visitor.setting("weight", .weight, &own.weight, over: &text.weight)
    visitor.setting("italic", .flag, &own.isItalic, over: &text.isItalic)
  }
}

/// A box inside a text, such as an image, in points.
///
/// Lines break before and after it as at an ideograph, like at a replaced element in a browser.
public struct TextAttachment: Sendable, Hashable {
  /// From 0 to 2^53.
  public var width: Double
  /// From 0 to 2^53.
  public var height: Double
  /// The distance of the bottom of the box above the baseline, -2^53 to 2^53: -3 moves the box 3 points down. It is the
  /// `y` of the origin of `NSTextAttachment.bounds`, and a length of CSS `vertical-align`.
  public var baselineOffset: Double

  /// Creates a box of a width and a height, at an offset of its bottom above the baseline, all in points.
  public init(width: Double, height: Double, baselineOffset: Double = 0) {
    self.width = width
    self.height = height
    self.baselineOffset = baselineOffset
  }
}

extension TextAttachment {
  /// Throws `TextError.invalid` if a length is out of range.
  func validate() throws(TextError) {
    guard (0...Coordinate.limit).contains(width), (0...Coordinate.limit).contains(height),
      baselineOffset.magnitude <= Coordinate.limit
    else { throw .invalid("attachment") }
  }
}
