import HTTPServer
import Wire

extension Problem {
  static let contentType = "application/problem+json"

  /// Returns the problem as a response; `requestID` becomes its `instance`.
  func response(requestID: String?) -> Response {
    Response(
      status: code.status,
      headers: [("Content-Type", Self.contentType), ("Cache-Control", "no-store")] + headers,
      body: .source(body(requestID: requestID)))
  }
}
