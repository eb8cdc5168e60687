import Foundation
import TestSupport
import Testing

/// Requests with so much content that measuring it takes long.
@Suite(.serialized) struct LongMeasuringTests {
  private static let json = ["Content-Type: application/json"]

  /// Paragraphs that are nearly all different.
  private static func paragraphs(_ count: Int) -> [UInt8] {
    let words = ["measure", "visible", "insert", "estimate", "paragraph", "line", "template", "height"]
    var items: [String] = []
    for number in 0..<count {
      let text = (0..<40).map { words[(number &* 31 &+ $0 &* $0) % words.count] + "\(number % 97)" }
      items.append("{\"template\":\"text\",\"content\":\"\(text.joined(separator: " ")) \(number)\"}")
    }
    return Array("{\"width\":320,\"items\":[\(items.joined(separator: ","))]}".utf8)
  }

  private static let count = 6000
  private static let long = paragraphs(count)

  @Test func `short requests get responses while a long one is measured, also with one worker`() throws {
    let service = try RunningService("--workers", "1", "--deadline", "600s", "--size-memory", "0B")
    let client = try service.client(timeout: 300)
    client.sendRequest("POST", "/v1/measurements", Self.json, body: Self.long)
    // Until it measures, which takes long.
    #expect(
      eventually {
        (try? service.metrics()["tessera_cells_sized_total{from=\"content\"}"] ?? 0) ?? 0 > 1000
      })
    // One is answered while the other goes on; behind that, none would be.
    #expect(try service.solve(Bodies.small).status == 200)
    let measured = try #require(try service.metrics()["tessera_cells_sized_total{from=\"content\"}"])
    #expect(measured < Double(Self.count), "the long one was over before the short one was answered")
    for _ in 0..<20 { #expect(try service.solve(Bodies.small).status == 200) }
    let answer = try #require(client.readResponse())
    #expect(answer.status == 200)
    #expect(answer.json?["sizes"]?.elements?.count == Self.count)
  }

  @Test func `a deadline ends it, and the workers are free`() throws {
    let service = try RunningService("--workers", "2", "--deadline", "300ms")
    let answer = try service.ask("POST", "/v1/measurements", Self.json, body: Self.long)
    #expect(answer.status == 504 && answer.code == "deadline_exceeded")
    #expect(eventually { (try? service.metrics()["tessera_jobs_running"]) == 0 })
    let measured = try service.metrics()["tessera_cells_sized_total{from=\"content\"}"]
    #expect(eventually { service.serves })
    #expect(try service.metrics()["tessera_cells_sized_total{from=\"content\"}"] == measured)
  }

  @Test func `nothing more is measured for a client that has gone`() throws {
    let service = try RunningService("--workers", "2", "--deadline", "100s")
    let client = try service.client(timeout: 300)
    client.sendRequest("POST", "/v1/measurements", Self.json, body: Self.long)
    #expect(
      eventually {
        (try? service.metrics()["tessera_cells_sized_total{from=\"content\"}"] ?? 0) ?? 0 > 500
      })
    client.close()
    #expect(eventually { (try? service.metrics()["tessera_jobs_running"]) == 0 })
    #expect(
      try #require(try service.metrics()["tessera_cells_sized_total{from=\"content\"}"]) < Double(Self.count))
  }
}
