import Text

/// The settings of a text that are properties of CSS, with their values, in the order of their tables.
struct TextDeclarations: TextSettingVisitor {
  /// A setting as a property of CSS.
  enum Declaration: Equatable {
    /// In points.
    case length(property: String, Double)
    case keyword(property: String, String)
  }

  private(set) var list: [Declaration] = []

  private init() {}

  /// Those that runs may have of their own.
  static func of(_ text: TextAttributes) -> [Declaration] {
    var (text, run, declarations) = (text, TextRunAttributes(), TextDeclarations())
    TextRunAttributes.settings(&run, over: &text, &declarations)
    return declarations.list
  }

  /// Those of paragraphs.
  static func of(_ style: ParagraphStyle) -> [Declaration] {
    var (style, declarations) = (style, TextDeclarations())
    ParagraphStyle.settings(&style, &declarations)
    return declarations.list
  }

  /// The declarations of a text by default, which every text has by the style sheet's base.
  static let standard = of(TextAttributes())
  /// The declarations of paragraphs by default.
  static let standardParagraph = of(ParagraphStyle())

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ value: inout Value
  ) {
    let form = form()
    guard let property = form.css else { return }
    switch value.value {
    case .number(let points): list.append(.length(property: property.name, points))
    case .name(let name): list.append(.keyword(property: property.name, property.keyword(name)))
    // Forms of these values have no property.
    case .whole, .flag, .names, nil: break
    }
  }

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value
  ) {
    setting(name, form(), &text)
  }

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value?
  ) {
    setting(name, form(), &text)
  }
}

extension MarkupWriter {
  /// Writes declarations, but for those that a text has without them.
  mutating func write(
    _ declarations: [TextDeclarations.Declaration], besides standard: [TextDeclarations.Declaration] = []
  ) {
    for declaration in declarations where !standard.contains(declaration) {
      switch declaration {
      case .length(let property, let points): css(property, points)
      case .keyword(let property, let keyword):
        raw(property)
        raw(":")
        raw(keyword)
        raw(";")
      }
    }
  }
}
