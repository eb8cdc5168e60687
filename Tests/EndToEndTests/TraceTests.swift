import TestSupport
import Testing

/// The position of requests in distributed traces: `traceparent`, `Server-Timing` and the log.
struct TraceTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00f067aa0ba902b7"

  private let service = RunningService.shared.value

  /// The parts of the span that a response states: its trace, its id and its flags.
  private func span(_ response: HTTPResponse) throws -> (trace: String, id: String, flags: String) {
    let timing = try #require(response.header("Server-Timing"), "\(response.status)")
    let match = try #require(
      timing.firstMatch(of: /(?:^|, )traceparent;desc="00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])"$/),
      "\(timing)")
    #expect(match.1.contains { $0 != "0" } && match.2.contains { $0 != "0" })
    return (String(match.1), String(match.2), String(match.3))
  }

  private func probe(_ fields: String...) throws -> (trace: String, id: String, flags: String) {
    try span(try service.ask("GET", "/healthz", fields))
  }

  @Test(arguments: [
    // Flags of which only the lowest bit has a meaning, and later versions, longer or not.
    ("00-\(trace)-\(parent)-00", "00"), ("00-\(trace)-\(parent)-01", "01"),
    ("00-\(trace)-\(parent)-ff", "01"), ("00-\(trace)-\(parent)-fe", "00"),
    ("01-\(trace)-\(parent)-01", "01"), ("cc-\(trace)-\(parent)-01-what-comes-later", "01"),
    ("fe-\(trace)-\(parent)-00-", "00"),
  ])
  func `a request with a valid traceparent is a new span of its trace`(value: String, flags: String) throws {
    let span = try probe("traceparent: \(value)")
    #expect(span.trace == Self.trace && span.flags == flags)
    #expect(span.id != Self.parent)
    #expect(try probe("TraceParent:  \(value) ").trace == Self.trace, "names have no case, values no blanks")
  }

  @Test(arguments: [
    "", "00", "ff-\(trace)-\(parent)-01", "FF-\(trace)-\(parent)-01",
    "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
    "00-\(trace.uppercased())-\(parent)-01", "00-\(trace)-\(parent.uppercased())-01",
    "00-\(trace)-\(parent)-0X", "00-\(trace)-\(parent)-1", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-",
    "00-\(trace)-\(parent)-01-", "00-\(trace)-\(parent)-01-more", "00-\(trace)-\(parent)-011",
    "cc-\(trace)-\(parent)-01.more", "cc-\(trace)-\(parent)-011", "0-\(trace)-\(parent)-01",
    "00_\(trace)_\(parent)_01", "00-\(trace.dropLast())-\(parent)-01", "00-\(trace)-\(parent)0-01",
    "00-\(trace)-\(parent)-01, 00-\(trace)-\(parent)-01", "\u{E9}0-\(trace)-\(parent)-01",
    "zz-\(trace)-\(parent)-01",
  ])
  func `a request with a traceparent that is not valid begins a trace`(value: String) throws {
    let span = try probe("traceparent: \(value)")
    #expect(span.trace != Self.trace && span.flags == "00")
  }

  @Test func `a request without a traceparent, or with two, begins a trace of its own`() throws {
    #expect(try probe().flags == "00")
    let valid = "traceparent: 00-\(Self.trace)-\(Self.parent)-01"
    #expect(try probe(valid, valid).trace != Self.trace)
    let client = try service.client()
    let spans = try (0..<50).map { _ in try span(#require(client.request("GET", "/healthz"))) }
    #expect(Set(spans.map(\.trace)).count == 50 && Set(spans.map(\.id)).count == 50)
    #expect(Set(try (0..<50).map { _ in try probe(valid).id }).count == 50)
  }

  @Test func `errors, computed and ready-made responses, and streams state their span`() throws {
    let valid = "traceparent: 00-\(Self.trace)-\(Self.parent)-01"
    let responses = [
      try service.solve(Bodies.small, [valid]), try service.solve("{", [valid]),
      try service.ask("GET", "/nothing", [valid]), try service.ask("BREW", "/v1/layouts", [valid], body: []),
      try service.ask("GET", "/client/tessera.js", [valid]),
      try service.ask("OPTIONS", "/v1/layouts", [valid]),
      try service.ask("GET", "/v1/layouts?\(String(repeating: "x", count: 9000))", [valid]),
    ]
    #expect(responses.map(\.status) == [200, 400, 404, 405, 200, 204, 414])
    // A target that is too long is refused before there is a head.
    for response in responses.dropLast() { #expect(try span(response).trace == Self.trace) }
    #expect(responses[0].header("Server-Timing")?.hasPrefix("compute;dur=") == true)
    #expect(responses.allSatisfy { $0.header("traceparent") == nil && $0.header("tracestate") == nil })
  }

  @Test func `a page of another origin may send its trace and read the span`() throws {
    let service = try RunningService("--cors-origins", "https://app.example")
    let preflight = try service.ask(
      "OPTIONS", "/v1/layouts",
      [
        "Origin: https://app.example", "Access-Control-Request-Method: POST",
        "Access-Control-Request-Headers: traceparent,tracestate",
      ])
    let allowed = try #require(preflight.header("Access-Control-Allow-Headers"))
    #expect(allowed.contains("traceparent") && allowed.contains("tracestate"))
    let response = try service.solve(Bodies.small, ["Origin: https://app.example"])
    #expect(response.header("Access-Control-Expose-Headers")?.contains("Server-Timing") == true)
  }
}

extension TraceTests {
  private struct Line {
    var fields: JSONTree
    subscript(name: String) -> String? { fields[name]?.string }
  }

  /// Stops a service and returns its log by the ids of the requests.
  private func log(of service: RunningService) throws -> [String: Line] {
    #expect(service.stop() == 0)
    let lines = try service.process.outputText.split(separator: "\n").map {
      Line(fields: try JSONTree(parsing: String($0)))
    }
    return Dictionary(lines.map { ($0["id"] ?? "", $0) }) { $1 }
  }

  @Test func `the log has the span of a request, and that of its client`() throws {
    let service = try RunningService("--log-format", "json")
    let valid = "traceparent: 00-\(Self.trace)-\(Self.parent)-01"
    let joined = try span(try service.solve(Bodies.small, ["X-Request-Id: joined", valid]))
    let begun = try span(try service.ask("GET", "/nothing", ["X-Request-Id: begun"]))
    let log = try log(of: service)
    let line = try #require(log["joined"])
    #expect(
      line["trace_id"] == Self.trace && line["span_id"] == joined.id && line["parent_id"] == Self.parent)
    let other = try #require(log["begun"])
    #expect(other["trace_id"] == begun.trace && other["span_id"] == begun.id && other["parent_id"] == nil)
  }

  @Test
  func `the log names the key by a part of its hash, the collection, and the elements that were touched`()
    throws
  {
    let key = "a key for the test of the log"
    let service = try RunningService(
      "--log-format", "json", environment: ["TESSERA_KEYS": "other,acme:\(key)"])
    func ask(_ id: String, _ method: String, _ target: String, _ body: String? = nil, key: String = key)
      throws
    {
      _ = try service.ask(
        method, target,
        ["X-Request-Id: \(id)", "Authorization: Bearer \(key)", "Content-Type: application/json"],
        body: body.map { Array($0.utf8) })
    }
    let list =
      "{\"id\":\"feed\",\"container\":{\"width\":300,\"height\":400},\"layout\":{\"kind\":\"list\"},"
      + "\"bounds\":[0,0,300,400],\"sections\":[{\"itemCount\":1000}]}"
    try ask("solve", "POST", "/v1/layouts", Bodies.small)
    try ask("create", "POST", "/v1/collections", list)
    try ask("scroll", "PUT", "/v1/collections/feed/bounds", "{\"bounds\":[0,200,300,400]}")
    try ask("read", "GET", "/v1/collections/feed/attributes?rect=0,0,300,88")
    try ask(
      "change", "POST", "/v1/collections/feed/updates",
      "{\"updates\":[{\"op\":\"deleteItems\",\"at\":[[0,3]]}]}")
    try ask("missing", "GET", "/v1/collections/none")
    try ask("wrong", "GET", "/v1/collections/feed", key: "no key")
    try ask("health", "GET", "/healthz")
    let log = try log(of: service)
    #expect(!service.process.outputText.contains(key))
    let hash = try ChildProcess("/usr/bin/sha256sum", [], input: Array(key.utf8))
    #expect(hash.waitForExit() == 0)
    let fingerprint = hash.outputText.prefix(12)
    for id in ["solve", "create", "scroll", "read", "change", "missing"] {
      #expect(log[id]?["key"] == String(fingerprint) && log[id]?["tenant"] == "acme", "\(id)")
    }
    for id in ["wrong", "health"] { #expect(log[id]?["key"] == nil && log[id]?["tenant"] == nil, "\(id)") }
    #expect(log["solve"]?["collection"] == nil && log["solve"]?.fields["elements"]?.int == 3)
    #expect(log["create"]?["collection"] == "feed" && log["create"]?.fields["elements"]?.int == 1000)
    #expect(log["scroll"]?["collection"] == "feed" && log["missing"]?["collection"] == "none")
    #expect(log["read"]?.fields["elements"]?.int == 2 && log["missing"]?.fields["elements"] == nil)
    for id in ["scroll", "change"] {
      let touched = try #require(log[id]?.fields["elements"]?.int, "\(id)")
      #expect((1...100).contains(touched), "\(id): \(touched)")
    }
  }
}
