import LayoutEngine
public import Text

/// The typography of a view's text: a style that follows the content size category, a font of its own, or both.
public struct TextSetting: Hashable, Sendable {
  /// The style of the text; nil (the default) is the first font of the library at 17 points.
  public var style: TextStyle?
  /// The preferred font families, best first; none (the default) is the first font of the library.
  public var families: [String] = []
  /// The size of the font at the category `large`, in points, 0 to 10,000; nil (the default) is the style's.
  public var size: Double?
  /// From 1 to 1,000; nil (the default) is the style's, or 400 without a style.
  public var weight: Double?
  public var isItalic = false
  /// The height of each line at the category `large`, in points, 0 to 10,000; nil (the default) is the style's, or the
  /// font's if `size` is given.
  public var lineHeight: Double?
  /// The extra space after each character, in points, -10,000 to 10,000; 0 by default.
  public var letterSpacing = 0.0
  /// The largest number of lines (`numberOfLines`), 0 for no limit; 1 by default.
  public var lineLimit = 1
  public var lineBreakMode = LineBreakMode.truncatingTail
  public var direction = TextDirection.natural
  /// The alignment, line heights, spacing and indents of paragraphs, in points that do not follow the category.
  public var paragraph: ParagraphStyle {
    get { boxedParagraph.value(or: ParagraphStyle()) }
    set { boxedParagraph.set(newValue, default: ParagraphStyle()) }
  }
  private var boxedParagraph = Boxed<ParagraphStyle>()
  /// Whether the font follows the content size category (`adjustsFontForContentSizeCategory`); nil (the default) if it
  /// has a style.
  public var adjustsForContentSizeCategory: Bool?

  /// The default size of a font without a style, in points.
  static let defaultSize = 17.0

  public init(style: TextStyle? = nil, lineLimit: Int = 1) {
    self.style = style
    self.lineLimit = lineLimit
  }

  /// Whether the size of the text depends on the content size category.
  package var followsCategory: Bool { adjustsForContentSizeCategory ?? (style != nil) }

  /// Whether the text has one line, with an ellipsis if that is too narrow.
  var isTruncatedToOneLine: Bool { lineLimit == 1 && lineBreakMode.isTruncating }

  /// Whether the style of paragraphs is the default.
  var hasPlainParagraphs: Bool { boxedParagraph.isDefault }

  /// Whether a text that is wider than the available width becomes higher.
  var wraps: Bool { lineLimit != 1 && lineBreakMode != .clipping }

  /// Returns the attributes of the text in a category. A font with a size of its own grows like its style
  /// (`UIFontMetrics`).
  func attributes(in category: ContentSizeCategory) -> TextAttributes {
    let type = DynamicType(style ?? .body, followsCategory ? category : .large)
    let growth = DynamicType.growth(of: style ?? .body, followsCategory ? category : .large)
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
