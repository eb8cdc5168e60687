/// A file of settings: one `TESSERA_NAME=value` a line, as `--print-config` writes them.
struct ConfigurationFile {
  /// The values by the names of environment variables.
  let values: [String: String]

  /// Reads a file. Empty lines count for nothing, and neither do lines that begin with #.
  ///
  /// - Throws: `ConfigurationFileError` for a file that cannot be read, and for the first line that sets nothing.
  init(path: String) throws(ConfigurationFileError) {
    guard let bytes = File.read(path) else {
      throw ConfigurationFileError(path: path, reason: "it cannot be read")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationFileError(path: path, reason: "it is no text in UTF-8")
    }
    let known = Set(Setting.all.map(\.variable))
    var values: [String: String] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = Self.trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      func failure(_ reason: String) -> ConfigurationFileError {
        ConfigurationFileError(path: path, reason: "line \(index + 1) \(reason)")
      }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw failure("is no NAME=value") }
      let name = String(Self.trimmed(parts[0]))
      guard known.contains(name) else { throw failure("sets \(name), which is no setting of this version") }
      guard values.updateValue(Self.unquoted(Self.trimmed(parts[1])), forKey: name) == nil else {
        throw failure("sets \(name) again")
      }
    }
    // The output of --print-config has it.
    guard values.removeValue(forKey: Setting.config.variable)?.isEmpty ?? true else {
      throw ConfigurationFileError(path: path, reason: "it names another file of settings")
    }
    self.values = values
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0.isWhitespace }
    guard let end = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return rest[...end]
  }

  /// The text between quotation marks of one kind; all of it without them.
  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, let mark = text.first, mark == "\"" || mark == "'", text.last == mark else {
      return String(text)
    }
    return String(text.dropFirst().dropLast())
  }
}

/// A file of settings that cannot be used.
struct ConfigurationFileError: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "The configuration in \(path) is not valid: \(reason)." }
}
