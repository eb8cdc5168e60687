/// Why a text is not JSON that is taken here, and where.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The line of the fault, from 1. Lines end with a line feed.
  public let line: Int
  /// The column of the fault in characters (Unicode scalars), from 1.
  public let column: Int
  /// The offset of the fault in bytes, from 0; the length of the text if it ends too soon.
  public let offset: Int
  /// What is wrong there.
  public let reason: Reason

  /// What can be wrong with a text.
  public enum Reason: Equatable, Sendable {
    /// There is nothing, or nothing but white space.
    case empty
    /// The text starts with a byte order mark.
    case byteOrderMark
    /// These bytes are not UTF-8.
    case invalidUTF8
    /// The text ends inside a value.
    case unexpectedEnd
    /// Something that cannot stand here: its first characters.
    case syntax(found: String)
    /// A control character that is not white space, or any inside a string.
    case controlCharacter(UInt8)
    /// A backslash with something after it that is no escape, or half of a surrogate pair.
    case invalidEscape
    /// An object has this key twice; the fault is at the second.
    case duplicateKey(String)
    /// A key that contains U+0000.
    case nulInKey
    /// Something follows the document.
    case trailingData
    /// A number that no double can hold.
    case numberOverflow
    /// More arrays and objects inside each other than allowed.
    case tooDeep(limit: Int)
    /// A string or key that is longer than allowed.
    case stringTooLong(limit: Int)
    /// The document would take more memory than allowed.
    case tooLarge(limit: Int)
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// What is wrong, in a sentence for the author of the text, without the place.
  ///
  /// - Complexity: O(1)
  public var message: String {
    switch reason {
    case .empty: "The text is empty; a JSON value is expected."
    case .byteOrderMark: "The text starts with a byte order mark, which JSON must not have."
    case .invalidUTF8: "The bytes are not valid UTF-8."
    case .unexpectedEnd: "The text ends before the value is complete."
    case .syntax(let found): "Unexpected \u{2018}\(found)\u{2019}."
    case .controlCharacter(let code):
      "The control character \(Self.scalarName(code)) must be escaped in a string and cannot stand elsewhere."
    case .invalidEscape: "The string contains an invalid escape sequence."
    case .duplicateKey(let key): "The object has the key \u{2018}\(key.prefix(64))\u{2019} twice."
    case .nulInKey: "A key must not contain U+0000."
    case .trailingData: "There is more after the end of the value."
    case .numberOverflow: "The number is too large for a 64-bit floating-point number."
    case .tooDeep(let limit): "Arrays and objects stand more than \(limit) levels deep."
    case .stringTooLong(let limit): "The string is longer than \(limit) bytes."
    case .tooLarge(let limit): "The value would take more than \(limit) bytes of memory."
    }
  }

  /// The message with its place, such as `line 2, column 7: Unexpected ‘]’.`
  ///
  /// - Complexity: O(1)
  public var description: String { "line \(line), column \(column): \(message)" }

  private static func scalarName(_ code: UInt8) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
