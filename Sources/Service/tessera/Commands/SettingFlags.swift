import ArgumentParser

/// The flags of `tessera serve`, one for each setting.
///
/// ArgumentParser finds the options of a type in its mirror and decodes each by its label there. A type with a stored
/// property for each option gets both from the compiler; this one makes them from the table of settings.
struct SettingFlags: ParsableArguments, CustomReflectable {
  /// The values of the flags that were given, by the name of the setting.
  var given: [String: String] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let options = try decoder.container(keyedBy: SettingName.self)
    for setting in Setting.all {
      let option = try options.decode(Option<String?>.self, forKey: SettingName(stringValue: setting.name))
      given[setting.name] = option.wrappedValue
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Setting.all.map { (label: $0.name, value: Option($0)) })
  }

  private struct SettingName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}

extension Option<String?> {
  fileprivate init(_ setting: Setting) {
    let fallback = setting.fallback.isEmpty ? "none" : setting.fallback
    self.init(
      name: .customLong(setting.name),
      help: ArgumentHelp("\(setting.meaning) (default: \(fallback))", valueName: "value"))
  }
}
