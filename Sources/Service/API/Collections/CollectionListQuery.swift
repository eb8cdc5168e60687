import Collections
import Wire

/// The part of the collections that a request for their list wants.
struct CollectionListQuery {
  static let names = [
    "prefix", "createdAfter", "createdBefore", "updatedAfter", "updatedBefore", "count", "limit", "cursor",
  ]

  /// The collections that the list has.
  let filter: CollectionFilter
  /// Whether the response has the number of the collections.
  let isCounted: Bool
  /// The greatest number of collections on a page.
  let limit: Int
  /// Where the page begins; nil for the first page.
  let cursor: ListCursor?

  static let usualLimit = 100

  /// - Throws: `badRequest`.
  init(_ query: Query) throws(Problem) {
    filter = CollectionFilter(
      prefix: try query.idPrefix() ?? "",
      times: TimeFilter(created: try query.times("created"), updated: try query.times("updated")))
    isCounted = try query.bool("count") ?? false
    limit = try query.integer("limit", in: 1...1000) ?? Self.usualLimit
    guard let text = query.text("cursor") else {
      cursor = nil
      return
    }
    guard let cursor = ListCursor(text) else {
      throw Problem(
        .badRequest,
        "The query parameter cursor takes the nextCursor of another page, not \(Suggestion.quoted(text)).")
    }
    guard cursor.isOfList(filteredBy: Self.text(of: filter)) else {
      throw Problem(
        .badRequest,
        "The query parameter cursor is that of a list with another prefix or other times than this request has."
      )
    }
    self.cursor = cursor
  }

  /// Returns the place behind a collection.
  func cursor(after id: String) -> ListCursor { ListCursor(id: id, filter: Self.text(of: filter)) }

  /// Returns the address of a page with the same filters.
  ///
  /// - Parameter cursor: where the page begins; nil for the first page.
  func address(at cursor: ListCursor?) -> String {
    var items = [Self.text(of: filter)]
    if isCounted { items.append("count=true") }
    if limit != Self.usualLimit { items.append("limit=\(limit)") }
    if let cursor { items.append("cursor=\(cursor.text)") }
    let query = items.filter { !$0.isEmpty }.joined(separator: "&")
    return "/v1/collections" + (query.isEmpty ? "" : "?" + query)
  }

  /// Returns the parameters of a filter, in one form for all that take the same collections.
  private static func text(of filter: CollectionFilter) -> String {
    // No value has a character that an address escapes.
    var items: [String] = []
    if !filter.prefix.isEmpty { items.append("prefix=\(filter.prefix)") }
    for (name, range) in [("created", filter.times.created), ("updated", filter.times.updated)] {
      guard let range else { continue }
      // A range of all times takes the collections whose time is known.
      let hasEnd = range.upperBound < UTCTime.all.upperBound
      if !hasEnd || range.lowerBound > UTCTime.all.lowerBound {
        items.append("\(name)After=\(range.lowerBound.text)")
      }
      if hasEnd { items.append("\(name)Before=\(range.upperBound.text)") }
    }
    return items.joined(separator: "&")
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

  /// Returns the range of the parameters `…After` and `…Before`, which has its beginning and not its end; nil if the
  /// query has neither.
  ///
  /// - Throws: `badRequest` for a text that is no time, and for a beginning after the end.
  fileprivate func times(_ name: String) throws(Problem) -> Range<UTCTime>? {
    let (first, last) = ("\(name)After", "\(name)Before")
    let (beginning, end) = (try time(first), try time(last))
    guard beginning != nil || end != nil else { return nil }
    let (lower, upper) = (beginning ?? UTCTime.all.lowerBound, end ?? UTCTime.all.upperBound)
    guard lower <= upper else {
      throw Problem(
        .badRequest,
        "The query parameter \(first) takes a time that is not after \(last), which is \(upper.text), not "
          + "\(Suggestion.quoted(lower.text)).")
    }
    return lower..<upper
  }

  private func time(_ name: String) throws(Problem) -> UTCTime? {
    guard let text = text(name) else { return nil }
    guard let time = UTCTime(text) else {
      // A plus sign in a query stands for a space.
      let hint = text.contains(" ") ? " Write a plus sign as %2B." : ""
      throw Problem(
        .badRequest,
        "The query parameter \(name) takes a time of RFC 3339 such as 2030-01-31T12:00:00Z, not "
          + "\(Suggestion.quoted(text)).\(hint)")
    }
    return time
  }
}
