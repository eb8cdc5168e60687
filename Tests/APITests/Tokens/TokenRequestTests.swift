import TestSupport
import Testing

@testable import API

/// `POST /v1/tokens`.
struct TokenRequestTests {
  private func answer(
    _ body: JSONTree, key: String = "alpha", _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> TestResponse {
    try TokenService(configure).service.post("/v1/tokens", body, TokenService.bearer(key))
  }

  @Test func `a key gets a token, which no cache may store`() throws {
    let answer = try answer(["collection": "c", "rights": ["change", "read"], "lifetime": 60])
    #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
    #expect(answer.json?["token"]?.string?.hasPrefix("tessera_") == true)
    var rest = answer.json
    rest?["token"] = nil
    #expect(rest == ["collection": "c", "rights": ["read", "change"], "expiresIn": 60])
  }

  @Test func `a request may say who gets the token`() throws {
    let answer = try answer(["collection": "c", "rights": ["read"], "sub": "user-1@example.org"])
    #expect(answer.status == 200 && answer.json?["sub"] == "user-1@example.org")
    let longest = String(repeating: "x", count: 128)
    #expect(try self.answer(["collection": "c", "rights": ["read"], "sub": .string(longest)]).status == 200)
  }

  @Test(arguments: ["", "a b", "a\nb", "\"", "é", String(repeating: "x", count: 129)])
  func `a subject that cannot stand in a log is pointed at`(subject: String) throws {
    let answer = try answer(["collection": "c", "rights": ["read"], "sub": .string(subject)])
    #expect(answer.status == 422 && answer.pointers == ["/sub"])
  }

  @Test func `a subject that is no text is pointed at`() throws {
    for subject: JSONTree in [1, .null, ["a"]] {
      let answer = try answer(["collection": "c", "rights": ["read"], "sub": subject])
      #expect(answer.status == 422 && answer.pointers == ["/sub"], "\(subject)")
    }
  }

  @Test func `the collection need not exist yet`() throws {
    #expect(try answer(["collection": "later", "rights": ["read"]]).status == 200)
  }

  @Test(arguments: [(3600, 900), (900, 900), (899, 899), (1, 1)])
  func `without a lifetime a token lasts a quarter of an hour, or as long as it may`(
    longest: Int, expected: Int
  ) throws {
    let answer = try answer(["collection": "c", "rights": ["read"]]) { $0.tokenLifetime = longest }
    #expect(answer.json?["expiresIn"]?.int == expected)
  }

  @Test func `a lifetime is a whole number of seconds, up to the longest`() throws {
    func answer(_ lifetime: JSONTree) throws -> TestResponse {
      try self.answer(["collection": "c", "rights": ["read"], "lifetime": lifetime]) {
        $0.tokenLifetime = 120
      }
    }
    for lifetime in [1, 119, 120] {
      #expect(try answer(.number(Double(lifetime))).json?["expiresIn"]?.int == lifetime)
    }
    for lifetime: JSONTree in [0, 121, -1, 1.5, 1e300, "60", .null] {
      let refused = try answer(lifetime)
      #expect(refused.status == 422 && refused.pointers == ["/lifetime"], "\(lifetime)")
      #expect(refused.detail?.contains("a whole number from 1 to 120") == true)
    }
  }

  @Test(
    arguments: [
      (["rights": ["read"]], ""), (["collection": "c"], ""),
      (["collection": "a/b", "rights": ["read"]], "/collection"),
      (["collection": "..", "rights": ["read"]], "/collection"),
      (["collection": "", "rights": ["read"]], "/collection"),
      (["collection": "c", "rights": []], "/rights"), (["collection": "c", "rights": "read"], "/rights"),
      (["collection": "c", "rights": ["read", "read"]], "/rights/1"),
      (["collection": "c", "rights": ["write"]], "/rights/0"),
      (["collection": "c", "rights": ["read"], "right": "read"], "/right"),
    ] as [(JSONTree, String)])
  func `a request with a fault is rejected with its pointer`(body: JSONTree, pointer: String) throws {
    let answer = try answer(body)
    #expect(answer.status == 422 && answer.pointers == [pointer], "\(answer.json as Any)")
  }

  @Test func `the longest id of a collection fits, and one more character does not`() throws {
    let id = String(repeating: "x", count: 128)
    let answer = try answer(["collection": .string(id), "rights": ["read"]])
    #expect(answer.status == 200)
    #expect(try self.answer(["collection": .string(id + "x"), "rights": ["read"]]).status == 422)
  }

  @Test func `without a secret tokens are off, and the problem says so`() throws {
    let answer = try answer(["collection": "c", "rights": ["read"]]) { $0.tokenSecrets = [] }
    #expect(answer.status == 501 && answer.code == "tokens_disabled")
  }

  @Test func `a token gets no token`() throws {
    let tokens = try TokenService()
    let token = try tokens.token(.read, .scroll, .change)
    let answer = tokens.service.post(
      "/v1/tokens", ["collection": "c", "rights": ["read"]], TokenService.bearer(token))
    #expect(answer.status == 403 && answer.code == "forbidden")
  }
}
