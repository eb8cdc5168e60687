import HTTPServer
import JSON
import Wire

/// The body of `POST /v1/tokens`.
struct TokenRequest {
  var collection = ""
  var rights: Set<AccessRight> = []
  /// In seconds; nil stands for the usual one.
  var lifetime: Int?
  /// Who has the token; nil if the request does not say so.
  var subject: String?
}

extension TokenRequest {
  private enum Field: String, FieldNames { case collection, rights, lifetime, sub }

  /// Decodes a body.
  ///
  /// - Parameter longestLifetime: in seconds.
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error.
  static func decode(
    _ body: [UInt8], limits: RequestLimits, longestLifetime: Int, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> TokenRequest {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      var request = TokenRequest()
      let isObject = context.object(root, Field.self, "an object with \"collection\" and \"rights\"") {
        field, value in
        switch field {
        case .collection: context.set(&request.collection, context.collectionID(value))
        case .rights: request.rights = context.rights(value)
        case .sub: request.subject = context.subject(value)
        case .lifetime: request.lifetime = context.integer(value, in: 1...max(1, longestLifetime))
        }
      }
      guard isObject else { return nil }
      context.require("collection", of: root)
      context.require("rights", of: root)
      return request
    }
  }
}

extension DecodingContext {
  fileprivate func subject(_ value: JSONValue) -> String? {
    guard let text = string(value) else { return nil }
    guard RequestID.isSafe(text) else {
      fault("a subject has 1 to \(RequestID.longest) letters, digits and characters of -._~:/+=@")
      return nil
    }
    return text
  }

  fileprivate func rights(_ value: JSONValue) -> Set<AccessRight> {
    var rights: Set<AccessRight> = []
    let isArray = array(value, "an array of rights") { _, value in
      guard let right = name(value, of: AccessRight.self) else { return }
      if !rights.insert(right).inserted { fault("the right \"\(right.rawValue)\" is given twice") }
    }
    if isArray, value.count == 0 { fault("a token takes at least one right") }
    return rights
  }
}
