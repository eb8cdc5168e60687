import JSON
import TestSupport
import Testing

@testable import HTTPServer
@testable import tessera

/// The lines of the access log.
struct AccessBatchTests {
  private func completion(
    id: String = "a", head: RequestHead? = nil, refusal: TransportError? = nil, status: Int? = 200,
    total: Duration = .microseconds(1234), termination: Completion.Termination = .answered
  ) -> Completion {
    Completion(
      id: id, remoteAddress: "192.0.2.1", head: head, refusal: refusal, status: status, bytesSent: 17,
      bytesReceived: 5, receiving: nil, handling: nil, total: total, termination: termination)
  }

  private func head(_ method: String, _ target: String) throws -> RequestHead {
    RequestHead(
      id: "a", method: Method(rawValue: method), target: try #require(RequestTarget(target)),
      headers: Headers())
  }

  private func lines(_ exchanges: [Completion], _ format: LogFormat) -> [String] {
    var batch = AccessBatch(format: format)
    for exchange in exchanges { batch.append(exchange, nil) }
    var page = ByteWriter()
    batch.write(to: &page)
    let text = page.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func `a line has the texts and the numbers of its own exchange`() throws {
    let exchanges = [
      completion(id: "first", head: try head("GET", "/one?rect=1")), completion(id: "second", status: nil),
      completion(
        id: "third", head: try head("POST", "/three"), refusal: .requestTimeout, status: 408, total: .zero,
        termination: .timeout),
    ]
    let entries = try lines(exchanges, .json).map { try JSONTree(parsing: $0) }
    #expect(entries.map { $0["id"] } == ["first", "second", "third"])
    #expect(entries[0]["method"] == "GET" && entries[0]["target"] == "/one?rect=1")
    #expect(entries[0]["ms"]?.number == 1.234 && entries[0]["status"] == 200)
    #expect(entries[0]["received"] == 5 && entries[0]["sent"] == 17 && entries[0]["end"] == "answered")
    #expect(entries[1]["method"] == nil && entries[1]["target"] == nil && entries[1]["status"] == nil)
    #expect(entries[1]["remote"] == "192.0.2.1" && entries[1]["code"] == nil)
    #expect(entries[2]["method"] == "POST" && entries[2]["target"] == "/three")
    #expect(entries[2]["code"] == "request_timeout" && entries[2]["end"] == "timeout")
  }

  @Test func `readable lines have the same, with a dash where there is nothing`() throws {
    let exchanges = [
      completion(head: try head("GET", "/one?secret")), completion(status: nil),
      completion(head: try head("PUT", "/two"), refusal: .requestTimeout, status: 408),
    ]
    #expect(
      lines(exchanges, .text) == [
        "200 GET /one?*** 17B 1.23ms", "- - - 17B 1.23ms", "408 PUT /two 17B 1.23ms request_timeout",
      ])
  }

  @Test func `a batch without lines takes no memory, and is used again`() throws {
    var batch = AccessBatch(format: .text)
    batch.append(completion(head: try head("GET", "/one")), nil)
    #expect(batch.lineCount == 1 && batch.byteCount > 0)
    batch.removeAll(keepingCapacity: true)
    #expect(batch.lineCount == 0 && batch.byteCount == 0)
    batch.append(completion(head: try head("GET", "/two")), nil)
    var page = ByteWriter()
    batch.write(to: &page)
    #expect(
      page.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == "200 GET /two 17B 1.23ms\n")
  }

  @Test(arguments: [
    ("a\u{1B}[31m\r\nb", "a?[31m??b"), ("\u{7F}\u{80}\u{9F}\u{A0}é", "???\u{A0}é"), ("日本 🐦", "日本 🐦"),
    ("", ""),
  ])
  func `control characters of a text become question marks`(text: String, printed: String) {
    var page = ByteWriter()
    page.append(printable: text.utf8)
    #expect(page.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == printed)
  }

  @Test func `a notice is a JSON object where lines are`() throws {
    var page = ByteWriter()
    AccessBatch(format: .json).writeNotice(ofDropped: 12, to: &page)
    let text = page.finish().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let entry = try JSONTree(parsing: text)
    #expect(entry["warning"] == "12 lines dropped" && entry["dropped"] == 12 && text.hasSuffix("}\n"))
    #expect(entry["time"]?.string?.hasSuffix("Z") == true)
  }
}
