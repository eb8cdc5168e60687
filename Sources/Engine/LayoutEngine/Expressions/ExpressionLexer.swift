import Diagnostics

/// Splits an expression into tokens.
struct ExpressionLexer {
  enum Token: Hashable {
    case number(Double)
    case name(String)
    case symbol(Symbol)
    /// A character that cannot occur in an expression.
    case unknown(Unicode.Scalar)
    case end
  }

  enum Symbol: String, CaseIterable {
    // Longer ones first: "<" begins "<=".
    case isAtMost = "<="
    case isAtLeast = ">="
    case isEqual = "=="
    case isUnequal = "!="
    case and = "&&"
    case or = "||"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case remainder = "%"
    case isLess = "<"
    case isGreater = ">"
    case not = "!"
    case open = "("
    case close = ")"
    case comma = ","
  }

  /// Typographic symbols and their equivalents.
  private static let synonyms: [Unicode.Scalar: Symbol] = [
    "×": .times, "÷": .over, "−": .minus, "≤": .isAtMost, "≥": .isAtLeast, "≠": .isUnequal,
  ]

  private let text: ContiguousArray<Unicode.Scalar>
  private var place = 0
  /// The offset of the last token.
  private(set) var offset = 0

  init(_ text: ContiguousArray<Unicode.Scalar>) {
    self.text = text
  }

  /// Returns the next token; `end` once there are no more.
  mutating func next() throws(ExpressionSyntaxError) -> Token {
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

  /// Digits, a fraction, an exponent.
  private mutating func number() throws(ExpressionSyntaxError) -> Token {
    let start = place
    skipDigits()
    if peek() == ".", peek(1)?.isDigit ?? false {
      place += 1
      skipDigits()
    }
    if peek() == "e" || peek() == "E" {
      let sign = peek(1) == "+" || peek(1) == "-" ? 1 : 0
      if peek(1 + sign)?.isDigit ?? false {
        place += 1 + sign
        skipDigits()
      }
    }
    guard let number = Double(String(String.UnicodeScalarView(text[start..<place]))), number.isFinite else {
      throw ExpressionSyntaxError(reason: .numberTooLarge, offset: start)
    }
    return .number(number)
  }

  private mutating func skipDigits() {
    while peek()?.isDigit ?? false { place += 1 }
  }

  /// Letters, digits and underscores, in parts with dots between them.
  private mutating func name() -> String {
    let start = place
    while let scalar = peek(), scalar.isNameStart || scalar.isDigit || scalar == "." { place += 1 }
    return String(String.UnicodeScalarView(text[start..<place]))
  }

  private mutating func symbol() -> Symbol? {
    if let symbol = peek().flatMap({ Self.synonyms[$0] }) {
      place += 1
      return symbol
    }
    for symbol in Symbol.allCases {
      let scalars = symbol.rawValue.unicodeScalars
      guard text[place...].starts(with: scalars) else { continue }
      place += scalars.count
      return symbol
    }
    return nil
  }
}

extension ExpressionLexer.Token {
  /// The token as an error message names it.
  var description: String {
    switch self {
    case .number(let number):
      number < Double.largestExactInteger && number == number.rounded()
        ? "the number \(Int64(number))" : "the number \(number)"
    case .name(let name): "\"\(name.shortened())\""
    case .symbol(let symbol): "\"\(symbol.rawValue)\""
    case .unknown(let scalar): scalar.isSpace ? "a strange space" : "\"\(scalar)\""
    case .end: "the end"
    }
  }
}

extension Unicode.Scalar {
  /// Whether Unicode has it as white space (`White_Space`). A list, because the standard library's table has the other
  /// properties of all characters too, and a page would have to load them.
  fileprivate var isSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  fileprivate var isDigit: Bool { self >= "0" && self <= "9" }

  fileprivate var isNameStart: Bool {
    self >= "a" && self <= "z" || self >= "A" && self <= "Z" || self == "_"
  }
}
