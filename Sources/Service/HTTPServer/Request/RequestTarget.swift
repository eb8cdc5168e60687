/// The target of a request line, with its path and query.
public struct RequestTarget: Sendable {
  /// The target as it stood on the request line.
  public let raw: String
  /// The path as sent, with its escapes; routers read this, so that `%2F` stays inside its segment.
  public let rawPath: Substring
  /// The query as sent, without its `?`; nil if there is none.
  public let rawQuery: Substring?
  /// The decoded path.
  public let path: String
  /// The query's decoded items, in order; an item without `=` has the value "".
  public let query: [QueryItem]

  /// Reads a target; nil when it is neither a path nor an absolute `http` address, or has invalid escapes.
  ///
  /// - Complexity: O(n) in the length of the target.
  public init?(_ raw: String) {
    self.raw = raw
    var rest = raw[...]
    if rest.utf8.first != UInt8(ascii: "/"), raw != "*" {
      guard let path = Self.withoutAuthority(rest) else { return nil }
      rest = path
    }
    let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    // An address without a path means "/".
    rawPath = mark == rest.startIndex ? "/" : rest[..<mark]
    guard let path = PercentDecoding.decode(rawPath) else { return nil }
    self.path = path
    guard mark != rest.endIndex else {
      rawQuery = nil
      query = []
      return
    }
    let text = rest[rest.utf8.index(after: mark)...]
    rawQuery = text
    var items: [QueryItem] = []
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      guard let item = QueryItem(Substring(part)) else { return nil }
      items.append(item)
    }
    query = items
  }

  /// Returns the path and the query of an absolute address, which proxies send and every server has to take (RFC 9112,
  /// 3.2.2); nil if it is none, or has no host.
  private static func withoutAuthority(_ address: Substring) -> Substring? {
    for scheme in ["http://", "https://"]
    where equalIgnoringCase(String(address.prefix(scheme.count)), scheme) {
      let rest = address.dropFirst(scheme.count)
      let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
      return end == rest.startIndex ? nil : rest[end...]
    }
    return nil
  }
}

extension RequestTarget {
  /// Returns a stand-in for a target that could not be read, for the head of the request that is refused.
  static func unreadable(_ raw: String) -> RequestTarget { RequestTarget(unreadable: raw) }

  private init(unreadable raw: String) {
    self.raw = raw
    rawPath = "/"
    rawQuery = nil
    path = "/"
    query = []
  }
}

/// One `name=value` of a query, decoded.
public struct QueryItem: Sendable, Hashable {
  /// The name in front of the equals sign.
  public let name: String
  /// The value behind the equals sign; empty if there is none.
  public let value: String

  /// Creates an item of a decoded name and value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  init?(_ text: Substring) {
    let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
    let value = equals == text.endIndex ? "" : text[text.utf8.index(after: equals)...]
    guard let name = PercentDecoding.decode(text[..<equals], plusIsSpace: true),
      let value = PercentDecoding.decode(value, plusIsSpace: true)
    else { return nil }
    self.init(name: name, value: value)
  }
}
