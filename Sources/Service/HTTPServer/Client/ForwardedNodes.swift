/// A sender of a request, as a proxy names it.
enum ForwardedNode: Hashable, Sendable {
  case address(IPAddress)
  /// A name that stands for an address which the proxy does not reveal (RFC 7239, 6.3).
  case obfuscated(String)
  /// The proxy does not know the sender, or does not name it.
  case unknown
}

/// Reads the senders that `Forwarded` (RFC 7239) and `X-Forwarded-For` list, the client first.
enum ForwardedNodes {
  /// The longest name that stands for an address, in bytes.
  private static let longestName = 64

  /// Returns the senders that the lines of `Forwarded` name; nil if one line breaks the grammar.
  ///
  /// - Complexity: O(n) in the length of the lines.
  static func ofForwarded(_ lines: [String]) -> [ForwardedNode]? {
    var nodes: [ForwardedNode] = []
    for line in lines {
      var reader = ForwardedReader(line)
      while !reader.isAtEnd {
        guard let element = reader.element() else { return nil }
        if let sender = element.sender {
          guard let node = node(sender, isBracketed: true) else { return nil }
          nodes.append(node)
        } else if !element.isEmpty {
          nodes.append(.unknown)
        }
      }
    }
    return nodes
  }

  /// Returns the senders that the lines of `X-Forwarded-For` list; nil if one of them is no address.
  ///
  /// - Complexity: O(n) in the length of the lines.
  static func ofAddressList(_ lines: [String]) -> [ForwardedNode]? {
    var nodes: [ForwardedNode] = []
    for entry in lines.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      let text = entry.drop { $0 == " " || $0 == "\t" }
      let end = text.lastIndex { $0 != " " && $0 != "\t" }
      guard let end, let node = node(text[...end], isBracketed: false) else { return nil }
      nodes.append(node)
    }
    return nodes
  }

  /// Reads a sender with or without its port.
  ///
  /// - Parameter isBracketed: whether an IPv6 address has to stand in brackets.
  private static func node(_ text: Substring, isBracketed: Bool) -> ForwardedNode? {
    if !isBracketed, let address = IPAddress(text) { return .address(address) }
    let name: Substring
    let rest: Substring
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      guard name.contains(":") else { return nil }
    } else {
      name = text.prefix { $0 != ":" }
      rest = text[name.endIndex...]
    }
    guard rest.isEmpty || rest.first == ":" && isPort(rest.dropFirst()) else { return nil }
    if text.first == "[" { return IPAddress(name).map { .address($0) } }
    if name.lowercased() == "unknown" { return .unknown }
    if isObfuscated(name) { return .obfuscated(String(name)) }
    return IPAddress(name).map { .address($0) }
  }

  private static func isPort(_ text: Substring) -> Bool {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } || isObfuscated(text)
  }

  private static func isObfuscated(_ text: Substring) -> Bool {
    text.first == "_" && (2...longestName).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        ForwardedReader.isAlphanumeric(byte) || ".-_".utf8.contains(byte)
      }
  }
}
