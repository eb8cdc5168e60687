import HTTPServer

extension RequestTarget {
  /// Returns a target for a log: as sent, but with `***` in place of tokens, and of parameters that no route takes.
  ///
  /// A client that sends its key in the query by mistake, as a value or as a name, must not find it in a log.
  ///
  /// - Complexity: O(n) in the length of the target.
  public static func logged(_ raw: String) -> String {
    guard let mark = raw.utf8.firstIndex(of: UInt8(ascii: "?")) else { return raw }
    let query = raw[raw.utf8.index(after: mark)...]
    let parts = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let logged = parts.map { part -> Substring in
      let name = Substring(part.prefix { $0 != UInt8(ascii: "=") })
      return part.isEmpty || knownNames.contains(name) ? Substring(part) : "***"
    }
    return raw[...mark] + logged.joined(separator: "&")
  }

  /// The query parameters of all routes, without that of a token.
  private static let knownNames = Set(
    Service.routes.flatMap(\.endpoint.queryNames).filter { $0 != Credential.queryName }.map { Substring($0) })
}
