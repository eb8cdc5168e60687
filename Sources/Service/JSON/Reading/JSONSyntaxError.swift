/// Why a text was rejected, and where.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The line of the error, from 1. Lines end with a line feed.
  public let line: Int
  /// The column of the error in characters (Unicode scalars), from 1.
  public let column: Int
  /// The offset of the error in bytes, from 0; the length of the text if it ends too soon.
  public let offset: Int
  /// The reason.
  public let reason: Reason

  /// The reasons for which a text is rejected.
  public enum Reason: Equatable, Sendable {
    /// The text is empty, or nothing but white space.
    case empty
    /// The text starts with a byte order mark.
    case byteOrderMark
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The text ends inside a value.
    case unexpectedEnd
    /// A token that is not allowed here: its first characters.
    case syntax(found: String)
    /// A control character that is not white space, or any inside a string.
    case controlCharacter(UInt8)
    /// A backslash that does not begin an escape, or half of a surrogate pair.
    case invalidEscape
    /// An object has this key twice; the position is that of the second.
    case duplicateKey(String)
    /// A key contains U+0000.
    case nulInKey
    /// More text follows the document.
    case trailingData
    /// A number is too large for a double.
    case numberOverflow
    /// Arrays and objects are nested more deeply than allowed.
    case tooDeep(limit: Int)
    /// A string or key is longer than allowed.
    case stringTooLong(limit: Int)
    /// The document would take more memory than allowed.
    case tooLarge(limit: Int)
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The reason, in a sentence for the author of the text, without its position.
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
    case .duplicateKey(let key):
      "The object has the key \u{2018}\(String(key.unicodeScalars.prefix(64)))\u{2019} twice."
    case .nulInKey: "A key must not contain U+0000."
    case .trailingData: "There is more after the end of the value."
    case .numberOverflow: "The number is too large for a 64-bit floating-point number."
    case .tooDeep(let limit): "Arrays and objects are nested more than \(limit) levels deep."
    case .stringTooLong(let limit): "The string is longer than \(limit) bytes."
    case .tooLarge(let limit): "The value would take more than \(limit) bytes of memory."
    }
  }

  /// The message with its position, such as `line 2, column 7: Unexpected ‘]’.`
  ///
  /// - Complexity: O(1)
  public var description: String { "line \(line), column \(column): \(message)" }

  private static func scalarName(_ code: UInt8) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

/// An error at a byte offset, before its line and column are counted.
struct RawSyntaxError: Error {
  var offset: Int
  var reason: JSONSyntaxError.Reason
}

extension JSONSyntaxError {
  /// Counts the line and column of an error in `text`.
  ///
  /// jansson's own column is of no use: it points behind the token that it rejected.
  ///
  /// - Complexity: O(n), where n is the error's offset.
  init(_ error: RawSyntaxError, in text: UnsafeRawBufferPointer) {
    let offset = min(error.offset, text.count)
    var line = 1
    var column = 1
    for byte in text[..<offset] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(line: line, column: column, offset: offset, reason: error.reason)
  }
}
