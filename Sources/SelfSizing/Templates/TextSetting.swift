import LayoutEngine
import Text

/// How the text of a view is set: in a style that follows the content size category, in a font of its own, or both.
public struct TextSetting: Hashable, Sendable {
  /// The role of the text; nil is the system's font at 17 points.
  public var style: TextStyle?
  /// The families wanted, in the order of preference; none is the first of the library.
  public var families: [String] = []
  /// The size of the font, in points, at the category `large`; nil is that of the style.
  public var size: Double?
  /// From 1 to 1,000; nil is that of the style.
  public var weight: Double?
  public var isItalic = false
  /// The height of each line, in points, at the category `large`; nil is that of the style, or of the font where that
  /// has a size of its own.
  public var lineHeight: Double?
  public var letterSpacing = 0.0
  /// The most lines there may be (`numberOfLines`); 0 for no limit.
  public var lineLimit = 1
  public var lineBreakMode = LineBreakMode.truncatingTail
  public var direction = TextDirection.natural
  /// Whether the font follows the content size category (`adjustsFontForContentSizeCategory`); nil where it has a style.
  public var adjustsForContentSizeCategory: Bool?

  /// The size of a font that nothing is said of.
  public static let defaultSize = 17.0

  public init(style: TextStyle? = nil, lineLimit: Int = 1) {
    self.style = style
    self.lineLimit = lineLimit
  }

  /// Whether the text is set otherwise in another category.
  public var followsCategory: Bool { adjustsForContentSizeCategory ?? (style != nil) }

  /// Whether a text that is wider than its room gets higher.
  var wraps: Bool { lineLimit != 1 && lineBreakMode != .clipping }

  /// How the text is set in a category. A font with a size of its own grows as its style does (`UIFontMetrics`).
  func attributes(in category: ContentSizeCategory) -> TextAttributes {
    let type = DynamicType(style ?? .body, followsCategory ? category : .large)
    let growth = type.size / DynamicType(style ?? .body, .large).size
    var attributes = TextAttributes(families: families)
    if let own = size ?? (style == nil ? Self.defaultSize : nil) {
      attributes.size = own * growth
    } else {
      attributes.size = type.size
      attributes.lineHeight = type.leading
    }
    if let lineHeight { attributes.lineHeight = lineHeight * growth }
    attributes.weight = weight ?? (style == nil ? attributes.weight : type.weight)
    attributes.isItalic = isItalic
    attributes.letterSpacing = letterSpacing
    attributes.lineLimit = lineLimit
    attributes.lineBreakMode = lineBreakMode
    attributes.direction = direction
    return attributes
  }
}
