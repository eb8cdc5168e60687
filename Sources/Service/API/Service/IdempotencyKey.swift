import Diagnostics
import Wire

/// The name that a client gives a request, in `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07).
///
/// By the draft it is a string of a structured field (RFC 9651, 3.3.3), in quotation marks. The same characters without
/// them are the same key.
struct IdempotencyKey: Hashable, Sendable {
  /// The largest length, in characters.
  static let lengthLimit = 255

  let text: String

  /// Reads the fields of a request.
  ///
  /// - Throws: `badRequest` for several fields, and for one that is no key.
  init(_ fields: [String]) throws(Problem) {
    guard fields.count == 1, let field = fields.first else { throw Self.malformed("it is given twice") }
    let key: [UInt8]? =
      field.hasPrefix("\"") ? Self.unquoted(field) : field.utf8.contains(0x20) ? nil : Array(field.utf8)
    guard let key, key.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw Self.malformed("it is \(field.shortened(to: 60))")
    }
    guard (1...Self.lengthLimit).contains(key.count) else {
      throw Self.malformed("it has \(quantity(key.count, "character"))")
    }
    text = String(decoding: key, as: UTF8.self)
  }

  /// Returns the characters of a quoted string; nil if it is none. Parameters behind it are ignored, as by the RFC.
  private static func unquoted(_ field: String) -> [UInt8]? {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    var key: [UInt8] = []
    var rest = Array(field.utf8)[1...]
    while let byte = rest.popFirst() {
      switch byte {
      case quote: return rest.isEmpty || rest.first == UInt8(ascii: ";") ? key : nil
      case backslash:
        guard let escaped = rest.popFirst(), escaped == quote || escaped == backslash else { return nil }
        key.append(escaped)
      default: key.append(byte)
      }
    }
    return nil
  }

  private static func malformed(_ fault: String) -> Problem {
    Problem(
      .badRequest,
      "Idempotency-Key takes 1 to \(lengthLimit) printable ASCII characters, in quotation marks if there are spaces; "
        + "\(fault).",
      headers: [reference])
  }

  /// The header field that names the description of the field, for errors.
  static let reference = (
    name: "Link",
    value:
      "</openapi.yaml#/components/parameters/IdempotencyKey>; rel=\"describedby\"; type=\"application/yaml\""
  )
}
