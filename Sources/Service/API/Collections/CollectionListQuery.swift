import Wire

/// The part of the collections that a request for their list wants.
struct CollectionListQuery {
  static let names = ["prefix", "count", "limit", "cursor"]

  /// What the ids begin with; empty for all collections.
  let prefix: String
  /// Whether the response has the number of the collections.
  let isCounted: Bool
  /// The greatest number of collections on a page.
  let limit: Int
  /// Where the page begins; nil for the first page.
  let cursor: ListCursor?

  static let usualLimit = 100

  /// - Throws: `badRequest`.
  init(_ query: Query) throws(Problem) {
    let prefix = try query.idPrefix() ?? ""
    self.prefix = prefix
    isCounted = try query.bool("count") ?? false
    limit = try query.integer("limit", in: 1...1000) ?? Self.usualLimit
    cursor = try query.text("cursor").map { (text) throws(Problem) -> ListCursor in
      guard let cursor = ListCursor(text) else {
        throw Problem(
          .badRequest,
          "The query parameter cursor takes the nextCursor of another page, not \(Suggestion.quoted(text)).")
      }
      guard cursor.id.hasPrefix(prefix) else {
        throw Problem(
          .badRequest, "The query parameter cursor is that of a list with another prefix than \"\(prefix)\".")
      }
      return cursor
    }
  }

  /// Returns the address of a page with the same filter.
  ///
  /// - Parameter cursor: where the page begins; nil for the first page.
  func address(at cursor: ListCursor?) -> String {
    // No value has a character that an address escapes.
    var items: [String] = []
    if !prefix.isEmpty { items.append("prefix=\(prefix)") }
    if isCounted { items.append("count=true") }
    if limit != Self.usualLimit { items.append("limit=\(limit)") }
    if let cursor { items.append("cursor=\(cursor.text)") }
    return "/v1/collections" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }
}

extension Query {
  /// Returns the prefix of the ids of the wanted collections; nil if the query has none.
  ///
  /// - Throws: `badRequest` for a text that no id begins with.
  func idPrefix() throws(Problem) -> String? {
    guard let prefix = text("prefix") else { return nil }
    guard CollectionID.isPrefix(prefix) else {
      throw Problem(
        .badRequest,
        "The query parameter prefix takes the first characters of ids: 1 to \(CollectionID.lengthLimit) out of letters, "
          + "digits, \"-\", \"_\", \".\" and \"~\", not \(Suggestion.quoted(prefix)).")
    }
    return prefix
  }
}
