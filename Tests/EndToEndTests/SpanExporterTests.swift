import API
import Support
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer
@testable import tessera

/// How spans are gathered, sent again and dropped.
struct SpanExporterTests {
  private let collector: RunningCollector
  private let warnings = Gathering<String>()

  init() throws { collector = try RunningCollector() }

  private func exporter(_ set: (inout SpanExporter.Limits) -> Void = { _ in }) throws -> SpanExporter {
    var configuration = SpanConfiguration()
    configuration.endpoint = collector.url
    var limits = SpanExporter.Limits()
    limits.interval = .milliseconds(1)
    limits.firstWait = .milliseconds(1)
    set(&limits)
    let exporter = SpanExporter(configuration, version: "1", limits: limits) { [warnings] text in
      warnings.add(text)
    }
    return try #require(exporter)
  }

  /// An exchange of a request of a trace that is recorded.
  private func exchange(ratio: Double = 1) -> Completion {
    let head = RequestHead(
      id: "r", trace: TraceContext(ratio: ratio), method: .get, target: RequestTarget("/v1/collections")!)
    return Completion(
      id: "r", remoteAddress: "127.0.0.1", head: head, refusal: nil, status: 200, bytesSent: 1,
      bytesReceived: 0, receiving: .milliseconds(1), handling: .milliseconds(2), total: .milliseconds(4),
      termination: .answered)
  }

  /// The request and its part "send".
  private static let spansOfExchange = 2

  private func response(_ status: Int, _ headers: [(name: String, value: String)] = []) -> Response {
    Response(status: status, headers: headers)
  }

  @Test(arguments: [429, 502, 503, 504])
  func `a batch that the collector cannot take now is sent again`(status: Int) throws {
    collector.collector.respond(with: response(status), response(status))
    let exporter = try exporter()
    exporter.record(exchange(), nil)
    #expect(eventually { exporter.counts.sent == Self.spansOfExchange })
    let received = collector.collector.received
    #expect(received.count == 3 && Set(received.map(\.body)).count == 1)
    #expect(eventually { warnings.values.count == 2 })
    #expect(warnings.values.first?.contains("\(status)") == true)
    #expect(exporter.counts.dropped.isEmpty)
    exporter.close(within: .seconds(60))
  }

  @Test func `a batch is sent again after the time that the collector asks for`() throws {
    collector.collector.respond(with: response(503, [("Retry-After", "1")]))
    let exporter = try exporter()
    let start = ContinuousClock.now
    exporter.record(exchange(), nil)
    #expect(eventually { exporter.counts.sent == Self.spansOfExchange })
    #expect(.now - start >= .seconds(1))
    exporter.close(within: .seconds(60))
  }

  @Test(arguments: [400, 401, 404, 500])
  func `a batch that the collector refuses is dropped, and the next one is sent`(status: Int) throws {
    collector.collector.respond(with: response(status))
    let exporter = try exporter()
    exporter.record(exchange(), nil)
    #expect(eventually { exporter.counts.dropped == [.unsent: Self.spansOfExchange] })
    exporter.record(exchange(), nil)
    #expect(eventually { exporter.counts.sent == Self.spansOfExchange })
    #expect(collector.collector.received.count == 2)
    #expect(warnings.values.last?.contains("\(Self.spansOfExchange) were dropped") == true)
    exporter.close(within: .seconds(60))
  }

  @Test func `a batch is given up after some attempts`() throws {
    collector.stop()
    let exporter = try exporter { $0.attempts = 3 }
    exporter.record(exchange(), nil)
    #expect(eventually { exporter.counts.dropped == [.unsent: Self.spansOfExchange] })
    #expect(warnings.values.count == 1)
    exporter.close(within: .seconds(60))
  }

  @Test(arguments: [
    #"{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}"#,
    #"{"partialSuccess":{"rejectedSpans":1,"errorMessage":"too old"}}"#,
  ])
  func `spans that the collector rejects among others are counted`(body: String) throws {
    collector.collector.respond(with: Response(contentType: "application/json", bytes: Array(body.utf8)))
    let exporter = try exporter()
    exporter.record(exchange(), nil)
    #expect(eventually { exporter.counts.dropped == [.rejected: 1] && exporter.counts.sent == 1 })
    #expect(warnings.values.first?.contains("too old") == true)
    exporter.close(within: .seconds(60))
  }

