import JSON
import SelfSizing
import Text
import Wire

/// The weights of fonts by the names of `UIFont.Weight`.
private enum FontWeightName: String, CaseIterable {
  case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

  /// The weight on OpenType's scale.
  var weight: Double { Double(100 * (FontWeightName.allCases.firstIndex(of: self)! + 1)) }
}

/// Lists the members of a text, or of one of its runs, that are settings.
private struct TextSettingNames: TextSettingVisitor {
  private(set) var names: [String] = []
  /// Whether the settings of the font are members of a member of their own.
  var hasFont = true

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ value: inout Value
  ) {
    names.append(name)
  }

  mutating func font(_ own: inout TextRunAttributes, over text: inout TextAttributes) {
    if hasFont { names.append("font") } else { TextRunAttributes.font(&own, over: &text, &self) }
  }
}

/// Reads the member of one name.
private struct TextSettingReader: TextSettingVisitor {
  let name: String
  let value: JSONValue
  let context: DecodingContext
  /// Whether the settings of the font are members of a member of their own.
  var hasFont = true
  /// Whether there is a setting of that name.
  private(set) var isFound = false

  init(_ name: String, _ value: JSONValue, _ context: DecodingContext, hasFont: Bool) {
    (self.name, self.value, self.context, self.hasFont) = (name, value, context, hasFont)
  }

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ value: inout Value
  ) {
    guard name == self.name else { return }
    isFound = true
    if let read = context.textSetting(self.value, form().kind).flatMap(Value.init) { value = read }
  }

  mutating func font(_ own: inout TextRunAttributes, over text: inout TextAttributes) {
    guard hasFont else { return TextRunAttributes.font(&own, over: &text, &self) }
    guard name == "font" else { return }
    isFound = true
    context.object(
      value, "a font, {\"family\", \"size\", \"weight\", \"italic\"}", DecodingContext.fontMembers
    ) { member, value in
      var reader = TextSettingReader(member, value, context, hasFont: false)
      TextRunAttributes.font(&own, over: &text, &reader)
    }
  }
}

/// Decodes the settings of texts and of their runs: those that `TextSetting.settings` and `TextRunSetting.settings` list.
extension DecodingContext {
  /// The largest number of families of a font.
  private static let familyLimit = 16
  /// The largest length of the name of a language, in bytes.
  private static let languageLimit = 35

  /// The members of a text that are settings.
  static let textSettingMembers: [String] = {
    var (setting, names) = (TextSetting(), TextSettingNames())
    TextSetting.settings(&setting, &names)
    return names.names
  }()

  /// The members of a run that are settings.
  static let runSettingMembers: [String] = {
    var (run, names) = (TextRunSetting(), TextSettingNames(hasFont: false))
    TextRunSetting.settings(&run, &names)
    return names.names
  }()

  /// The members of a font.
  fileprivate static let fontMembers: [String] = {
    var (run, text, names) = (TextRunAttributes(), TextAttributes(), TextSettingNames(hasFont: false))
    TextRunAttributes.font(&run, over: &text, &names)
    return names.names
  }()

  /// Reads one member of a text; returns whether it is a setting.
  @discardableResult
  func take(_ member: String, _ value: JSONValue, into setting: inout TextSetting) -> Bool {
    var reader = TextSettingReader(member, value, self, hasFont: true)
    TextSetting.settings(&setting, &reader)
    return reader.isFound
  }

  /// Reads one member of a run; returns whether it is a setting.
  func take(_ member: String, _ value: JSONValue, into run: inout TextRunSetting) -> Bool {
    var reader = TextSettingReader(member, value, self, hasFont: false)
    TextRunSetting.settings(&run, &reader)
    return reader.isFound
  }

  /// Reads the value of a setting.
  fileprivate func textSetting(_ value: JSONValue, _ kind: TextSettingForm.Kind) -> TextSettingValue? {
    switch kind {
    case .number(let range): number(value, in: range).map { .number($0) }
    case .whole(let range): integer(value, in: range).map { .whole($0) }
    case .flag: bool(value).map { .flag($0) }
    case .choice(let names): choice(value, among: names).map { .name($0) }
    case .weight: weight(value).map { .number($0) }
    case .families: .names(families(value))
    case .language: language(value).map { .name($0) }
    }
  }

  /// Reads the name of a language (BCP 47), such as `nl-BE`.
  private func language(_ value: JSONValue) -> String? {
    guard let name = string(value) else { return nil }
    let isName =
      name.utf8.count <= Self.languageLimit && name.first?.isLetter ?? false
      && name.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "-" || ("0"..."9").contains($0)
      }
    if isName { return name }
    fault("\(quoted(name)) is not the name of a language, such as \"de\" or \"nl-BE\"")
    return nil
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

  /// Reads a weight: a number, or a name of `UIFont.Weight`.
  private func weight(_ value: JSONValue) -> Double? {
    if let text = value.string, Double(text) == nil { return name(value, of: FontWeightName.self)?.weight }
    return number(value, in: 1...1000)
  }
}
