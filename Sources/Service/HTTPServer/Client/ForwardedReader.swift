/// Reads the elements of a `Forwarded` field by its grammar (RFC 7239, 4).
struct ForwardedReader {
  /// What one proxy says about the request that it received.
  struct Element {
    /// The value of its `for`; nil if it has none.
    var sender: Substring?
    /// Whether it says nothing at all: lists may have empty elements.
    var isEmpty = true
  }

  private var rest: Substring.UTF8View

  init(_ line: String) { rest = Substring(line).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads one element and the comma behind it; nil if it breaks the grammar.
  mutating func element() -> Element? {
    var element = Element()
    var names: Set<String> = []
    skipBlanks()
    while let byte = rest.first, byte != UInt8(ascii: ",") {
      if byte != UInt8(ascii: ";") {
        guard let (name, value) = pair(), names.insert(name).inserted else { return nil }
        element.isEmpty = false
        if name == "for" { element.sender = value }
      }
      skipBlanks()
      guard let next = rest.first else { break }
      if next == UInt8(ascii: ";") {
        rest.removeFirst()
        skipBlanks()
      } else if next != UInt8(ascii: ",") {
        return nil
      }
    }
    if !rest.isEmpty { rest.removeFirst() }
    return element
  }

  private mutating func pair() -> (name: String, value: Substring)? {
    let name = token()
    guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
    let value = rest.first == UInt8(ascii: "\"") ? quoted() : .some(token())
    guard let value, !value.isEmpty else { return nil }
    return (name.lowercased(), value)
  }

  private mutating func token() -> Substring {
    let token = rest.prefix(while: Self.isTokenByte)
    rest = rest[token.endIndex...]
    return Substring(token)
  }

  private mutating func quoted() -> Substring? {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return Substring(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        bytes.append(escaped)
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte | 0x20 &- 0x61 < 26
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
