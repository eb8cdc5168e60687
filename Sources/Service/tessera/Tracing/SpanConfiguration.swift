/// Where spans are sent, and which.
struct SpanConfiguration: Sendable {
  /// The address of a collector, to whose path `/v1/traces` is added; empty if there is none.
  var endpoint = ""
  /// The address that takes spans, as it is; empty if there is none. It takes precedence over `endpoint`.
  var tracesEndpoint = ""
  /// The fields that requests to the collector have, such as one with a key.
  var headers = HeaderList()
  /// The name of the service in its spans.
  var serviceName = "tessera"
  /// The part of the traces that begin here whose spans are recorded, from 0 to 1.
  var ratio = 1.0

  /// The address to which spans are sent; nil if none are.
  var url: String? {
    if !tracesEndpoint.isEmpty { return tracesEndpoint }
    guard !endpoint.isEmpty else { return nil }
    return endpoint + (endpoint.hasSuffix("/") ? "v1/traces" : "/v1/traces")
  }
}

/// Fields of a request as an environment variable has them: `name=value`, separated by commas; the values percent-encoded.
struct HeaderList: Sendable, Equatable {
  private(set) var fields: [(name: String, value: String)] = []
  /// The text that the list was parsed from.
  private(set) var text = ""

  /// Creates a list without fields.
  init() {}

  /// Parses a list; nil if a name is no token, or if a value has an escape that is none, or characters that no field has.
  ///
  /// - Complexity: O(n) for n bytes.
  init?(_ text: String) {
    self.text = text
    for entry in text.split(separator: ",") where entry.contains(where: { $0 != " " }) {
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = Self.decoded(parts[1].trimmed) else { return nil }
      let name = parts[0].trimmed
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte), value.utf8.allSatisfy(Self.isFieldByte)
      else { return nil }
      fields.append((String(name), value))
    }
  }

  static func == (one: HeaderList, other: HeaderList) -> Bool { one.text == other.text }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func isFieldByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }
}

extension Substring {
  /// The text without spaces at its ends.
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
  }
}
