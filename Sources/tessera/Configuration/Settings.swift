/// The values in force: of each setting the flag's, else the variable's, else the default.
struct Settings {
  private(set) var values: [Setting: String] = [:]
  /// Variables that look like ours and are none of them.
  private(set) var unknownVariables: [String] = []

  init(flags: [Setting: String], environment: [String: String]) {
    for setting in Setting.allCases {
      values[setting] = flags[setting] ?? environment[setting.variable] ?? setting.fallback
    }
    // Keys are set in two ways: a flag of either kind wins over a variable of either kind.
    if flags[.keysFile] != nil, flags[.keys] == nil { values[.keys] = Setting.keys.fallback }
    let known = Set(Setting.allCases.map(\.variable))
    unknownVariables = environment.keys.filter { $0.hasPrefix("TESSERA_") && !known.contains($0) }.sorted()
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
