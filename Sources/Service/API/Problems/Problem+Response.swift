import HTTPServer
import Wire

extension Problem {
  static let contentType = "application/problem+json"

  /// Returns the problem as a response; `requestID` becomes its `instance`.
  ///
  /// The client of a change may prefer a successful response to a version mismatch (`Prefer`, RFC 7240): other clients
  /// change a collection as a matter of course, but browsers write every response of 400 and above to the console as an
  /// error.
  ///
  /// - Parameter head: that of the request; nil if its preferences do not count.
  func response(requestID: String?, to head: RequestHead? = nil) -> Response {
    var response = Response(
      status: code.status,
      headers: [("Content-Type", Self.contentType), ("Cache-Control", "no-store")] + self.headers,
      body: .source(body(requestID: requestID)))
    if let seconds = code.retrySeconds, response.header("Retry-After") == nil {
      response.headers.append(("Retry-After", "\(seconds)"))
    }
    if code == .versionMismatch, let head, ![.get, .head].contains(head.method),
      Preferences(head.headers)["version-mismatch"] == "200"
    {
      response.status = 200
      response.headers.append(("Preference-Applied", "version-mismatch=200"))
    }
    return response
  }
}
