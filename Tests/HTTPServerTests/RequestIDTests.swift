import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct RequestIDTests {
  private func id(answeredTo headers: [String]) throws -> String {
    var id: String?
    try withServer(.echo()) { server in
      id = HTTPClient(server.address)?.request("GET", "/", headers)?.header("X-Request-Id")
    }
    return try #require(id)
  }

  @Test func `a safe id is taken over`() throws {
    #expect(try id(answeredTo: ["X-Request-Id: trace/1.2~a_b-c:d+e=@f"]) == "trace/1.2~a_b-c:d+e=@f")
    let longest = String(repeating: "a", count: 128)
    #expect(try id(answeredTo: ["x-request-id: \(longest)"]) == longest)
  }

  @Test(arguments: ["two words", "a\"b", "é", "a\u{1}b", String(repeating: "a", count: 129)])
  func `an unsafe id is replaced`(offered: String) throws {
    let id = try id(answeredTo: ["X-Request-Id: \(offered)"])
    #expect(id != offered)
    #expect(id.utf8.count == 32)
  }

  @Test func `ids that are made are 128 random bits`() throws {
    let ids = (0..<1000).map { _ in RequestID.take(nil) }
    #expect(Set(ids).count == 1000)
    #expect(ids.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } })
    // Every one of the 32 places varies.
    #expect((0..<32).allSatisfy { place in Set(ids.map { Array($0.utf8)[place] }).count > 4 })
  }
}
