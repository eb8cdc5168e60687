import Testing

/// The id of a request, from the client or made.
struct RequestIDHeaderTests {
  private let service = RunningService.shared.value

  @Test(arguments: ["a", "01HV-4c.7_~:/+=@", String(repeating: "x", count: 128)])
  func `a safe request id is returned, in responses and problems`(id: String) throws {
    #expect(try service.ask("GET", "/healthz", ["X-Request-Id: \(id)"]).header("X-Request-Id") == id)
    let problem = try service.ask("GET", "/nothing", ["X-Request-Id: \(id)"])
    #expect(problem.header("X-Request-Id") == id)
    #expect(problem.json?["instance"]?.string == id)
  }

  @Test(arguments: [
    "", "two words", String(repeating: "x", count: 129), "a\"b", "<script>", "é", "a,b", "{}", "%0d%0a",
  ])
  func `an id that is not safe is replaced`(id: String) throws {
    let problem = try service.ask("GET", "/nothing", ["X-Request-Id: \(id)"])
    let made = try #require(problem.header("X-Request-Id"))
    #expect(made.count == 32 && made.allSatisfy(\.isHexDigit))
    #expect(problem.json?["instance"]?.string == made)
  }

  @Test func `made ids differ`() throws {
    let client = try service.client()
    let ids = (0..<50).compactMap { _ in client.request("GET", "/healthz")?.header("X-Request-Id") }
    #expect(Set(ids).count == 50)
  }
}
