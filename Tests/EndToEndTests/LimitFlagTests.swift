import TestSupport
import Testing

/// Limits as an operator sets them, at the edge and over it.
struct LimitFlagTests {
  private func body(sections: String) -> String {
    "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"list\"},\"sections\":\(sections)}"
  }

  @Test func `the limits of a collection and its text are those that were set`() throws {
    let service = try RunningService(
      "--item-limit", "12", "--section-limit", "3", "--string-limit", "8B", "--json-depth", "8",
      "--answer-limit", "1KB", "--uri-limit", "64B")
    func answer(_ sections: String) throws -> HTTPResponse {
      try service.ask(
        "POST", "/v1/layouts", ["Content-Type: application/json"], body: Array(body(sections: sections).utf8))
    }
    // The names of the request's own members are longer than eight bytes: the limit holds for them too.
    #expect(try answer("[]").code == "invalid_request")
    let roomy = try RunningService(
      "--item-limit", "12", "--section-limit", "3", "--string-limit", "16B", "--json-depth", "8",
      "--answer-limit", "1KB", "--uri-limit", "64B")
    func roomyAnswer(_ sections: String, _ target: String = "/v1/layouts") throws -> HTTPResponse {
      try roomy.ask(
        "POST", target, ["Content-Type: application/json"], body: Array(body(sections: sections).utf8))
    }
    #expect(try roomyAnswer("[{\"itemCount\":12}]", "/v1/layouts?format=columns").status == 200)
    #expect(try roomyAnswer("[{\"itemCount\":13}]").code == "too_many_items")
    #expect(try roomyAnswer("[{\"itemCount\":12}]").code == "answer_too_large")
    let empty = Array(repeating: "{\"itemCount\":0}", count: 4)
    #expect(try roomyAnswer("[" + empty[..<3].joined(separator: ",") + "]").status == 200)
    #expect(try roomyAnswer("[" + empty.joined(separator: ",") + "]").code == "too_many_items")
    let id = String(repeating: "i", count: 16)
    #expect(try roomyAnswer("[{\"itemCount\":1,\"id\":\"\(id)\"}]").status == 200)
    #expect(try roomyAnswer("[{\"itemCount\":1,\"id\":\"\(id)i\"}]").code == "invalid_request")
    #expect(try roomyAnswer("[[[[[[[1]]]]]]]").json?["detail"]?.string?.contains("levels deep") == false)
    #expect(try roomyAnswer("[[[[[[[[1]]]]]]]]").json?["detail"]?.string?.contains("8 levels deep") == true)
    #expect(try roomy.ask("GET", "/healthz?" + String(repeating: "a", count: 55)).status == 400)
    #expect(try roomy.ask("GET", "/healthz?" + String(repeating: "a", count: 56)).status == 414)
  }

  @Test func `a request that trickles in is refused at its deadline, a silent connection closed`() throws {
    let service = try RunningService("--request-deadline", "500ms", "--idle-timeout", "1s")
    let trickle = try service.client()
    trickle.send("POST /v1/layouts HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    let silent = try service.client()
    let refused = try #require(trickle.readResponse())
    #expect(refused.status == 408 && refused.code == "request_timeout")
    let last = silent.readResponse()
    #expect(last == nil || last?.status == 408)
    #expect(silent.readResponse() == nil && !silent.hasPartialResponse)
    #expect(service.serves)
  }

  @Test func `connections beyond those an address may have are closed, and the others served`() throws {
    let service = try RunningService("--connections-per-address", "3")
    var clients = try (0..<3).map { _ in try service.client() }
    for client in clients { #expect(client.request("GET", "/healthz")?.status == 200) }
    let extra = HTTPClient(port: service.port)
    #expect(extra?.request("GET", "/healthz") == nil)
    for client in clients { #expect(client.request("GET", "/healthz")?.status == 200) }
    clients.removeAll()
    #expect(eventually { service.serves })
  }
}
