import TestSupport
import Testing

/// What a client, the log and the metrics get when the framing of a request is refused. `FramingTests` has every case.
struct FramingRefusalTests {
  private static let body = Bodies.small
  private static let length = body.utf8.count

  private static func post(_ fields: String, _ body: String = body) -> String {
    "POST /v1/layouts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(fields)\r\n\r\n\(body)"
  }

  /// Requests in whose body a laxer server would find another request, and requests that libmicrohttpd by itself would
  /// refuse with a page of HTML.
  private static let cases: [(bytes: String, status: Int, code: String, names: String)] = [
    (post("Content-Length : \(length)"), 400, "bad_request", "colon"),
    (post("Transfer-Encoding : chunked\r\nContent-Length: \(length)"), 400, "bad_request", "colon"),
    (post("Transfer-Encoding:\r\n chunked\r\nContent-Length: \(length)"), 400, "bad_request", "chunked"),
    (post("Content-Length: 7\u{0}7"), 400, "bad_request", "Content-Length"),
    (post("X: a\rContent-Length: \(length)"), 400, "bad_request", "CR and LF"),
    (post("Transfer-Encoding: chunked", "4d\n\(body)\n0\n\n"), 400, "bad_request", "hexadecimal"),
    (post("Transfer-Encoding: chunked", "zz\r\n"), 400, "bad_request", "hexadecimal"),
    (post("Content-Length: 5, 5"), 400, "bad_request", "Content-Length"),
    (post("Content-Length: 99999999999999999999"), 413, "payload_too_large", "bytes"),
    (post("Host: y\r\nContent-Length: \(length)"), 400, "bad_request", "Host"),
    ("GET /livez HTTP/1.1\r\n\r\n", 400, "bad_request", "Host"),
    ("GET /livez HTTP/3.0\r\nHost: x\r\n\r\n", 505, "version_not_supported", "HTTP/1.1"),
    ("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request", "version"),
    ("GET /\u{E9} HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request", "escaped"),
    ("nonsense\r\n\r\n", 400, "bad_request", "method"),
    ("\u{16}\u{3}\u{1}\u{2}", 400, "bad_request", "method"),
    (
      "GET /\(String(repeating: "a", count: 30_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri_too_long", "8192"
    ),
    (post("X: \(String(repeating: "a", count: 30_000))"), 431, "head_too_large", "24576"),
    (post((0..<300).map { "X-\($0): a" }.joined(separator: "\r\n")), 431, "head_too_large", "24576"),
    (
      "GET /livez?\(String(repeating: "a&", count: 300)) HTTP/1.1\r\nHost: x\r\n\r\n", 431, "head_too_large",
      "query"
    ),
  ]

  private func readAll(_ client: HTTPClient) -> String {
    var bytes: [UInt8] = []
    while let some = client.readSome() { bytes += some }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a refused request gets one problem document, a line in the log, and a count`() throws {
    let service = try RunningService("--log-format", "json")
    var ids: [String] = []
    for item in Self.cases {
      let client = try service.client()
      client.send(item.bytes.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
      let text = readAll(client)
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
      let name = item.bytes.prefix(120).debugDescription
      try #require(parts.count == 2, "\(name): \(text)")
      let lines = parts[0].split(separator: "\r\n")
      #expect(lines[0].hasPrefix("HTTP/1.1 \(item.status) "), "\(name): \(text)")
      #expect(lines.contains("Content-Type: application/problem+json"), "\(name)")
      #expect(lines.contains("Content-Length: \(parts[1].utf8.count)"), "\(name)")
      #expect(lines.contains("Connection: close"), "\(name)")
      #expect(lines.count { $0.hasPrefix("Date: ") } == 1, "\(name)")
      let problem = try JSONTree(parsing: parts[1])
      #expect(problem["code"]?.string == item.code, "\(name): \(parts[1])")
      #expect(problem["detail"]?.string?.contains(item.names) == true, "\(name): \(parts[1])")
      let id = try #require(problem["instance"]?.string)
      #expect(lines.contains("X-Request-Id: \(id)"), "\(name)")
      ids.append(id)
    }
    #expect(service.serves)
    let metrics = try service.metrics()
    for code in Set(Self.cases.map(\.code)) {
      let count = Double(Self.cases.count { $0.code == code })
      #expect(metrics["tessera_refusals_total{code=\"\(code)\"}"] == count, "\(code)")
    }
    #expect(service.stop() == 0)
    let log = try service.process.outputText.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
    for (item, id) in zip(Self.cases, ids) {
      let entries = log.filter { $0["id"]?.string == id }
      try #require(entries.count == 1, "\(id)")
      #expect(entries[0]["status"]?.int == item.status && entries[0]["code"]?.string == item.code)
      #expect(entries[0]["remote"] == "127.0.0.1" && entries[0]["end"] == "answered")
    }
  }

  @Test func `nothing behind a refused request is read as a request`() throws {
    let service = try RunningService("--log-format", "json")
    let hidden = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
    for item in Self.cases {
      let client = try service.client()
      client.send((item.bytes + hidden).unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
      #expect(readAll(client).split(separator: "\r\n").count { $0.hasPrefix("HTTP/1.1 ") } == 1)
    }
    #expect(service.stop() == 0)
    #expect(!service.process.outputText.contains("hidden"))
  }

  @Test func `a refusal comes after the responses to the requests before it`() throws {
    let client = try RunningService.shared.value.client()
    let good = Self.post("Content-Length: \(Self.length)")
    client.send(good + good + "GET / HTTP/1.1\r\n\r\n")
    #expect(client.readResponse()?.status == 200)
    #expect(client.readResponse()?.status == 200)
    #expect(client.readResponse()?.code == "bad_request")
    #expect(client.readsEnd())
  }
}
