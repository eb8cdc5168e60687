import HTTPServer
import Testing

@testable import API

struct KeysTests {
  private static func refusal(_ keys: [String], _ authorization: String?) -> Problem? {
    var headers = Headers()
    if let authorization { headers.append("Authorization", authorization) }
    let head = RequestHead(id: "test", method: .post, target: RequestTarget("/")!, headers: headers)
    do throws(Problem) {
      _ = try Keys(keys).owner(of: head)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "Bearer alpha", "bearer beta", "BEARER  alpha ", "Bearer beta",
  ])
  func `any of the keys opens the service`(authorization: String) {
    #expect(Self.refusal(["alpha", "beta"], authorization) == nil)
  }

  @Test(arguments: [
    nil, "", "Bearer", "Bearer ", "alpha", "Basic alpha", "Bearer alph", "Bearer alphaa", "Bearer alphaalpha",
    "Bearer ALPHA", "Bearer alpha beta", "Bearer \u{0}", "Bearer " + String(repeating: "alpha", count: 1000),
  ])
  func `anything else is refused in the same words, which repeat nothing`(authorization: String?) {
    let problem = Self.refusal(["alpha", "beta"], authorization)
    #expect(problem?.code == .unauthorized)
    #expect(problem?.detail == Self.refusal(["alpha", "beta"], nil)?.detail)
    #expect(problem?.headers.contains { $0.name == "WWW-Authenticate" && $0.value == "Bearer" } == true)
  }

  @Test func `no key, or only empty ones, leave the service open`() {
    #expect(Self.refusal([], nil) == nil)
    #expect(Self.refusal([""], nil) == nil)
  }
}
