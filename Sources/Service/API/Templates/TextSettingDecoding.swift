import Constraints
import JSON
import SelfSizing
import Text
import Wire

/// The members of a text setting, which text views, templates that size a text, and texts have in common.
enum TextSettingField: String, FieldNames {
  case textStyle, font, lineHeight, letterSpacing, lines, lineBreakMode, direction
  case adjustsFontForContentSizeCategory
  case alignment, lineHeightMultiple, minimumLineHeight, maximumLineHeight, paragraphSpacing
  case firstLineHeadIndent, headIndent, tailIndent, textCase, language
  case usesDefaultHyphenation, lineBreakStrictness, wordBreak, textWrap
}

/// The weights of fonts by the names of `UIFont.Weight`.
private enum FontWeightName: String, CaseIterable {
  case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

  /// The weight on OpenType's scale.
  var weight: Double { Double(100 * (FontWeightName.allCases.firstIndex(of: self)! + 1)) }
}

extension DecodingContext {
  private enum FontField: String, FieldNames { case family, size, weight, italic }

  /// The largest number of families of a font.
  private static let familyLimit = 16
  /// The largest line limit of a text.
  private static let lineLimit = 1_000_000
  /// The largest font size, line height and letter spacing, in points.
  static let fontSizeLimit = 10_000.0
  /// The largest factor of a line height.
  private static let multipleLimit = 1000.0
  /// The largest length of the name of a language, in bytes.
  private static let languageLimit = 35

  /// Reads one member of a text setting.
  func take(_ field: TextSettingField, _ value: JSONValue, into setting: inout TextSetting) {
    switch field {
    case .textStyle: setting.style = name(value, of: TextStyle.self)
    case .font: font(value, into: &setting)
    case .lineHeight: setting.lineHeight = number(value, in: 0...Self.fontSizeLimit)
    case .letterSpacing:
      set(&setting.letterSpacing, number(value, in: -Self.fontSizeLimit...Self.fontSizeLimit))
    case .lines: set(&setting.lineLimit, integer(value, in: 0...Self.lineLimit))
    case .lineBreakMode: set(&setting.lineBreakMode, name(value, of: LineBreakMode.self))
    case .direction: set(&setting.direction, name(value, of: TextDirection.self))
    case .adjustsFontForContentSizeCategory: setting.adjustsForContentSizeCategory = bool(value)
    default: take(field, value, into: &setting.paragraph)
    }
  }

  /// Reads one member of the style of paragraphs.
  private func take(_ field: TextSettingField, _ value: JSONValue, into style: inout ParagraphStyle) {
    switch field {
    case .alignment: set(&style.alignment, name(value, of: TextAlignment.self))
    case .lineHeightMultiple: set(&style.lineHeightMultiple, number(value, in: 0...Self.multipleLimit))
    case .minimumLineHeight: set(&style.minimumLineHeight, number(value, in: 0...Self.fontSizeLimit))
    case .maximumLineHeight: set(&style.maximumLineHeight, number(value, in: 0...Self.fontSizeLimit))
    case .paragraphSpacing: set(&style.paragraphSpacing, number(value, in: 0...Self.fontSizeLimit))
    case .firstLineHeadIndent: set(&style.firstLineHeadIndent, number(value, in: TemplateLimits.lengths))
    case .headIndent: set(&style.headIndent, number(value, in: TemplateLimits.lengths))
    case .tailIndent:
      set(&style.tailIndent, number(value, in: TemplateLimits.offsets))
    case .textCase: set(&style.textCase, name(value, of: TextCase.self))
    case .language: style.language = language(value)
    case .usesDefaultHyphenation: set(&style.usesDefaultHyphenation, bool(value))
    case .lineBreakStrictness: set(&style.lineBreakStrictness, name(value, of: LineBreakStrictness.self))
    case .wordBreak: set(&style.wordBreak, name(value, of: WordBreak.self))
    case .textWrap: set(&style.textWrap, name(value, of: TextWrap.self))
    default: break
    }
  }

  /// Reads the name of a language (BCP 47), such as `nl-BE`.
  private func language(_ value: JSONValue) -> String? {
    guard let name = string(value) else { return nil }
    let isName =
      name.utf8.count <= Self.languageLimit && name.first?.isLetter ?? false
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || ("0"..."9").contains($0))
      }
    if isName { return name }
    fault("\(quoted(name)) is not the name of a language, such as \"de\" or \"nl-BE\"")
    return nil
  }

  private func font(_ value: JSONValue, into setting: inout TextSetting) {
    object(value, FontField.self, "a font, {\"family\", \"size\", \"weight\", \"italic\"}") { field, value in
      switch field {
      case .family: setting.families = families(value)
      case .size: setting.size = number(value, in: 0...Self.fontSizeLimit)
      case .weight: setting.weight = weight(value)
      case .italic: set(&setting.isItalic, bool(value))
      }
    }
  }

  /// Reads one family, or a list with the best first.
  func families(_ value: JSONValue) -> [String] {
    if let name = value.string { return [name] }
    var families: [String] = []
    array(value, "the name of a family, or an array of names") { index, value in
      guard index < Self.familyLimit else {
        return index == Self.familyLimit ? fault("a font names at most \(Self.familyLimit) families") : ()
      }
      if let name = string(value) { families.append(name) }
    }
    return families
  }

  /// Reads a weight: a number, or a name of `UIFont.Weight`.
  func weight(_ value: JSONValue) -> Double? {
    if value.kind == .string { return name(value, of: FontWeightName.self)?.weight }
    return number(value, in: 1...1000)
  }
}
