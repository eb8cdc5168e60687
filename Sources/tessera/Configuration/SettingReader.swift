/// Reads settings as what they are, or says what they take.
struct SettingReader {
  let settings: Settings

  func error(_ setting: Setting, _ takes: String) -> SettingError {
    SettingError(setting: setting, given: settings[setting], takes: takes)
  }

  func address(_ setting: Setting) throws(SettingError) -> ListenAddress {
    guard let address = ListenAddress(settings[setting]) else {
      throw error(setting, "host:port, such as 127.0.0.1:8080 or [::1]:0")
    }
    return address
  }

  func count(_ setting: Setting, _ range: ClosedRange<Int>) throws(SettingError) -> Int {
    guard let count = Int(settings[setting]), range.contains(count) else {
      throw error(setting, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  func bytes(_ setting: Setting, _ range: ClosedRange<Int>) throws(SettingError) -> Int {
    guard let bytes = Units.bytes(settings[setting]), range.contains(bytes) else {
      throw error(
        setting,
        "a size with its unit, such as 512B, 64KB or 16MB, from \(range.lowerBound)B to \(range.upperBound)B")
    }
    return bytes
  }

  func duration(_ setting: Setting) throws(SettingError) -> Duration {
    guard let duration = Units.duration(settings[setting]), duration >= .milliseconds(1) else {
      throw error(setting, "a duration with its unit, such as 250ms, 30s or 2m")
    }
    return duration
  }

  func seconds(_ setting: Setting) throws(SettingError) -> Double {
    let duration = try duration(setting)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  func wholeSeconds(_ setting: Setting) throws(SettingError) -> Int {
    let parts = try duration(setting).components
    guard parts.seconds >= 1, parts.attoseconds == 0 else {
      throw error(setting, "whole seconds, at least one, such as 30s or 2m")
    }
    return Int(parts.seconds)
  }

  func name<Name: RawRepresentable & CaseIterable>(_ setting: Setting) throws(SettingError) -> Name
  where Name.RawValue == String {
    guard let name = Name(rawValue: settings[setting]) else {
      throw error(setting, Name.allCases.map(\.rawValue).joined(separator: " or "))
    }
    return name
  }

  /// Entries between commas or line ends; none in an empty value.
  func list(_ setting: Setting) -> [String] { Self.entries(settings[setting]) }

  /// The keys, from their own setting or else from the file that is named for them.
  func keys() throws(SettingError) -> [String] {
    let keys = list(.keys)
    guard keys.isEmpty, !settings[.keysFile].isEmpty else { return keys }
    guard let bytes = File.read(settings[.keysFile]) else {
      throw error(.keysFile, "the path of a readable file")
    }
    let entries = Self.entries(String(decoding: bytes, as: UTF8.self))
    guard !entries.isEmpty else { throw error(.keysFile, "the path of a file with at least one key") }
    return entries
  }

  private static func entries(_ text: String) -> [String] {
    text.split { $0 == "," || $0.isNewline }
      .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
      .filter { !$0.isEmpty }
  }
}
