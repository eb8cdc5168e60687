/// Durations and sizes as settings write them, with units.
enum Units {
  /// Returns a duration such as `30s`, `250ms`, `2m` or `1h`.
  static func duration(_ text: String) -> Duration? {
    guard let (number, unit) = split(text) else { return nil }
    switch unit {
    case "ms": return .milliseconds(Int64(number))
    case "s": return .seconds(Int64(number))
    case "m": return .seconds(Int64(number) * 60)
    case "h": return .seconds(Int64(number) * 3600)
    default: return nil
    }
  }

  /// Returns a size in bytes such as `512B`, `64KB`, `16MB` or `1GB`; each unit is 1,024 of the one before.
  static func bytes(_ text: String) -> Int? {
    guard let (number, unit) = split(text) else { return nil }
    switch unit {
    case "B": return number
    case "KB": return number << 10
    case "MB": return number << 20
    case "GB": return number << 30
    default: return nil
    }
  }

  /// Returns the text of a duration of whole milliseconds, in the largest unit of which it has several: `60s`, `10m`.
  static func text(_ duration: Duration) -> String {
    let milliseconds = Int(duration / .milliseconds(1))
    let units = [("h", 3_600_000), ("m", 60_000), ("s", 1000)]
    for (unit, length) in units where milliseconds.isMultiple(of: length) {
      if milliseconds > length || unit == "s" { return "\(milliseconds / length)\(unit)" }
    }
    return "\(milliseconds)ms"
  }

  /// Returns the text of a size, in the largest unit that divides it: `1500B`, `64KB`.
  static func text(bytes: Int) -> String {
    let units = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)]
    for (unit, size) in units where bytes >= size && bytes.isMultiple(of: size) {
      return "\(bytes / size)\(unit)"
    }
    return "\(bytes)B"
  }

  private static func split(_ text: String) -> (Int, Substring)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number <= 1 << 32 else { return nil }
    return (number, text[digits.endIndex...])
  }
}
