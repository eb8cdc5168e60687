/// The elements and parameters of header fields, which quoted strings may contain separators of (RFC 9110, 5.6).
public enum FieldList {
  /// Returns the elements of a comma-separated list, without the spaces around them and without empty ones.
  ///
  /// - Complexity: O(n) in the length of the list.
  public static func elements(of list: some StringProtocol) -> [Substring] {
    split(list, at: UInt8(ascii: ","), escapes: true).filter { !$0.isEmpty }
  }

  /// Returns the entity tags of a comma-separated list. A backslash in an entity tag escapes nothing.
  ///
  /// - Complexity: O(n) in the length of the list.
  public static func entityTags(of list: some StringProtocol) -> [Substring] {
    split(list, at: UInt8(ascii: ","), escapes: false).filter { !$0.isEmpty }
  }

  /// Returns the value of an element and the parameters after it, without the spaces around them.
  ///
  /// - Complexity: O(n) in the length of the element.
  public static func parameters(of element: some StringProtocol) -> [Substring] {
    split(element, at: UInt8(ascii: ";"), escapes: true)
  }

  /// Whether a text is a token: at least one character, and only those that names of fields, types and codings have.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Returns a quality value, `q=0.5`, as a number from 0 to 1; 0 for anything but a decimal number, so that a client
  /// whose preference cannot be read is not sent what it may have excluded.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func quality(_ text: some StringProtocol) -> Double {
    let isDecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    guard isDecimal, let value = Double(String(text)) else { return 0 }
    return min(1, value)
  }

  /// Returns the quality among the parameters of an element; 1 if it has none.
  ///
  /// - Complexity: O(n) in the length of the parameters.
  public static func quality(among parameters: some Sequence<Substring>) -> Double {
    for parameter in parameters where parameter.utf8.prefix(2).map(lowercased) == Array("q=".utf8) {
      return quality(parameter.dropFirst(2))
    }
    return 1
  }

  private static func split(
    _ text: some StringProtocol, at separator: UInt8, escapes: Bool
  ) -> [Substring] {
    let text = Substring(text)
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    var index = start
    while index < text.endIndex {
      let byte = text.utf8[index]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if isQuoted, escapes, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == separator, !isQuoted {
        parts.append(bare(text[start..<index]))
        start = text.utf8.index(after: index)
      }
      index = text.utf8.index(after: index)
    }
    parts.append(bare(text[start...]))
    return parts
  }

  /// The text without the spaces and tabs around it.
  private static func bare(_ text: Substring) -> Substring {
    var text = text
    while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
    while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
    return text
  }
}
