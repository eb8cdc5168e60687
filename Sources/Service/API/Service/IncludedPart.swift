import Wire

/// Parts of responses that clients receive only if they ask for them in the query.
enum IncludedPart: String, CaseIterable {
  /// The content of items that come to the client.
  case content

  /// The query parameter that names a part.
  static let queryName = "include"
}

extension Query {
  /// Whether elements that come to the client have the content of their items.
  ///
  /// - Throws: `badRequest` for an unknown part.
  func includesContent() throws(Problem) -> Bool {
    try name(IncludedPart.queryName, of: IncludedPart.self) == .content
  }
}