  @Test(arguments: [String(Int.max), "3"])
  func `a collector rejects no more spans than it has got`(rejected: String) throws {
    let body = Array("{\"partialSuccess\":{\"rejectedSpans\":\"\(rejected)\"}}".utf8)
    let response = Response(contentType: "application/json", bytes: body)
    collector.collector.respond(with: response, response)
    let exporter = try exporter { $0.batch = 1 }
    for _ in 0..<2 { exporter.record(exchange(), nil) }
    #expect(eventually { exporter.counts.dropped == [.rejected: 2 * Self.spansOfExchange] })
    #expect(exporter.counts.sent == 0)
    exporter.close(within: .seconds(60))
  }

  @Test(arguments: [
    "", "{", "[]", "{\"partialSuccess\":3}", "{\"partialSuccess\":{\"rejectedSpans\":\"many\"}}",
  ])
  func `a response of another form says that all spans were taken`(body: String) {
    #expect(PartialSuccess(Array(body.utf8)).rejected == 0)
  }

  @Test func `beyond the limit requests are dropped and counted, and the others are sent in batches`() throws
  {
    let exporter = try exporter {
      $0.waiting = 10
      $0.batch = 100
      $0.interval = .seconds(600)
    }
    for _ in 0..<15 { exporter.record(exchange(), nil) }
    #expect(exporter.counts.dropped == [.queueFull: 5 * Self.spansOfExchange])
    #expect(collector.collector.received.isEmpty)
    exporter.close(within: .seconds(60))
    #expect(exporter.counts.sent == 10 * Self.spansOfExchange)
    #expect(collector.collector.received.count == 1)
    exporter.record(exchange(), nil)
    #expect(exporter.counts.dropped == [.queueFull: 6 * Self.spansOfExchange])
  }

  @Test func `a full batch is sent at once`() throws {
    let exporter = try exporter {
      $0.batch = 3
      $0.interval = .seconds(600)
    }
    for _ in 0..<3 { exporter.record(exchange(), nil) }
    #expect(eventually { exporter.counts.sent == 3 * Self.spansOfExchange })
    exporter.close(within: .seconds(60))
  }

  @Test func `a request that is not recorded costs no memory and sends nothing`() throws {
    let exporter = try exporter()
    exporter.record(exchange(ratio: 0), nil)
    exporter.close(within: .seconds(60))
    #expect(collector.collector.received.isEmpty && exporter.counts.sent == 0)
  }

  @Test func `about the ratio of the traces that begin here is recorded`() {
    #expect((0..<1000).allSatisfy { _ in TraceContext(ratio: 1).isSampled })
    #expect((0..<1000).allSatisfy { _ in !TraceContext(ratio: 0).isSampled })
    let count = (0..<10_000).count { _ in TraceContext(ratio: 0.25).isSampled }
    #expect((2200...2800).contains(count))
  }

  @Test func `a list of fields is read as the specification writes it`() throws {
    func fields(_ text: String) -> [String]? { HeaderList(text)?.fields.map { "\($0.name): \($0.value)" } }
    #expect(fields("") == [] && fields(" , ") == [])
    #expect(fields("api-key=a%3Db%2C%20c,other = d ") == ["api-key: a=b, c", "other: d"])
    #expect(fields("a=b=c") == ["a: b=c"] && fields("a=") == ["a: "])
    for text in ["a", "=b", "a b=c", "a=%0d%0aX: y", "a=%", "a=%zz", "a=%ff", "ä=b", "a=\u{7F}"] {
      #expect(fields(text) == nil, "\(text)")
    }
  }

  @Test func `an address is one of HTTP without user and query`() {
    let format = ValueFormat<String>.httpAddress
    let valid = [
      "", "http://localhost:4318", "https://collector.example/otlp/", "http://[::1]:4318", "http://10.0.0.1",
    ]
    for text in valid { #expect(format.parse(text) == text) }
    let invalid = [
      "localhost:4318", "ftp://a", "http://", "http://user:secret@host", "http://a?key=b", "http://a#b",
      "http://a:0", "http://a:65536", "http://a b", "http://a/\n", "HTTP://a", "http://ä",
    ]
    for text in invalid { #expect(format.parse(text) == nil, "\(text)") }
  }

  @Test(arguments: [("0", 0), ("1", 1), ("0.05", 0.05), (".5", 0.5)])
  func `a ratio is a number from 0 to 1`(text: String, ratio: Double) {
    #expect(ValueFormat<Double>.ratio.parse(text) == ratio)
  }

  @Test(arguments: ["", "-0.1", "1.1", "nan", "1e-2", "0x1", "5%", "inf", "1."])
  func `another text is no ratio`(text: String) { #expect(ValueFormat<Double>.ratio.parse(text) == nil) }
}
