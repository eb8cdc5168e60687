public import LayoutEngine
public import Text

extension TextStyle: TextSettingChoice {}

/// The typography of a view's text: a style that follows the content size category, a font of its own, or both.
public struct TextSetting: Hashable, Sendable {
  /// The style of the text; nil (the default) is the first font of the library at 17 points.
  public var style: TextStyle?
  /// The attributes that the text has in place of its style's, or of 17 points and the weight 400 without a style; sizes are
  /// those at the category `large`. A font with a size of its own has its own line height too, if none is given.
  public var own = TextRunAttributes()
  /// The largest number of lines (`numberOfLines`), 0 for no limit; 1 by default.
  public var lineLimit = 1
  /// Where a text of too many lines is cut; `truncatingTail` by default.
  public var lineBreakMode = LineBreakMode.truncatingTail
  /// The direction of the text; by default that of its first strong character.
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
  /// The smallest and the largest text size that the font follows (`minimumContentSizeCategory`,
  /// `maximumContentSizeCategory`); all by default.
  public var categoryLimits = ContentSizeCategory.all
  /// How far the font may shrink so that the text fits into its lines, as a part of its size (`adjustsFontSizeToFitWidth`,
  /// `minimumScaleFactor`), 0 to 1; 0 (the default) does not shrink it.
  public var minimumScaleFactor = 0.0
  /// The font that makes the text fit into its lines; nil for one that has not shrunk.
  var fittedFont: FittedFont?

  /// The default size of a font without a style, in points.
  static let defaultSize = 17.0

  /// Creates a setting of a style, or of the first font of the library at 17 points, with at most `lineLimit`
  /// lines; 0 is no limit.
  public init(style: TextStyle? = nil, lineLimit: Int = 1) {
    self.style = style
    self.lineLimit = lineLimit
  }

  /// Hands every setting of a text to a visitor.
  package static func settings<Visitor: TextSettingVisitor>(_ setting: inout Self, _ visitor: inout Visitor) {
    visitor.setting("textStyle", .choice(TextStyle.self), &setting.style)
    var text = TextAttributes()
    TextRunAttributes.settings(&setting.own, over: &text, &visitor)
    visitor.setting("minimumScaleFactor", .part, &setting.minimumScaleFactor)
    visitor.setting("lines", .whole(0...1_000_000), &setting.lineLimit)
    visitor.setting("lineBreakMode", .choice(LineBreakMode.self), &setting.lineBreakMode)
    visitor.setting("direction", .choice(TextDirection.self), &setting.direction)
    visitor.setting("adjustsFontForContentSizeCategory", .flag, &setting.adjustsForContentSizeCategory)
    ParagraphStyle.settings(&setting.paragraph, &visitor)
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
    let category = self.category(for: category)
    let growth = DynamicType.growth(of: style ?? .body, category)
    var attributes = TextAttributes(
      size: Self.defaultSize * growth, lineLimit: lineLimit, lineBreakMode: lineBreakMode,
      direction: direction)
    if let style {
      let type = DynamicType(style, category)
      attributes.weight = type.weight
      if own.size == nil { (attributes.size, attributes.lineHeight) = (type.size, type.leading) }
    }
    attributes = attributes.merging(own.scaled(by: growth))
    if let fittedFont {
      attributes.size *= fittedFont.scale
      attributes.lineHeight = fittedFont.lineHeight
    }
    return attributes
  }

  /// Returns the text size that the font follows.
  func category(for category: ContentSizeCategory) -> ContentSizeCategory {
    followsCategory ? category.limited(to: categoryLimits) : .large
  }
}

/// A font that has shrunk so that its text fits.
struct FittedFont: Hashable, Sendable {
  /// The part of its size that the font has, above 0 and up to 1.
  var scale = 1.0
  /// The height of the lines, in points: that before the font shrank.
  let lineHeight: Double
}
