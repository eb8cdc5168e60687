import API

/// How the values of a setting are written: parses what an operator writes, and writes what a configuration has.
struct ValueFormat<Value>: Sendable {
  /// What the setting takes, as an error message says it.
  let takes: String
  /// Returns the value of a text, or nil if the setting does not take it.
  let parse: @Sendable (String) -> Value?
  /// Returns the text of a value, which `parse` turns back into it.
  let text: @Sendable (Value) -> String
}

extension ValueFormat<Int> {
  static func count(_ range: ClosedRange<Int>) -> Self {
    Self(
      takes: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
      text: { "\($0)" })
  }

  static func bytes(_ range: ClosedRange<Int>) -> Self {
    Self(
      takes:
        "a size with its unit, such as 512B, 64KB or 16MB, from \(range.lowerBound)B to \(range.upperBound)B",
      parse: { text in Units.bytes(text).flatMap { range.contains($0) ? $0 : nil } },
      text: { Units.text(bytes: $0) })
  }

  static var wholeSeconds: Self {
    Self(
      takes: "whole seconds, at least one, such as 30s or 2m",
      parse: { text in
        guard let parts = Units.duration(text)?.components, parts.seconds >= 1, parts.attoseconds == 0 else {
          return nil
        }
        return Int(parts.seconds)
      },
      text: { Units.text(.seconds($0)) })
  }
}

extension ValueFormat<UInt32> {
  /// The permissions of a file.
  static var fileMode: Self {
    Self(
      takes: "an octal mode of three or four digits, such as 0660",
      parse: { text in
        guard (3...4).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x37 ~= $0 }) else {
          return nil
        }
        return UInt32(text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil }
      },
      text: { mode in
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      })
  }
}

extension ValueFormat<Duration> {
  static var durationOrZero: Self {
    Self(
      takes: "a duration with its unit, such as 250ms or 2s, or 0s",
      parse: { Units.duration($0) }, text: { $0 == .zero ? "0s" : Units.text($0) })
  }

  static var duration: Self {
    Self(
      takes: "a duration with its unit, such as 250ms, 30s or 2m",
      parse: { text in Units.duration(text).flatMap { $0 >= .milliseconds(1) ? $0 : nil } },
      text: { Units.text($0) })
  }
}

extension ValueFormat<Double> {
  /// Seconds, written as a duration.
  static var seconds: Self {
    let duration = ValueFormat<Duration>.duration
    return Self(
      takes: duration.takes,
      parse: { text in duration.parse(text).map { $0 / .seconds(1) } },
      text: { duration.text(.seconds($0)) })
  }
}

extension ValueFormat<Double> {
  /// A part of a whole.
  static var ratio: Self {
    Self(
      takes: "a number from 0 to 1, such as 0.05",
      parse: { text in
        guard text.wholeMatch(of: /[0-9]*\.?[0-9]+/) != nil else { return nil }
        return Double(text).flatMap { (0...1).contains($0) ? $0 : nil }
      },
      text: { plain($0) })
  }

  /// Returns a number from 0 to 1 without an exponent.
  private static func plain(_ ratio: Double) -> String {
    let text = ratio == ratio.rounded() ? "\(Int(ratio))" : "\(ratio)"
    let parts = text.split(separator: "e-")
    guard parts.count == 2, let place = Int(parts[1]) else { return text }
    return "0." + String(repeating: "0", count: place - 1) + parts[0].filter { $0 != "." }
  }
}

extension ValueFormat<String> {
  static var path: Self { Self(takes: "a path", parse: { $0 }, text: { $0 }) }

  /// A name that is not empty.
  static var label: Self {
    Self(
      takes: "1 to 255 characters without line ends",
      parse: { (1...255).contains($0.count) && !$0.contains(where: \.isNewline) ? $0 : nil }, text: { $0 })
  }

  /// An address of HTTP without a query, or nothing.
  static var httpAddress: Self {
    Self(
      takes:
        "an address such as http://localhost:4318 or https://collector.example/otlp, without user and query",
      parse: { text in
        let form = /https?:\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?(?:\/[^\s?#@\\]*)?/
        if text.isEmpty { return text }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let match = text.wholeMatch(of: form),
          match.1.map({ UInt16($0).map { $0 > 0 } ?? false }) ?? true
        else { return nil }
        return text
      },
      text: { $0 })
  }
}

extension ValueFormat<HeaderList> {
  /// Fields of a request.
  static var headers: Self {
    Self(
      takes: "NAME=VALUE, separated by commas, the values percent-encoded",
      parse: { HeaderList($0) }, text: { $0.text })
  }
}

extension ValueFormat<[String]> {
  /// Entries separated by commas or line ends.
  ///
  /// - Parameter entriesIfEmpty: what a text without entries stands for.
  static func list(entriesIfEmpty: [String] = []) -> Self {
    Self(
      takes: "a list separated by commas",
      parse: { text in
        let entries = text.split { $0 == "," || $0.isNewline }
          .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
          .filter { !$0.isEmpty }
        return entries.isEmpty ? entriesIfEmpty : entries
      },
      text: { $0 == entriesIfEmpty ? "" : $0.joined(separator: ",") })
  }
}

extension ValueFormat<[String]> {
  /// Origins as browsers write them in `Origin`, or `*`.
  static var origins: Self {
    let list = list()
    return Self(
      takes: "origins such as https://app.example or http://localhost:3000, separated by commas, or *",
      parse: { text in
        list.parse(text).flatMap { origins in
          origins.allSatisfy { $0 == "*" || $0.wholeMatch(of: /[a-z][a-z0-9+.-]*:\/\/[^\/?#@\sA-Z]+/) != nil }
            ? origins : nil
        }
      }, text: list.text)
  }

  /// Keys with their tenants; none in a text without characters alone.
  static var keys: Self {
    let list = list()
    return Self(
      takes: KeyEntry.form,
      parse: { text in
        guard let keys = list.parse(text), KeyEntry.list(keys) != nil else { return nil }
        return keys.isEmpty && !text.isEmpty ? nil : keys
      },
      text: list.text)
  }

  /// No secret, one, or two.
  static var secrets: Self {
    let list = list()
    return Self(
      takes: "one or two secrets of at least 32 bytes, separated by a comma",
      parse: { text in
        list.parse(text).flatMap { $0.count <= 2 && $0.allSatisfy { $0.utf8.count >= 32 } ? $0 : nil }
      },
      text: list.text)
  }
}

extension ValueFormat where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of a few names.
  static var name: Self {
    let names = Value.allCases.map(\.rawValue)
    return Self(
      takes: [names.dropLast().joined(separator: ", "), names.last ?? ""].joined(separator: " or "),
      parse: { Value(rawValue: $0) },
      text: { $0.rawValue })
  }
}
