import Diagnostics
import HTTPServer
import Wire

/// Who sends a request: the tenant that it acts for, and the limits of its token.
struct Caller: Sendable {
  /// The tenant, who owns the collections that the request can access. Empty if no keys are set.
  var owner = ""
  /// What names the key of the request in the log; nil for a token, and for a request to an open service.
  var keyFingerprint: String?
  /// The name of the key of the request; nil for a token, for a key without a name, and for a request to an open service.
  var keyName: String?
  /// The token of the request; nil for a key, and for a request to an open service.
  var token: AccessToken?
  /// The text of the key or token; nil for a request to an open service.
  var credential: String?

  /// Who makes the changes of the request: the subject of the token, or the name of the key; nil if it has none.
  var author: String? { token?.subject ?? keyName }
}

extension Access {
  /// Returns who sends a request to an endpoint that takes a key.
  ///
  /// - Throws: `unauthorized` and `tokenExpired` without a valid key or token; `forbidden` for a token that does not
  ///   allow the request.
  func caller(
    of head: RequestHead, _ query: Query, to endpoint: Endpoint, _ parameters: RouteParameters
  ) throws(Problem) -> Caller {
    switch Credential(head, query, takesQuery: endpoint.takesQueryToken) {
    case .bearer(let text):
      if let key = keys.key(text) {
        guard case .tenant(let owner) = key.holder else { throw .administratorsKey }
        return Caller(
          owner: owner, keyFingerprint: key.fingerprint, keyName: key.name, credential: text)
      }
      guard tokens.areEnabled, AccessTokens.isToken(text) else { break }
      return try caller(withToken: text, query, to: endpoint, parameters)
    case .query(let text) where tokens.areEnabled:
      return try caller(withToken: text, query, to: endpoint, parameters)
    case .cookie(let text) where tokens.areEnabled:
      let caller = try caller(withToken: text, query, to: endpoint, parameters)
      try cors.requireOwnPage(head)
      return caller
    case .query, .cookie, nil: break
    }
    guard keys.isOpen else { throw .missingKey }
    return Caller()
  }

  /// Returns who sends a request to an endpoint that takes a key of the operator.
  ///
  /// - Throws: `unauthorized` without a valid key; `forbidden` for a token or a key of a tenant.
  func administrator(_ head: RequestHead, _ query: Query) throws(Problem) -> Caller {
    guard case .bearer(let text) = Credential(head, query, takesQuery: false) else { throw .missingKey }
    if let key = keys.key(text) {
      guard key.holder == .administrator else { throw .tenantsKey }
      return Caller(keyFingerprint: key.fingerprint, keyName: key.name)
    }
    guard tokens.areEnabled, AccessTokens.isToken(text) else { throw .missingKey }
    _ = try AccessTokenError.rethrown(as: Problem.init, from: tokens.verify(text))
    throw .tenantsKey
  }

  /// Whether a caller whose request came when other keys or secrets were in force may go on.
  func admits(_ caller: Caller) -> Bool {
    guard let text = caller.credential else { return keys.isOpen }
    if caller.token != nil { return (try? tokens.verify(text).owner) == caller.owner }
    return keys.key(text)?.holder == .tenant(caller.owner)
  }

  private func caller(
    withToken text: String, _ query: Query, to endpoint: Endpoint, _ parameters: RouteParameters
  ) throws(Problem) -> Caller {
    let (owner, token) = try AccessTokenError.rethrown(as: Problem.init, from: tokens.verify(text))
    try token.require(endpoint.right, collection: parameters["collection"])
    // To scroll or to change a collection does not take the right to read its content.
    if endpoint.right != nil, query.text(IncludedPart.queryName) != nil {
      try token.require(.read, collection: parameters["collection"])
    }
    return Caller(owner: owner, token: token, credential: text)
  }
}

extension Caller {
  /// Rejects a request that erases, if it comes with a token: it takes the history from everyone.
  ///
  /// - Throws: `forbidden`.
  func requireKeyToErase() throws(Problem) {
    guard token != nil else { return }
    throw .forbidden("The request takes a key: with a token \"erase\" cannot be true.", nil)
  }
}

extension AccessToken {
  /// Rejects a request that the token does not allow.
  ///
  /// - Parameters:
  ///   - right: the right that the request needs; nil if it needs a key.
  ///   - collection: the collection that the path names.
  /// - Throws: `forbidden`.
  fileprivate func require(_ right: AccessRight?, collection: String?) throws(Problem) {
    guard let right else {
      throw .forbidden("The request takes a key. A token is for requests about its collection.", right)
    }
    guard collection == self.collection else {
      throw .forbidden("The token is for another collection.", right)
    }
    guard rights.contains(right) else {
      let names = AccessRight.allCases.filter(rights.contains).map { "\"\($0.rawValue)\"" }
      throw .forbidden(
        "The request takes the right \"\(right.rawValue)\"; the token has \(names.joined(separator: ", ")).",
        right)
    }
  }
}

extension Problem {
  /// The error of a request of a tenant that has a key of the operator.
  fileprivate static var administratorsKey: Problem {
    .forbidden("The request takes a key of a tenant; the key is one of the operator.", nil)
  }

  /// The error of a request of the operator that has a key or token of a tenant.
  fileprivate static var tenantsKey: Problem { .forbidden("The request takes a key of the operator.", nil) }

  /// The error of a request without a valid key.
  fileprivate static var missingKey: Problem {
    Problem(
      .unauthorized, "Send a key as \"Authorization: Bearer …\".", headers: [("WWW-Authenticate", "Bearer")])
  }

  /// The error of a token that is not accepted (RFC 6750, 3).
  fileprivate init(_ error: AccessTokenError) {
    let headers = [("WWW-Authenticate", "Bearer error=\"invalid_token\"")]
    switch error {
    case .invalid: self.init(.unauthorized, "The token is not valid; request a new one.", headers: headers)
    case .expired: self.init(.tokenExpired, "The token has expired; request a new one.", headers: headers)
    }
  }

  /// The error of a request that a token does not allow.
  fileprivate static func forbidden(_ detail: String, _ right: AccessRight?) -> Problem {
    let scope = right.map { ", scope=\"\($0.rawValue)\"" } ?? ""
    return Problem(
      .forbidden, detail, headers: [("WWW-Authenticate", "Bearer error=\"insufficient_scope\"\(scope)")])
  }
}
