import Support
import Testing

@testable import API

/// A service with two keys and a secret, and the collections `c` and `d` of the first.
struct TokenService {
  static let secret = "a secret of at least thirty-two bytes"
  let service: TestService

  init(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws {
    service = try TestService {
      $0.keys = ["alpha", "beta"]
      $0.tokenSecrets = [Self.secret]
      configure(&$0)
    }
    for id in ["c", "d"] {
      try #require(service.create(id, Kept.rows(["a", "b", "c"]), Self.bearer("alpha")).status == 201)
    }
  }

  static func bearer(_ text: String) -> [String: String] { ["Authorization": "Bearer \(text)"] }

  /// A token of the first key for the collection `c`.
  func token(_ rights: AccessRight..., collection: String = "c") throws -> String {
    let names = rights.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    let answer = service.ask(
      .post, "/v1/tokens", Self.bearer("alpha"),
      bytes: Array("{\"collection\": \"\(collection)\", \"rights\": [\(names)]}".utf8))
    return try #require(answer.json?["token"]?.string)
  }

  /// A token for the collection `c` that has just expired.
  func expiredToken() throws -> String {
    let tokens = AccessTokens(
      secrets: [Self.secret], owners: Keys(["alpha"]).owners, longestLifetime: 3600,
      now: { UnixTime.milliseconds - 1000 })
    return try #require(
      tokens.issue(for: Keys(["alpha"]).owners[0], collection: "c", rights: [.read], lifetime: 1))
  }
}
