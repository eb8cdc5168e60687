import JSON
import SelfSizing
import Text

/// The members of a text setting, which text views, templates that size a text, and texts have in common.
enum TextSettingField: String, FieldNames {
  case textStyle, font, lineHeight, letterSpacing, lines, lineBreakMode, direction
  case adjustsFontForContentSizeCategory
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
  private static let fontSizeLimit = 10_000.0

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
    }
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
  private func families(_ value: JSONValue) -> [String] {
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

  private func weight(_ value: JSONValue) -> Double? {
    if value.kind == .string { return name(value, of: FontWeightName.self)?.weight }
    return number(value, in: 1...1000)
  }
}
