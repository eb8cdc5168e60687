import HTTPServer

/// Lets browsers call from the configured other origins (the Fetch standard's CORS protocol).
struct CrossOrigin: Sendable {
  let origins: [String]
  /// Whether a page of an origin that is named, rather than covered by `*`, may send cookies.
  let takesCookies: Bool

  /// The header fields of responses that pages of other origins may read.
  private static let readable =
    "ETag, Idempotent-Replayed, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, "
    + "Server-Timing, X-Request-Id"

  /// The seconds for which a browser may remember a preflight: the most that Chromium does.
  private static let preflightLifetime = "7200"

  /// Adds to every response, including errors, whether the page that sent the request may read it.
  func apply(to response: inout Response, for head: RequestHead) {
    guard !origins.isEmpty else { return }
    if origins.contains(where: { $0 != "*" }) { response.addVary("Origin") }
    guard let origin = head.headers["Origin"], let allowed = allowed(origin) else { return }
    response.headers.append(("Access-Control-Allow-Origin", allowed))
    if allowsCookies(of: origin) { response.headers.append(("Access-Control-Allow-Credentials", "true")) }
    response.headers.append(("Access-Control-Expose-Headers", Self.readable))
    // Without it, a page sees neither Server-Timing nor the phases of its requests (W3C Resource Timing).
    response.headers.append(("Timing-Allow-Origin", allowed))
  }

  /// Responds to `OPTIONS` with the methods of the path, and to a preflight with the methods and fields that a page
  /// may send.
  func preflight(_ head: RequestHead, allow: [Method]) -> Response {
    let methods = allow.map(\.rawValue).joined(separator: ", ")
    var response = Response(status: 204, headers: [("Allow", methods)])
    if let origin = head.headers["Origin"], allowed(origin) != nil {
      response.headers.append(("Access-Control-Allow-Methods", methods))
      response.headers.append(
        (
          "Access-Control-Allow-Headers",
          "Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
            + "Prefer, Tessera-Min-Version, traceparent, tracestate, X-Request-Id"
        ))
      response.headers.append(("Access-Control-Max-Age", Self.preflightLifetime))
    }
    return response
  }

  private func allowed(_ origin: String) -> String? {
    origins.contains(origin) ? origin : origins.contains("*") ? "*" : nil
  }
}
