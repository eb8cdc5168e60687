import HTTPServer

/// What a request sends to show who its client is.
enum Credential {
  /// A key or a token in `Authorization`.
  case bearer(String)
  /// A token in the query. A key is not accepted there: addresses are logged by proxies.
  case query(String)
  /// A token in a cookie, which a browser sends by itself, even if a page of another site causes the request.
  case cookie(String)

  /// The cookie with a token.
  static let cookieName = "tessera_token"
  /// The query parameter with a token, for streams of events: `EventSource` sends no header field.
  static let queryName = "token"

  /// Reads the credential of a request; nil if it has none.
  ///
  /// A field comes before the query, and both before a cookie, which the page may not know of.
  ///
  /// - Parameter takesQuery: whether the endpoint takes a token in the query.
  init?(_ head: RequestHead, _ query: Query, takesQuery: Bool) {
    if let text = Self.bearer(in: head.headers["Authorization"]) {
      self = .bearer(text)
    } else if takesQuery, let text = query.text(Self.queryName) {
      self = .query(text)
    } else if let text = Self.cookie(in: head.headers.values("Cookie")) {
      self = .cookie(text)
    } else {
      return nil
    }
  }

  private static func bearer(in field: String?) -> String? {
    guard let field, field.prefix(7).lowercased() == "bearer " else { return nil }
    return String(Substring(field.dropFirst(7)).trimmed)
  }

  /// Returns the first cookie of the name: browsers send the one with the longest path first.
  private static func cookie(in fields: [String]) -> String? {
    for field in fields {
      for pair in field.split(separator: ";") {
        let (name, value) = pair.trimmed.split(atFirst: "=")
        if name == cookieName { return String(value) }
      }
    }
    return nil
  }
}

extension Substring {
  /// The text before and behind the first occurrence of a character; all and nothing if there is none.
  fileprivate func split(atFirst character: Character) -> (Substring, Substring) {
    guard let index = firstIndex(of: character) else { return (self, "") }
    return (self[..<index], self[self.index(after: index)...])
  }
}
