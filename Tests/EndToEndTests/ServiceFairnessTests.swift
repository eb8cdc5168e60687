import TestSupport
import Testing

/// How the service divides its workers and its work among keys and addresses.
@Suite(.serialized) struct ServiceFairnessTests {
  private static let json = ["Content-Type: application/json"]
  /// Keeps a worker busy for longer than a test takes to look.
  private static let heavy = Array(Bodies.large(2_000_000).utf8)

  /// A layout of items that each have a size.
  private func sized(_ count: Int) -> String {
    "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"flow\"},\"sections\":[{\"itemSizes\":["
      + (0..<2 * count).map { "\(10 + $0 % 7)" }.joined(separator: ",") + "]}]}"
  }

  private func key(_ name: String) -> [String] { ["Authorization: Bearer \(name)"] }

  @Test(arguments: [1, 2])
  func `small requests of a key pass any number of heavy ones of another`(workers: Int) throws {
    let service = try RunningService([
      "--workers", "\(workers)", "--keys", "light,heavy", "--answer-limit", "1GB", "--deadline", "600s",
    ])
    let clients = try (0..<workers + 2).map { _ in try service.client(timeout: 600) }
    for client in clients {
      client.sendRequest("POST", "/v1/layouts", Self.json + key("heavy"), body: Self.heavy)
    }
    #expect(eventually { (try? service.metrics()["tessera_jobs_running"]) == Double(workers) })
    #expect(eventually { (try? service.metrics()["tessera_queue_depth"]) == 2 })
    for _ in 0..<20 { #expect(try service.solve(Bodies.small, key("light")).status == 200) }
    // They did not wait until all the heavy ones had ended.
    #expect(try service.metrics()["tessera_jobs_completed_total"] ?? 0 < Double(20 + clients.count))
    for client in clients { client.close() }
    #expect(eventually { (try? service.metrics()["tessera_jobs_running"]) == 0 })
  }

  @Test func `a key with too many waiting requests is 429, and another key still has room`() throws {
    let service = try RunningService([
      "--workers", "1", "--keys", "light,heavy", "--queue-per-key", "1", "--answer-limit", "1GB",
      "--deadline", "600s",
    ])
    let clients = try (0..<2).map { _ in try service.client(timeout: 600) }
    for (number, client) in clients.enumerated() {
      client.sendRequest("POST", "/v1/layouts", Self.json + key("heavy"), body: Self.heavy)
      let gauge = number == 0 ? "tessera_jobs_running" : "tessera_queue_depth"
      #expect(eventually { (try? service.metrics()[gauge]) == 1 })
    }
    let refused = try service.solve(Bodies.small, key("heavy"))
    #expect(refused.status == 429 && refused.code == "too_many_requests")
    #expect(refused.header("Retry-After") == "1")
    #expect(try service.solve(Bodies.small, key("light")).status == 200)
    #expect(try service.metrics()["tessera_jobs_limited_total"] == 1)
    for client in clients { client.close() }
  }

  @Test func `a key that has spent its units is 429 with the time to wait, and another has its own`() throws {
    // Without the quotas of a minute, which have items of their own in the fields.
    let service = try RunningService([
      "--keys", "a,b", "--rate-limit", "1", "--rate-burst", "2000", "--requests-per-key", "100%",
      "--processor-per-key", "100%",
    ])
    let first = try service.solve(Bodies.small, key("a"))
    #expect(first.status == 200)
    #expect(first.header("RateLimit-Policy") == "\"default\";q=2000;w=2000")
    let left = try #require(first.header("RateLimit"))
    #expect(left.hasPrefix("\"default\";r=19"))

    let large = sized(700)
    var responses = [first]
    while responses.last?.status == 200, responses.count < 10 {
      responses.append(try service.solve(large, key("a")))
    }
    let refused = try #require(responses.last)
    #expect(responses.count > 2)
    #expect(refused.status == 429 && refused.code == "too_many_requests")
    #expect((1...2000).contains(Int(refused.header("Retry-After") ?? "") ?? 0))
    #expect(refused.header("RateLimit") != nil)
    #expect(try service.solve(Bodies.small, key("b")).status == 200)
    // Probes and documents are free, and say nothing of limits.
    let probe = try service.ask("GET", "/livez")
    #expect(probe.status == 200 && probe.header("RateLimit") == nil)
    // A rejection by the key has no tenant.
    #expect(try service.solve(Bodies.small).header("RateLimit") == nil)
  }

  @Test func `changes and measurements are charged for the elements that they lay out`() throws {
    let service = try RunningService("--rate-limit", "1", "--rate-burst", "100000")
    func left(_ response: HTTPResponse) throws -> Int {
      let text = try #require(response.header("RateLimit"))
      return try #require(Int(text.dropFirst("\"default\";r=".count).prefix { $0 != ";" }))
    }
    let small = try left(try service.solve(Bodies.small))
    let created = try left(
      try service.ask("POST", "/v1/collections", Self.json, body: Array(sized(5000).utf8)))
    #expect(small - created >= 5000)
  }

  @Test func `without a limit no response speaks of one`() throws {
    let service = RunningService.shared.value
    #expect(try service.solve(Bodies.small).header("RateLimit") == nil)
  }
}
