import TestSupport
import Testing

/// The lines on standard output.
struct LogTests {
  /// Requests whose target, method or id would forge a line if it were written unescaped.
  private static let hostile = [
    "GET /a\"},{\"status\":200 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a\u{1B}[31mred\u{7F}\u{9} HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /%0a%0d{\"forged\":true} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\"b\r\n\r\n",
    "G\u{1B}[1mT /method HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /\\u000a\\n HTTP/1.1\r\nHost: x\r\nUser-Agent: \"\r\n\r\n",
  ]

  private func send(to service: RunningService) throws {
    for text in Self.hostile {
      let client = try service.client()
      client.send(text)
      _ = client.readResponse()
    }
    let client = try service.client()
    client.send(Array("GET /".utf8) + [0xFF, 0xC0, 0x80] + Array(" HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    _ = client.readResponse()
  }

  @Test func `every request is one JSON object on a line, whatever it holds`() throws {
    let service = try RunningService("--log-format", "json")
    let answer = try service.solve(Bodies.small, ["X-Request-Id: log-test"])
    try send(to: service)
    #expect(try service.ask("GET", "/nothing?x=1").status == 404)
    #expect(service.stop() == 0)
    let lines = service.process.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count >= 4)
    for line in lines {
      let entry = try JSONTree(parsing: String(line))
      #expect(entry["forged"] == nil && entry["id"]?.string?.contains("\"") == false)
      #expect(entry["remote"] == "127.0.0.1")
      #expect(entry["time"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
    }
    let entry = try JSONTree(parsing: String(try #require(lines.first { $0.contains("log-test") })))
    #expect(entry["method"] == "POST" && entry["target"] == "/v1/layouts" && entry["status"] == 200)
    #expect(entry["received"]?.int == Bodies.small.utf8.count)
    #expect(entry["sent"]?.int == answer.body.count)
    #expect(entry["end"] == "answered" && entry["ms"]?.number ?? -1 >= 0)
    #expect(lines.contains { $0.contains("/nothing?***\"") && $0.contains("\"status\":404") })
  }

  @Test(arguments: ["json", "text"])
  func `a key that a client sends in the query by mistake is in no log`(format: String) throws {
    let service = try RunningService("--log-format", format, environment: ["TESSERA_KEYS": "alpha-secret"])
    for query in [
      "key=alpha-secret", "access_token=alpha%2Dsecret", "alpha-secret", "format=svg&alpha-secret=&",
      "fo%72mat=alpha-secret",
    ] {
      _ = try service.ask("POST", "/v1/layouts?\(query)", body: [])
      _ = try service.ask("GET", "/nowhere?\(query)")
    }
    service.stop()
    let log = service.process.outputText
    #expect(log.contains("/v1/layouts?format=svg&***&"))
    #expect(!log.contains("alpha") && !service.process.errors.contains("alpha"))
  }

  @Test func `readable lines carry no control characters`() throws {
    let service = try RunningService("--log-format", "text")
    try send(to: service)
    #expect(try service.ask("GET", "/healthz").status == 200)
    #expect(service.stop() == 0)
    let text = service.process.outputText
    #expect(text.contains("200 GET /healthz 15B"))
    #expect(!text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || $0.value == 0x7F })
    #expect(
      text.split(separator: "\n").allSatisfy { $0.prefixMatch(of: /(\d{3}|-)\s\S+\s/) != nil }, "\(text)")
  }

  @Test func `an orderly stop writes the line of every request, in their order`() throws {
    let service = try RunningService("--log-format", "json")
    let client = try service.client()
    for number in 0..<500 {
      #expect(client.request("GET", "/healthz", ["X-Request-Id: request-\(number)"])?.status == 200)
    }
    #expect(service.stop() == 0)
    let ids = try service.process.outputText.split(separator: "\n").map {
      try JSONTree(parsing: String($0))["id"]?.string
    }
    #expect(ids == (0..<500).map { "request-\($0)" })
  }

  @Test func `with the format json each message is an object too, with its level`() throws {
    let service = try RunningService("--log-format", "json")
    #expect(service.stop() == 0)
    let lines = try service.process.errors.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
    #expect(lines.first?["message"]?.string?.contains("listens on http://127.0.0.1:\(service.port)") == true)
    #expect(lines.last?["message"] == "stopped")
    for line in lines {
      #expect(line["time"]?.string?.hasSuffix("Z") == true)
      #expect(["info", "notice", "warning", "error"].contains(line["level"]?.string), "\(line)")
    }
  }

  @Test func `with the format text messages are text`() throws {
    let service = try RunningService("--log-format", "text")
    #expect(service.stop() == 0)
    let lines = service.process.errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("tessera ") == true)
    #expect(lines.last?.hasSuffix(" info tessera: stopped") == true)
  }

  @Test func `a standard output without a reader delays neither requests nor an orderly stop`() throws {
    let pipe = TemporaryFiles.path("pipe")
    let service = try RunningService(["--log-format", "text"], after: "mkfifo '\(pipe)'; exec 1<>'\(pipe)'")
    let client = try service.client()
    // Far more than a pipe holds.
    let target = "/" + String(repeating: "x", count: 4000)
    for _ in 0..<200 { #expect(client.request("GET", target)?.status == 404) }
    #expect(service.stop() == 0)
    #expect(service.process.errors.contains("stopped"))
  }

  @Test func `requests whose lines standard output does not take are counted`() throws {
    let service = try RunningService(["--log-format", "json"], after: "exec >/dev/full")
    for _ in 0..<20 { #expect(try service.ask("GET", "/healthz").status == 200) }
    // Each look at the metrics is a request too.
    #expect(try eventually { try service.metrics()["tessera_log_lines_dropped_total"] ?? 0 >= 20 })
  }

  @Test func `a service without a log of requests writes none, and its messages still`() throws {
    let service = try RunningService("--log-format", "off")
    #expect(service.serves)
    #expect(service.stop() == 0)
    #expect(service.process.output.isEmpty && service.process.errors.contains("stopped"))
  }
}
