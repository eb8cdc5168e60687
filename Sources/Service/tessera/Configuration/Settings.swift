import Support

/// The values in force: for each setting that of its flag, else of its environment variable, else of the file of settings,
/// else the default.
struct Settings {
  private var values: [String: String] = [:]
  /// The defaults that follow from what limits of mappings leave.
  private var derived: [String: String] = [:]
  /// Environment variables with the prefix of settings that belong to no setting.
  private(set) var unknownVariables: [String] = []

  /// - Parameters:
  ///   - flags: the values of the flags that were given, by the name of the setting.
  ///   - environment: all environment variables.
  ///   - file: the values of the file of settings, by the names of variables.
  init(flags: [String: String], environment: [String: String], file: [String: String] = [:]) {
    func byName(_ variables: [String: String]) -> [String: String] {
      Setting.all.reduce(into: [:]) { $0[$1.name] = $1.value(in: variables) }
    }
    let layers = [flags, byName(environment), byName(file)]
    for setting in Setting.all { values[setting.name] = layers.lazy.compactMap { $0[setting.name] }.first }
    // Some things are set in two ways: the first layer that has one of them decides about both. An empty one sets nothing.
    let pairs: [(Setting, Setting)] = [
      (.keys, .keysFile), (.tokenSecret, .tokenSecretFile), (.storeURL, .storeURLFile),
      (.otlpEndpoint, .otlpTracesEndpoint),
    ]
    for (one, other) in pairs {
      let layer = layers.first { layer in
        [one, other].contains { layer[$0.name]?.isEmpty == false }
      }
      values[one.name] = layer?[one.name]
      values[other.name] = layer?[other.name]
    }
    let known = Set(Setting.all.map(\.variable))
    unknownVariables = environment.keys.filter { name in
      name.hasPrefix("TESSERA_") && !known.contains(name) && !UnknownVariables.isForOthers(name)
    }.sorted()
  }

  /// Reads the settings with their file, if a flag or a variable names one.
  ///
  /// - Throws: `ConfigurationFileError`; `UnknownVariables` if the environment has some.
  static func read(flags: [String: String], environment: [String: String]) throws -> Settings {
    let path = flags[Setting.config.name] ?? environment[Setting.config.variable] ?? ""
    let file = path.isEmpty ? [:] : try ConfigurationFile(path: path).values
    let settings = Settings(flags: flags, environment: environment, file: file)
    guard settings.unknownVariables.isEmpty else {
      throw UnknownVariables(names: settings.unknownVariables)
    }
    return settings
  }

  /// Returns these settings with the defaults that others have derived from the machine.
  func deriving(as other: Settings) -> Settings {
    var settings = self
    settings.derived = other.derived
    return settings
  }

  /// Takes the values of some settings.
  mutating func take(_ settings: [Setting], from other: Settings) {
    for setting in settings { values[setting.name] = other.values[setting.name] }
  }

  subscript(setting: Setting) -> String {
    values[setting.name] ?? derived[setting.name] ?? setting.fallback
  }

  /// Derives the defaults of limits from what limits of address space and data leave, which other settings decide: those
  /// of threads, fonts and connections. Call it before a service is configured.
  ///
  /// - Throws: `SettingError` for the first value that its setting does not take.
  mutating func deriveLimits() throws(SettingError) {
    guard MachineMemory.isMappingLimited else { return }
    MachineMemory.keepBack(MappingReserve(try ServeConfiguration(self)))
    let defaults = ServeConfiguration()
    for setting in Setting.derivedFromMemory { derived[setting.name] = setting.text(in: defaults) }
  }

  /// The settings whose defaults follow from the memory, with their values.
  var memoryDescription: String {
    let limits = Setting.derivedFromMemory.map { "\($0.flag) \(self[$0])" }.joined(separator: ", ")
    let memory = "\(MachineMemory.available >> 20)MB"
    return "memory \(memory) (\(MachineMemory.source)): \(limits)"
  }

  /// Every setting and its value, one a line; secrets are masked. A comment before them states the memory.
  var description: String {
    "# \(memoryDescription)\n"
      + Setting.all.map { setting in
        let value = setting.isSecret && !self[setting].isEmpty ? "***" : self[setting]
        return "\(setting.variable)=\(value)"
      }.joined(separator: "\n")
  }

  /// Settings that the operator may not have meant, each in a sentence.
  func warnings(listen: ListenAddress) -> [String] {
    var warnings: [String] = []
    if !listen.isLoopback, self[.keys].isEmpty, self[.keysFile].isEmpty {
      warnings.append(
        "anyone who reaches \(listen) may use the service; \(Setting.keys.variable) or \(Setting.keysFile.variable) sets keys"
      )
    }
    for setting in [Setting.keysFile, .tokenSecretFile, .storeURLFile] {
      guard !self[setting].isEmpty, let mode = File.modeIfShared(self[setting]) else { continue }
      warnings.append(
        "the file \(self[setting]) of \(setting.variable) has mode 0\(String(mode, radix: 8)), so that other users "
          + "can read it; chmod 600 leaves it to its owner, chmod 640 also to its group"
      )
    }
    return warnings
  }
}
