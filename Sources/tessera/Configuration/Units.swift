/// Reads the values of settings, units and all.
enum Units {
  /// A duration such as `30s`, `250ms`, `2m` or `1h`.
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

  /// A size in bytes such as `512B`, `64KB`, `16MB` or `1GB`; a unit is 1,024 of the one below.
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

  private static func split(_ text: String) -> (Int, Substring)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number <= 1 << 32 else { return nil }
    return (number, text[digits.endIndex...])
  }
}
