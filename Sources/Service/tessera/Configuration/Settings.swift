import Support

/// The values in force: for each setting that of its flag, else of its environment variable, else the default.
struct Settings {
  private var values: [String: String] = [:]
  /// The defaults that follow from what limits of mappings leave.
  private var derived: [String: String] = [:]
  /// Environment variables with the prefix of settings that belong to no setting.
  private(set) var unknownVariables: [String] = []

  /// - Parameters:
  ///   - flags: the values of the flags that were given, by the name of the setting.
  ///   - environment: all environment variables.
  init(flags: [String: String], environment: [String: String]) {
    for setting in Setting.all {
      values[setting.name] = flags[setting.name] ?? environment[setting.variable]
    }
    // Secrets are set in two ways: a flag of either kind wins over a variable of either kind.
    let secrets: [(Setting, file: Setting)] = [
      (.keys, .keysFile), (.tokenSecret, .tokenSecretFile), (.storeURL, .storeURLFile),
    ]
    for (secret, file) in secrets
    where flags[file.name] != nil && flags[secret.name] == nil {
      values[secret.name] = nil
    }
    let known = Set(Setting.all.map(\.variable))
    unknownVariables = environment.keys.filter { $0.hasPrefix("TESSERA_") && !known.contains($0) }.sorted()
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
    var warnings = unknownVariables.map { "\($0) is no setting of this version and has no effect" }
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
