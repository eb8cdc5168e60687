import HTTPServer
import Wire

extension Problem {
  static let contentType = "application/problem+json"

  /// The preference for a successful response to a version mismatch.
  ///
  /// Other clients change a collection as a matter of course, but browsers write every response of 400 and above to the
  /// console as an error.
  private static let preference = "version-mismatch=200"

  /// Returns the problem as a response; `requestID` becomes its `instance`.
  ///
  /// - Parameter headers: those of the request, with what its client prefers (`Prefer`, RFC 7240).
  func response(requestID: String?, to headers: Headers = Headers()) -> Response {
    var response = Response(
      status: code.status,
      headers: [("Content-Type", Self.contentType), ("Cache-Control", "no-store")] + self.headers,
      body: .source(body(requestID: requestID)))
    let preferences = headers.values("Prefer").joined(separator: ",").split(separator: ",")
    if code == .versionMismatch, preferences.contains(where: { $0.trimmed.lowercased() == Self.preference }) {
      response.status = 200
      response.headers.append(("Preference-Applied", Self.preference))
    }
    return response
  }
}
