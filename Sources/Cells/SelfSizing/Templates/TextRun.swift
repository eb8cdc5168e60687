import LayoutEngine
public import Text

/// A part of a text with a typography of its own, or an attachment in the text.
public enum TextRun: Hashable, Sendable {
  case text(String, TextRunSetting = TextRunSetting())
  case attachment(TextAttachment)
}

/// The typography in which a run differs from its text.
public struct TextRunSetting: Hashable, Sendable {
  /// The style of the run, which follows the content size category if its text does; nil for that of the text.
  public var style: TextStyle?
  /// The attributes that the run has in place of its style's; sizes are those at the category `large`.
  public var own = TextRunAttributes()

  /// Creates a setting that differs in nothing.
  public init() {}

  /// Hands every setting of a run to a visitor.
  package static func settings<Visitor: TextSettingVisitor>(_ run: inout Self, _ visitor: inout Visitor) {
    visitor.setting("textStyle", .choice(TextStyle.self), &run.style)
    var text = TextAttributes()
    TextRunAttributes.settings(&run.own, over: &text, &visitor)
  }
}

extension TextRun {
  /// Returns the run of a text in a category.
  func styled(in setting: TextSetting, _ category: ContentSizeCategory) -> StyledText.Run {
    switch self {
    case .attachment(let attachment): .attachment(attachment)
    case .text(let text, let own): .text(text, own.attributes(in: setting, category))
    }
  }
}

extension TextRunSetting {
  /// Returns the attributes of the run in a category. A size of its own grows like the style of the run, or of its text.
  fileprivate func attributes(in setting: TextSetting, _ category: ContentSizeCategory) -> TextRunAttributes {
    let category = setting.category(for: category)
    var attributes = own.scaled(by: DynamicType.growth(of: style ?? setting.style ?? .body, category))
    if own.size == nil, let style {
      let type = DynamicType(style, category)
      attributes.size = type.size
      attributes.weight = own.weight ?? type.weight
      if own.lineHeight == nil { attributes.lineHeight = type.leading }
    }
    if let scale = setting.fittedFont?.scale { attributes.size = attributes.size.map { $0 * scale } }
    return attributes
  }
}

extension TextRunAttributes {
  /// Returns the attributes with lengths that follow the content size category in another one.
  func scaled(by growth: Double) -> TextRunAttributes {
    var scaled = self
    scaled.size = size.map { $0 * growth }
    scaled.lineHeight = lineHeight.map { $0 * growth }
    return scaled
  }
}

/// A run as a drawing needs it.
public enum ShownRun: Hashable, Sendable {
  case text(TextAttributes)
  case attachment(TextAttachment)
}

extension CellTemplate {
  /// Returns the runs of a view's text, with all of their attributes; none for a text without runs.
  ///
  /// - Complexity: O(r) for r runs.
  package func shownRuns(
    of view: Int, showing content: ViewContent, _ environment: CellEnvironment
  ) -> [ShownRun] {
    let content = content.over(views[view].content)
    guard let setting = content.setting ?? views[view].setting, let runs = content.runs else { return [] }
    let base = setting.attributes(in: environment.category)
    return runs.map { run in
      switch run.styled(in: setting, environment.category) {
      case .attachment(let attachment): return .attachment(attachment)
      case .text(_, let own): return .text(base.merging(own))
      }
    }
  }

  /// Returns the texts of the runs of a view's text; empty for an attachment.
  ///
  /// - Complexity: O(r) for r runs.
  package func runTexts(of view: Int, showing content: ViewContent) -> [String] {
    (content.over(views[view].content).runs ?? []).map { run in
      if case .text(let text, _) = run { text } else { "" }
    }
  }

  /// Returns the style of the paragraphs of a view's text.
  ///
  /// - Complexity: O(1).
  package func paragraphStyle(of view: Int, showing content: ViewContent) -> ParagraphStyle {
    (content.setting ?? views[view].setting)?.paragraph ?? ParagraphStyle()
  }
}
