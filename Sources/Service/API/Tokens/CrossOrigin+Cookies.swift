import HTTPServer
import Wire

/// Cookies against cross-site request forgery.
extension CrossOrigin {
  /// Rejects a change with a cookie that a page of an origin without permission may have caused.
  ///
  /// A browser adds cookies to what any page sends, and `SameSite` counts every subdomain as the same site. So a
  /// change needs a field that pages cannot set: `Sec-Fetch-Site`, if the page has the service's own origin, or an
  /// `Origin` that the operator allows by name. `*` allows none: it lets any page read, and not act for its reader.
  ///
  /// - Throws: `forbidden`.
  func requireOwnPage(_ head: RequestHead) throws(Problem) {
    guard head.method != .get, head.method != .head else { return }
    if head.headers["Sec-Fetch-Site"] == "same-origin" { return }
    if let origin = head.headers["Origin"], allowsCookies(of: origin) { return }
    throw Problem(
      .forbidden,
      "A change with a cookie takes a page of the service's own origin, or of an origin that the service allows by "
        + "name. Send the token as \"Authorization: Bearer …\" instead.")
  }

  /// Whether pages of an origin may send cookies and read the responses.
  func allowsCookies(of origin: String) -> Bool { takesCookies && origin != "*" && origins.contains(origin) }
}
