import LayoutEngine
public import Text

/// A part of a text with a typography of its own, or an attachment in the text.
public enum TextRun: Hashable, Sendable {
  case text(String, TextRunSetting = TextRunSetting())
  case attachment(TextAttachment)
}

/// The typography in which a run differs from its text; nil stands for the text's own.
public struct TextRunSetting: Hashable, Sendable {
  /// The style of the run, which follows the content size category if its text does.
  public var style: TextStyle?
  /// The preferred font families, best first.
  public var families: [String]?
  /// The size of the font at the category `large`, in points, 0 to 10,000.
  public var size: Double?
  /// From 1 to 1,000.
  public var weight: Double?
  public var isItalic: Bool?
  /// The height of the run's lines at the category `large`, in points, 0 to 10,000.
  public var lineHeight: Double?
  /// The extra space after each character, in points, -10,000 to 10,000.
  public var letterSpacing: Double?

  public init() {}
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
    let category = setting.followsCategory ? category : .large
    var attributes = TextRunAttributes(
      families: families, weight: weight, isItalic: isItalic, letterSpacing: letterSpacing)
    let growth = DynamicType.growth(of: style ?? setting.style ?? .body, category)
    if let size {
      attributes.size = size * growth
    } else if let style {
      let type = DynamicType(style, category)
      attributes.size = type.size
      attributes.weight = weight ?? type.weight
      attributes.lineHeight = type.leading
    }
    if let lineHeight { attributes.lineHeight = lineHeight * growth }
    return attributes
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
      case .text(_, let own):
        var attributes = base
        if let families = own.families { attributes.families = families }
        attributes.size = own.size ?? base.size
        attributes.weight = own.weight ?? base.weight
        attributes.isItalic = own.isItalic ?? base.isItalic
        attributes.letterSpacing = own.letterSpacing ?? base.letterSpacing
        attributes.lineHeight = own.lineHeight ?? base.lineHeight
        return .text(attributes)
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
