import Constraints
import Flexbox
import JSON
import Wire

/// Decodes lengths of flex containers and of their items.
extension DecodingContext {
  private enum SumField: String, FieldNames { case percent, points }

  /// Reads a width: a length, or a keyword.
  func takeWidth(_ value: JSONValue, into style: inout FlexStyle) {
    style.widthKeyword = value.string.flatMap { FlexWidthKeyword(rawValue: $0) }
    guard style.widthKeyword == nil else { return }
    let keywords = FlexWidthKeyword.allCases.map { $0.rawValue }
    set(&style.width, flexLength(value, allowsAuto: true, also: keywords))
  }

  /// Reads a height: a length, or a keyword.
  func takeHeight(_ value: JSONValue, into style: inout FlexStyle) {
    style.heightKeyword = value.string.flatMap { FlexHeightKeyword(rawValue: $0) }
    guard style.heightKeyword == nil else { return }
    let keywords = FlexHeightKeyword.allCases.map { $0.rawValue }
    set(&style.height, flexLength(value, allowsAuto: true, also: keywords))
  }

  /// Reads a length that is never negative or `auto`: a gap or a padding.
  ///
  /// - Parameter parts: the members that have the parts of a shorthand of CSS.
  func space(_ value: JSONValue, parts: [String] = []) -> FlexLength? {
    flexLength(value, allowsAuto: false, parts: parts)
  }

  /// Reads the size of an item before it grows or shrinks: a length, or `content`.
  func basis(_ value: JSONValue) -> FlexBasis? {
    if value.string == "content" { return .content }
    return flexLength(value, allowsAuto: true, also: ["content"]).map { .length($0) }
  }

  /// Reads a length of CSS: points as a number, a percentage such as `"50%"`, the sum of both as an object, or `"auto"`.
  ///
  /// - Parameters:
  ///   - noLimit: another name for no length.
  ///   - also: names that the caller reads itself, for the message.
  ///   - parts: the members that have the parts of a shorthand of CSS, such as `"8px 12px"`, for the message.
  func flexLength(
    _ value: JSONValue, isSigned: Bool = false, allowsAuto: Bool, noLimit: String? = nil, also: [String] = [],
    parts: [String] = []
  ) -> FlexLength? {
    let limit = TemplateLimits.length
    if let number = value.number, abs(number) <= limit, isSigned || number >= 0 {
      return .points(scaled(number))
    }
    if let text = value.string {
      if allowsAuto, text == "auto" || text == noLimit { return .auto }
      if text.utf8.count <= 24, text.hasSuffix("%"), let percent = Double(text.dropLast()),
        abs(percent) <= Self.factorLimit, isSigned || percent >= 0
      {
        return .percent(percent)
      }
    }
    if value.kind == .object { return sum(value) }
    let names = (allowsAuto ? ["auto"] : []) + [noLimit].compactMap { $0 } + also
    let expected =
      "a number of points from \(isSigned ? Int(-limit) : 0) to \(Int(limit)), a percentage such as \"50%\""
      + names.map { ", or \"\($0)\"" }.joined() + ", or an object with \"percent\" and \"points\""
    guard !parts.isEmpty, value.string?.utf8.contains(UInt8(ascii: " ")) == true else {
      return mismatch(value, expected, as: .number)
    }
    let members = parts.map { "\"\($0)\"" }.joined(separator: ", ")
    return mismatch(value, expected, hint: "; the parts of a shorthand have members of their own: \(members)")
  }

  /// Reads the sum of a percentage and points: `calc()` of CSS. Each of them may be negative, also where the sum may not.
  private func sum(_ value: JSONValue) -> FlexLength? {
    var percent: Double?
    var points: Double?
    object(value, SumField.self, "an object with \"percent\" and \"points\"") { field, value in
      switch field {
      case .percent: percent = number(value, in: -Self.factorLimit...Self.factorLimit)
      case .points: points = self.points(value, in: -TemplateLimits.length...TemplateLimits.length)
      }
    }
    require("percent", of: value)
    require("points", of: value)
    guard let percent, let points else { return nil }
    return .sum(percent: percent, points: points)
  }
}
