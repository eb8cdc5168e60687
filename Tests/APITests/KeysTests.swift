import TestSupport
import Testing

@testable import API

struct KeysTests {
  private static func answer(_ keys: [String], _ authorization: String?) throws -> TestResponse {
    let headers = authorization.map { ["Authorization": $0] } ?? [:]
    return try TestService { $0.keys = keys }.get("/v1/collections", headers)
  }

  @Test(arguments: [
    "Bearer alpha", "bearer beta", "BEARER  alpha ", "Bearer beta",
  ])
  func `any of the keys opens the service`(authorization: String) throws {
    #expect(try Self.answer(["alpha", "beta"], authorization).status == 200)
  }

  @Test(arguments: [
    nil, "", "Bearer", "Bearer ", "alpha", "Basic alpha", "Bearer alph", "Bearer alphaa", "Bearer alphaalpha",
    "Bearer ALPHA", "Bearer alpha beta", "Bearer \u{0}", "Bearer " + String(repeating: "alpha", count: 1000),
  ])
  func `anything else is refused in the same words, which repeat nothing`(authorization: String?) throws {
    let answer = try Self.answer(["alpha", "beta"], authorization)
    #expect(answer.status == 401 && answer.code == "unauthorized")
    #expect(answer.detail == (try Self.answer(["alpha", "beta"], nil).detail))
    #expect(answer.header("WWW-Authenticate") == "Bearer")
  }

  @Test func `no key, or only empty ones, leave the service open`() throws {
    #expect(try Self.answer([], nil).status == 200)
    #expect(try Self.answer([""], nil).status == 200)
  }
}
