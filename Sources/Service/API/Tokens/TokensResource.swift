import HTTPServer
import Wire

extension Service {
  /// `POST /v1/tokens`: issues a token for a page. Stores nothing.
  static func issueToken(_ call: Call) throws(Problem) -> Response {
    let tokens = call.head.access.tokens
    guard tokens.areEnabled else { throw .tokensDisabled }
    let request = try TokenRequest.decode(
      try call.body(), limits: call.limits, longestLifetime: tokens.longestLifetime,
      isCancelled: call.isCancelled)
    let lifetime = request.lifetime ?? tokens.defaultLifetime
    let text = tokens.issue(
      for: call.owner, collection: request.collection, rights: request.rights, lifetime: lifetime,
      subject: request.subject)
    guard let text else { throw .tokensDisabled }
    var response = try call.response(
      200, IssuedToken(text: text, request: request, lifetime: lifetime), as: .objects)
    response.headers.append(("Cache-Control", "no-store"))
    return response
  }
}

/// A new token, as a response.
private struct IssuedToken: ResponseBody {
  let text: String
  let request: TokenRequest
  let lifetime: Int

  var expectedBytes: Int { 512 }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("token")
    writer.string(text)
    writer.key("collection")
    writer.string(request.collection)
    writer.key("rights")
    writer.list(AccessRight.allCases.filter(request.rights.contains)) { $0.string($1.rawValue) }
    writer.key("expiresIn")
    writer.number(lifetime)
    if let subject = request.subject {
      writer.key("sub")
      writer.string(subject)
    }
    writer.endObject()
  }
}

extension Problem {
  fileprivate static var tokensDisabled: Problem {
    Problem(
      .tokensDisabled, "The service issues no tokens: its operator has set no secret to sign them with.")
  }
}
