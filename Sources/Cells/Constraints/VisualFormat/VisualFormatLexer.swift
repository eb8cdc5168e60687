import Diagnostics

/// Splits a visual format into tokens, one at a time.
struct VisualFormatLexer {
  enum Token: Hashable {
    case number(Double)
    case name(String)
    case symbol(Symbol)
    /// A character that is not part of the language.
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
  private var position = 0
  /// The position of the latest token.
  private(set) var offset = 0

  init(_ text: String) {
    self.text = ContiguousArray(text.unicodeScalars)
  }

  /// Returns the next token; `end` on every call after the last one.
  mutating func next() throws(VisualFormatError) -> Token {
    while let scalar = peek(), [" ", "\t", "\n", "\r"].contains(scalar) { position += 1 }
    offset = position
    guard let scalar = peek() else { return .end }
    if scalar.isDigit || scalar == "." && (peek(1)?.isDigit ?? false) { return try number() }
    if scalar.isNameStart { return .name(name()) }
    if let symbol = symbol() { return .symbol(symbol) }
    position += 1
    return .unknown(scalar)
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < text.count ? text[position + distance] : nil
  }

  /// Reads a number as `strtod` does in the C locale, without a sign: decimal or hexadecimal.
  private mutating func number() throws(VisualFormatError) -> Token {
    let start = position
    if peek() == "0", peek(1) == "x" || peek(1) == "X", peek(2)?.isHexadecimal ?? false {
      position += 2
      skip { $0.isHexadecimal }
      skipFraction { $0.isHexadecimal }
      skipExponent("p", "P")
    } else {
      skip { $0.isDigit }
      skipFraction { $0.isDigit }
      skipExponent("e", "E")
    }
    let digits = String(String.UnicodeScalarView(text[start..<position]))
    guard let number = Double(digits.hasSuffix(".") ? String(digits.dropLast()) : digits), number.isFinite
    else { throw VisualFormatError(reason: .numberTooLarge, offset: start) }
    return .number(number)
  }

  private mutating func skip(_ isPart: (Unicode.Scalar) -> Bool) {
    while let scalar = peek(), isPart(scalar) { position += 1 }
  }

  private mutating func skipFraction(_ isDigit: (Unicode.Scalar) -> Bool) {
    guard peek() == "." else { return }
    position += 1
    skip(isDigit)
  }

  private mutating func skipExponent(_ small: Unicode.Scalar, _ large: Unicode.Scalar) {
    guard peek() == small || peek() == large else { return }
    let sign = peek(1) == "+" || peek(1) == "-" ? 1 : 0
    guard peek(1 + sign)?.isDigit ?? false else { return }
    position += 1 + sign
    skip { $0.isDigit }
  }

  /// Reads a C identifier.
  private mutating func name() -> String {
    let start = position
    while let scalar = peek(), scalar.isNameStart || scalar.isNamePart { position += 1 }
    return String(String.UnicodeScalarView(text[start..<position]))
  }

  private mutating func symbol() -> Symbol? {
    for symbol in Symbol.allCases {
      let scalars = symbol.rawValue.unicodeScalars
      guard text[position...].starts(with: scalars) else { continue }
      position += scalars.count
      return symbol
    }
    return nil
  }
}

extension VisualFormatLexer.Token {
  /// The token's description in error messages.
  var displayName: String {
    switch self {
    case .number(let number):
      // Larger numbers would not fit an `Int` of 32 bits.
      number < 0x1p31 && number == Double(Int(number)) ? "the number \(Int(number))" : "the number \(number)"
    case .name(let name): "\"\(name.shortened())\""
    case .symbol(let symbol): "\"\(symbol.rawValue)\""
    case .unknown(let scalar): scalar.properties.isWhitespace ? "unsupported white space" : "\"\(scalar)\""
    case .end: "the end"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { self >= "0" && self <= "9" }

  fileprivate var isHexadecimal: Bool { isDigit || self >= "a" && self <= "f" || self >= "A" && self <= "F" }

  /// As in C: a letter of any script, or an underscore.
  fileprivate var isNameStart: Bool { self == "_" || properties.isXIDStart }

  fileprivate var isNamePart: Bool { properties.isXIDContinue }
}
