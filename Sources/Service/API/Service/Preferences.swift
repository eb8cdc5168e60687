import HTTPServer

/// The preferences of a client for the response to its request (RFC 7240). Preferences that the service does not know, or
/// cannot read, change nothing.
struct Preferences: Sendable {
  private let elements: [Substring]

  init(_ headers: Headers) {
    elements = headers.values("Prefer").flatMap { FieldList.elements(of: $0) }
  }

  /// The value of a preference; empty if it has none, nil if the client does not state it. Of several values, the first
  /// counts.
  ///
  /// - Parameter name: the name in lower case.
  subscript(name: String) -> String? {
    for element in elements {
      let pair = FieldList.parameters(of: element)[0].split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard let given = pair.first, given.lowercased() == name else { continue }
      let value = pair.count > 1 ? pair[1] : ""
      let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
      return String(isQuoted ? value.dropFirst().dropLast() : value)
    }
    return nil
  }
}
