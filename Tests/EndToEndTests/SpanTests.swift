import Foundation
import HTTPServer
import TestSupport
import Testing

/// Spans that the program sends to a collector.
struct SpanTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00f067aa0ba902b7"
  private static let list =
    "{\"id\":\"feed\",\"container\":{\"width\":300,\"height\":400},\"layout\":{\"kind\":\"list\"},"
    + "\"sections\":[{\"itemCount\":1000}]}"

  private let collector: RunningCollector

  init() throws { collector = try RunningCollector() }

  private var spans: [JSONTree] { collector.collector.spans }

  private func serve(_ arguments: String..., environment: [String: String] = [:]) throws -> RunningService {
    try RunningService(
      ["--otlp-endpoint", collector.url, "--log-format", "off"] + arguments, environment: environment)
  }

  private func traceparent(sampled: Bool, _ trace: String = trace) -> String {
    "traceparent: 00-\(trace)-\(Self.parent)-\(sampled ? "01" : "00")"
  }

  private func attribute(_ name: String, of span: JSONTree) -> JSONTree? {
    span["attributes"]?.elements?.first { $0["key"]?.string == name }?["value"]
  }

  private func names(of trace: String) -> Set<String> {
    Set(spans.filter { $0["traceId"]?.string == trace }.compactMap { $0["name"]?.string })
  }

  @Test func `a request is a span of its trace, with its parts inside of it and within its time`() throws {
    let service = try serve("--otlp-service", "layouts of the test", "--keys", "acme:sesame")
    let before = Date().timeIntervalSince1970 * 1e9
    let key = "Authorization: Bearer sesame"
    let response = try service.ask(
      "POST", "/v1/collections?include=content",
      [traceparent(sampled: true), "tracestate: a=1,b=2", key, "Content-Type: application/json"],
      body: Array(Self.list.utf8))
    #expect(response.status == 400)
    let created = try service.ask(
      "POST", "/v1/collections",
      [
        traceparent(sampled: true), "tracestate: a=1", "X-Request-Id: mine", key,
        "Content-Type: application/json",
      ],
      body: Array(Self.list.utf8))
    #expect(created.status == 201)
    let timing = try #require(created.header("Server-Timing"))
    #expect(service.stop() == 0)
    let after = Date().timeIntervalSince1970 * 1e9

    let requests = spans.filter { $0["kind"]?.int == 2 }
    #expect(requests.count == 2 && requests.allSatisfy { $0["name"] == "POST /v1/collections" })
    let span = try #require(
      requests.first { attribute("tessera.request.id", of: $0)?["stringValue"] == "mine" })
    let id = try #require(span["spanId"]?.string)
    #expect(timing.hasSuffix("traceparent;desc=\"00-\(Self.trace)-\(id)-01\""))
    #expect(span["traceId"]?.string == Self.trace && span["parentSpanId"]?.string == Self.parent)
    #expect(span["traceState"] == "a=1" && span["status"] == nil)
    #expect(attribute("http.response.status_code", of: span) == ["intValue": "201"])
    #expect(attribute("http.route", of: span) == ["stringValue": "/v1/collections"])
    #expect(attribute("tessera.tenant", of: span) == ["stringValue": "acme"])
    #expect(attribute("tessera.collection", of: span) == ["stringValue": "feed"])
    #expect(attribute("tessera.elements", of: span) == ["intValue": "1000"])
    func times(_ span: JSONTree) throws -> (start: Int, end: Int) {
      (
        try #require(span["startTimeUnixNano"]?.string.flatMap { Int($0) }),
        try #require(span["endTimeUnixNano"]?.string.flatMap { Int($0) })
      )
    }
    let whole = try times(span)
    #expect(
      before <= Double(whole.start) + 1e6 && whole.start < whole.end && Double(whole.end) <= after + 1e6)
    let parts = spans.filter { $0["parentSpanId"]?.string == id }
    #expect(
      Set(parts.compactMap { $0["name"]?.string })
        == ["receive", "queue", "parse", "solve", "encode", "store", "send"])
    for part in parts {
      let (start, end) = try times(part)
      #expect(part["kind"] == 1 && part["traceId"]?.string == Self.trace)
      #expect(whole.start <= start && start <= end && end <= whole.end, "\(part)")
    }
    #expect(Set(spans.compactMap { $0["spanId"]?.string }).count == spans.count)

    let received = try #require(collector.collector.received.first)
    #expect(received.path == "/v1/traces" && received.headers["content-type"] == "application/json")
    #expect(received.headers["user-agent"]?.hasPrefix("tessera/") == true)
    let document = try JSONTree(parsing: received.body)
    let resource = document["resourceSpans"]?[0]?["resource"]
    #expect(
      resource?["attributes"]?[0] == [
        "key": "service.name", "value": ["stringValue": "layouts of the test"],
      ])
  }

  @Test func `the parent decides whether a request is recorded, and the ratio where there is no parent`()
    throws
  {
    let service = try serve("--trace-ratio", "0")
    let (other, third) = (String(Self.trace.reversed()), String(repeating: "ab", count: 16))
    #expect(try service.solve(Bodies.small, [traceparent(sampled: true)]).status == 200)
    #expect(try service.solve(Bodies.small, [traceparent(sampled: false, other)]).status == 200)
    #expect(try service.solve(Bodies.small).header("Server-Timing")?.hasSuffix("-00\"") == true)
    #expect(try service.solve("{", [traceparent(sampled: true, third)]).status == 400)
    #expect(service.stop() == 0)
    #expect(names(of: Self.trace).isSuperset(of: ["POST /v1/layouts", "parse", "solve", "encode"]))
    #expect(names(of: other).isEmpty)
    #expect(Set(spans.compactMap { $0["traceId"]?.string }) == [Self.trace, third])

    let all = try serve()
    #expect(try all.solve(Bodies.small).header("Server-Timing")?.hasSuffix("-01\"") == true)
    #expect(all.stop() == 0)
    #expect(Set(spans.compactMap { $0["traceId"]?.string }).count == 3)
  }

  @Test func `content that is measured has a span, and an error of the server is one`() throws {
    let service = try serve()
    let texts = """
      {"width":100,"items":[{"template":"text","content":"some words"}]}
      """
    let measured = try service.ask(
      "POST", "/v1/measurements", [traceparent(sampled: true), "Content-Type: application/json"],
      body: Array(texts.utf8))
    // No secret of tokens is set.
    let failed = try service.ask(
      "POST", "/v1/tokens", ["Content-Type: application/json"], body: Array("{}".utf8))
    #expect(failed.status == 501)
    #expect(service.stop() == 0)
    #expect(measured.status == 200 && names(of: Self.trace).contains("measure"))
    let error = try #require(spans.first { $0["name"] == "POST /v1/tokens" })
    #expect(error["status"] == ["code": 2] && attribute("error.type", of: error) == ["stringValue": "501"])
  }

  @Test func `a stream is a span when it ends, and a text of a client keeps its form and loses its length`()
    throws
  {
    let service = try serve("--uri-limit", "8KB")
    let long = String(repeating: "x%22", count: 500)
    #expect(try service.ask("GET", "/v1/\(long)?token=secret&format=a%0Ab").status == 404)
    _ = try service.ask(
      "POST", "/v1/collections", ["Content-Type: application/json"], body: Array(Self.list.utf8))
    let stream = try EventStream(service, "/v1/collections/feed/events")
    #expect(stream.next()?.name == "open")
    #expect(service.stop() == 0)
    let missing = try #require(spans.first { $0["name"] == "GET" })
    let path = try #require(attribute("url.path", of: missing)?["stringValue"]?.string)
    #expect(path.hasPrefix("/v1/x%22x%22") && path.hasSuffix("…") && path.count <= 257)
    #expect(attribute("url.query", of: missing) == ["stringValue": "***&format=a%0Ab"])
    let streamed = try #require(spans.first { $0["name"] == "GET /v1/collections/{collection}/events" })
    #expect(attribute("tessera.end", of: streamed) == ["stringValue": "answered"])
  }

  @Test func `the variables of OpenTelemetry set what no other variable or flag does`() throws {
    let environment = [
      "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SERVICE_NAME": "by variable",
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": collector.url + "/own/path",
      "OTEL_EXPORTER_OTLP_HEADERS": "x-key=a%20b, authorization=Bearer%20c",
    ]
    let service = try RunningService("--log-format", "off", environment: environment)
    #expect(service.serves && service.stop() == 0)
    let received = try #require(collector.collector.received.first)
    #expect(received.path == "/own/path")
    #expect(received.headers["x-key"] == "a b" && received.headers["authorization"] == "Bearer c")
    #expect(String(decoding: received.body, as: UTF8.self).contains("by variable"))
    // A flag decides about both addresses.
    let second = try serve(environment: environment)
    #expect(second.serves && second.stop() == 0)
    #expect(collector.collector.received.last?.path == "/v1/traces")
  }

  @Test func `without a collector nothing is recorded, also if a client wants it`() throws {
    let service = try RunningService("--log-format", "off")
    #expect(try service.solve(Bodies.small, [traceparent(sampled: true)]).status == 200)
    #expect(try service.metrics()["tessera_spans_sent_total"] == 0)
    #expect(try service.solve(Bodies.small).header("Server-Timing")?.hasSuffix("-00\"") == true)
  }

  @Test func `spans that no collector takes are dropped and counted, and the service stops in time`() throws {
    collector.stop()
    let service = try serve("--drain", "1s")
    #expect(service.serves)
    #expect(service.stop() == 0)
    #expect(service.process.errors.contains("spans cannot be sent to \(collector.url)/v1/traces"))
  }
}
