import HTTPServer
import Wire

extension Problem {
  static let contentType = "application/problem+json"

  /// Returns the problem as a response; `requestID` becomes its `instance`.
  ///
  /// A client may prefer a successful response to a version mismatch: other clients change a collection as a matter of
  /// course, but browsers write every response of 400 and above to the console as an error.
  ///
  /// - Parameter headers: those of the request, with what its client prefers (`Prefer`, RFC 7240).
  func response(requestID: String?, to headers: Headers = Headers()) -> Response {
    var response = Response(
      status: code.status,
      headers: [("Content-Type", Self.contentType), ("Cache-Control", "no-store")] + self.headers,
      body: .source(body(requestID: requestID)))
    if code == .versionMismatch, Preferences(headers)["version-mismatch"] == "200" {
      response.status = 200
      response.headers.append(("Preference-Applied", "version-mismatch=200"))
    }
    return response
  }
}
