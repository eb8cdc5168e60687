import Foundation
import TestSupport
import Testing

/// `POST /v1/measurements` over a socket.
struct MeasurementServiceTests {
  private static let json = ["Content-Type: application/json"]
  private static let small = Array(#"{"width":320,"items":[{"template":"text","content":"Hello"}]}"#.utf8)

  /// Many cells that are quick to read and slow to measure: all their content except a number is in the template.
  private static let large: [UInt8] = {
    let words = String(repeating: "lorem ipsum ", count: 20)
    let views = (0..<20).map { "\"v\($0)\":{\"type\":\"text\",\"lines\":0,\"text\":\"\(words)\"}" }
    let rows = (0..<20).map { "\"H:|[v\($0)]|\"" } + ["\"V:|" + (0..<20).map { "[v\($0)]" }.joined() + "|\""]
    let template =
      "{\"views\":{\(views.joined(separator: ","))},\"constraints\":[\(rows.joined(separator: ","))]}"
    let items = (0..<20_000).map { "{\"template\":\"t\",\"content\":{\"v0\":\"\($0)\"}}" }
    return Array(
      "{\"width\":320,\"templates\":{\"t\":\(template)},\"items\":[\(items.joined(separator: ","))]}".utf8)
  }()

  private func measure(
    _ service: RunningService, _ body: [UInt8], _ headers: [String] = [], query: String = ""
  )
    throws -> HTTPResponse
  {
    try service.ask("POST", "/v1/measurements" + query, Self.json + headers, body: body)
  }

  @Test func `cells are measured, whether or not the body is compressed`() throws {
    let service = RunningService.shared.value
    let plain = try measure(service, Self.small)
    #expect(plain.status == 200 && plain.header("Content-Type") == "application/json")
    let height = try #require(plain.json?.at("/sizes/0/height")?.number)
    #expect(plain.json?.at("/sizes/0/width") == 320 && abs(height - 22) < 1e-9)
    let gzip = try ChildProcess("/bin/gzip", ["-c"], input: Self.small)
    #expect(gzip.waitForExit() == 0)
    #expect(try measure(service, gzip.output, ["Content-Encoding: gzip"]).body == plain.body)
  }

  @Test func `an unsupported format, content type or method is rejected`() throws {
    let service = RunningService.shared.value
    for query in ["?format=binary", "?format=columns"] {
      #expect(try measure(service, Self.small, query: query).status == 406)
    }
    let plain = try service.ask("POST", "/v1/measurements", ["Content-Type: text/plain"], body: Self.small)
    #expect(plain.status == 415)
    let get = try service.ask("GET", "/v1/measurements")
    #expect(get.status == 405 && get.header("Allow")?.contains("POST") == true)
  }

  @Test func `a refusal has the pointer and the column`() throws {
    let body = #"{"templates":{"t":{"views":{"a":{"type":"box"}},"constraints":["H:|[b]"]}},"items":[]}"#
    let answer = try measure(RunningService.shared.value, Array(body.utf8))
    #expect(answer.status == 422 && answer.pointers == ["/templates/t/constraints/0"])
    #expect(answer.json?.at("/errors/0/column") == 5)
  }

  @Test func `a request beyond the deadline is cancelled, and small requests get responses meanwhile`()
    throws
  {
    let service = try RunningService("--workers", "2", "--deadline", "3s")
    // The first ones wait for the fonts.
    #expect(eventually { (try? self.measure(service, Self.small).status) == 200 })
    let slow = try (0..<2).map { _ in try service.client() }
    for client in slow { client.sendRequest("POST", "/v1/measurements", Self.json, body: Self.large) }
    #expect(eventually { (try? service.metrics()["tessera_jobs_running"]) == 2 })
    // A small request may miss the deadline, too, if the machine is busy.
    var answered = 0
    #expect(
      eventually {
        if (try? self.measure(service, Self.small).status) == 200 { answered += 1 }
        return answered == 5
      })
    for client in slow {
      let answer = try #require(client.readResponse())
      #expect(answer.status == 504 && answer.code == "deadline_exceeded")
    }
    #expect(eventually { (try? service.metrics()["tessera_jobs_running"]) == 0 })
    #expect(service.serves)
  }
}
