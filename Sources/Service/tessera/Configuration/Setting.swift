/// One thing that an operator can set: its name, its values, its default and what it sets.
///
/// The flag of `body-limit` is `--body-limit`, its environment variable `TESSERA_BODY_LIMIT`. The default is the value
/// that the property has in a new `ServeConfiguration`.
struct Setting: Sendable {
  let name: String
  /// What it sets, as `--help` says it.
  let meaning: String
  /// Whether the value is masked where the configuration is printed.
  let isSecret: Bool
  /// Environment variables of OpenTelemetry that set it, too, if its own does not; the first that is not empty counts.
  let otherVariables: [String]
  /// The default as an operator would write it.
  let fallback: String
  private let takes: String
  /// Returns the text of the property's value.
  private let read: @Sendable (ServeConfiguration) -> String
  /// Sets the property to the value of a text; returns false if the text has none.
  private let assign: @Sendable (String, inout ServeConfiguration) -> Bool

  init<Value>(
    _ name: String, _ format: ValueFormat<Value>,
    _ property: WritableKeyPath<ServeConfiguration, Value> & Sendable, _ meaning: String,
    isSecret: Bool = false, otherVariables: [String] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.isSecret = isSecret
    self.otherVariables = otherVariables
    read = { format.text($0[keyPath: property]) }
    fallback = read(ServeConfiguration.defaults)
    takes = format.takes
    assign = { text, configuration in
      guard let value = format.parse(text) else { return false }
      configuration[keyPath: property] = value
      return true
    }
  }

  /// Returns the value in a configuration as an operator would write it.
  func text(in configuration: ServeConfiguration) -> String { read(configuration) }

  var flag: String { "--\(name)" }

  var variable: String { "TESSERA_" + name.uppercased().replacing("-", with: "_") }

  /// Returns the value that environment variables give it; nil if none does.
  func value(in environment: [String: String]) -> String? {
    environment[variable] ?? otherVariables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Sets the property of a configuration to the value that a text stands for.
  ///
  /// - Throws: `SettingError` if the setting does not take the text.
  func apply(_ text: String, to configuration: inout ServeConfiguration) throws(SettingError) {
    guard assign(text, &configuration) else { throw SettingError(setting: self, given: text, takes: takes) }
  }
}

/// A value that a setting does not take: names the variable, the value and what the setting takes.
struct SettingError: Error, CustomStringConvertible {
  var setting: Setting
  var given: String
  var takes: String

  var description: String {
    let shown = setting.isSecret ? "…" : given
    let variables = ([setting.variable] + setting.otherVariables).joined(separator: ", ")
    return "\(setting.flag) (\(variables)) cannot be \"\(shown)\": it takes \(takes)"
  }
}
