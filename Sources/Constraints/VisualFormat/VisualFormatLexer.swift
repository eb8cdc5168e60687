import Diagnostics
import Geometry

/// Cuts a visual format into tokens, one at a time.
struct VisualFormatLexer {
  enum Token: Hashable {
    case number(Double)
    case name(String)
    case symbol(Symbol)
    /// A character that no format has.
    case unknown(Unicode.Scalar)
    case end
  }

  enum Symbol: String, CaseIterable {
    case isEqual = "=="
    case isAtMost = "<="
    case isAtLeast = ">="
    case superview = "|"
    case dash = "-"
    case openView = "["
    case closeView = "]"
    case open = "("
    case close = ")"
    case comma = ","
    case at = "@"
    case colon = ":"
  }

  private let text: ContiguousArray<Unicode.Scalar>
  private var place = 0
  /// Where the token answered last begins.
  private(set) var offset = 0

  init(_ text: String) {
    self.text = ContiguousArray(text.unicodeScalars)
  }

  /// The next token; `end` again and again once there are no more.
  mutating func next() throws(VisualFormatError) -> Token {
    while let scalar = peek(), [" ", "\t", "\n", "\r"].contains(scalar) { place += 1 }
    offset = place
    guard let scalar = peek() else { return .end }
    if scalar.isDigit || scalar == "." && (peek(1)?.isDigit ?? false) { return try number() }
    if scalar.isNameStart { return .name(name()) }
    if let symbol = symbol() { return .symbol(symbol) }
    place += 1
    return .unknown(scalar)
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    place + distance < text.count ? text[place + distance] : nil
  }

  /// A number as `strtod` reads it in the C locale, without its sign: decimal or hexadecimal.
  private mutating func number() throws(VisualFormatError) -> Token {
    let start = place
    if peek() == "0", peek(1) == "x" || peek(1) == "X", peek(2)?.isHexadecimal ?? false {
      place += 2
      skip(\.isHexadecimal)
      skipFraction(\.isHexadecimal)
      skipExponent("p", "P")
    } else {
      skip(\.isDigit)
      skipFraction(\.isDigit)
      skipExponent("e", "E")
    }
    let digits = String(String.UnicodeScalarView(text[start..<place]))
    guard let number = Double(digits.hasSuffix(".") ? String(digits.dropLast()) : digits), number.isFinite
    else { throw VisualFormatError(reason: .numberTooLarge, offset: start) }
    return .number(number)
  }

  private mutating func skip(_ isPart: (Unicode.Scalar) -> Bool) {
    while let scalar = peek(), isPart(scalar) { place += 1 }
  }

  private mutating func skipFraction(_ isDigit: (Unicode.Scalar) -> Bool) {
    guard peek() == "." else { return }
    place += 1
    skip(isDigit)
  }

  private mutating func skipExponent(_ small: Unicode.Scalar, _ large: Unicode.Scalar) {
    guard peek() == small || peek() == large else { return }
    let sign = peek(1) == "+" || peek(1) == "-" ? 1 : 0
    guard peek(1 + sign)?.isDigit ?? false else { return }
    place += 1 + sign
    skip(\.isDigit)
  }

  /// A C identifier.
  private mutating func name() -> String {
    let start = place
    while let scalar = peek(), scalar.isNameStart || scalar.isNamePart { place += 1 }
    return String(String.UnicodeScalarView(text[start..<place]))
  }

  private mutating func symbol() -> Symbol? {
    for symbol in Symbol.allCases {
      let scalars = symbol.rawValue.unicodeScalars
      guard text[place...].starts(with: scalars) else { continue }
      place += scalars.count
      return symbol
    }
    return nil
  }
}

extension VisualFormatLexer.Token {
  /// The token as an error names it.
  var words: String {
    switch self {
    case .number(let number):
      number < Double.largestExactInteger && number == Double(Int(number))
        ? "the number \(Int(number))" : "the number \(number)"
    case .name(let name): "\"\(name.shortened())\""
    case .symbol(let symbol): "\"\(symbol.rawValue)\""
    case .unknown(let scalar): scalar.properties.isWhitespace ? "a strange space" : "\"\(scalar)\""
    case .end: "the end"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { self >= "0" && self <= "9" }

  fileprivate var isHexadecimal: Bool { isDigit || self >= "a" && self <= "f" || self >= "A" && self <= "F" }

  /// As C has it: a letter of any script, or an underscore.
  fileprivate var isNameStart: Bool { self == "_" || properties.isXIDStart }

  fileprivate var isNamePart: Bool { properties.isXIDContinue }
}
