/// The values in force: of each setting the flag's, else the variable's, else the default.
struct Settings {
  private(set) var values: [Setting: String] = [:]
  /// Variables that look like ours and are none of them.
  private(set) var unknownVariables: [String] = []

  /// - Throws: when a secret's file cannot be read.
  init(flags: [Setting: String], environment: [String: String]) throws {
    for setting in Setting.allCases {
      values[setting] =
        try flags[setting] ?? environment[setting.variable] ?? Self.secret(setting, environment)
        ?? setting.fallback
    }
    let known = Set(Setting.allCases.flatMap { [$0.variable, $0.variable + "_FILE"] })
    unknownVariables = environment.keys.filter { $0.hasPrefix("TESSERA_") && !known.contains($0) }.sorted()
  }

  /// The content of the file that a secret's `…_FILE` variable names.
  private static func secret(_ setting: Setting, _ environment: [String: String]) throws -> String? {
    guard setting.isSecret, let path = environment[setting.variable + "_FILE"] else { return nil }
    guard let bytes = File.read(path) else {
      throw SettingError(setting: setting, given: path, takes: "the path of a readable file")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  subscript(setting: Setting) -> String { values[setting] ?? setting.fallback }

  /// Every setting and its value, a line each; secrets are masked.
  var description: String {
    Setting.allCases.map { setting in
      let value = setting.isSecret && !self[setting].isEmpty ? "***" : self[setting]
      return "\(setting.variable)=\(value)"
    }.joined(separator: "\n")
  }
}
