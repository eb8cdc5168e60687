import TestSupport
import Testing

@testable import API

/// The author of changes that were made with a token.
struct TokenSubjectTests {
  private static func token(_ tokens: TokenService, _ subject: String?) throws -> [String: String] {
    var body: JSONTree = ["collection": "c", "rights": ["read", "change"]]
    if let subject { body["sub"] = .string(subject) }
    let answer = tokens.service.post("/v1/tokens", body, TokenService.bearer("alpha"))
    return TokenService.bearer(try #require(answer.json?["token"]?.string))
  }

  private static func authors(_ tokens: TokenService, _ headers: [String: String]) -> [String?]? {
    let answer = tokens.service.get(Kept.path + "/history?since=1", headers)
    return answer.json?["diffs"]?.elements?.map { $0["author"]?.string }
  }

  @Test func `the history names the subject of each token, to requests with a key alone`() throws {
    let tokens = try TokenService()
    let (ann, bob, nobody) = (
      try Self.token(tokens, "ann"), try Self.token(tokens, "bob"), try Self.token(tokens, nil)
    )
    for headers in [ann, nobody, bob, TokenService.bearer("alpha"), ann] {
      #expect(tokens.service.update(Kept.anonymous, [:], headers).status == 200)
    }
    #expect(Self.authors(tokens, TokenService.bearer("alpha")) == ["ann", nil, "bob", nil, "ann"])
    #expect(Self.authors(tokens, ann) == [nil, nil, nil, nil, nil])
  }
}
