import Foundation
import Glibc
import TestSupport
import Testing

/// More work than the workers can do.
@Suite(.serialized) struct OverloadTests {
  private static let json = ["Content-Type: application/json"]
  /// Keeps a worker busy for longer than a test takes to look.
  private static let heavy = Array(Bodies.large(2_000_000).utf8)

  private func busyService(_ arguments: String...) throws -> RunningService {
    let flags = ["--workers", "1", "--queue", "1", "--answer-limit", "1GB"] + arguments
    return try RunningService(flags)
  }

  private func eventually(_ service: RunningService, _ name: String, is value: Double) -> Bool {
    EndToEndTests.eventually { (try? service.metrics()[name]) == value }
  }

  @Test func `a full queue refuses at once, reads not ready, and takes work again`() throws {
    let service = try busyService("--deadline", "600s")
    let running = try service.client(timeout: 600)
    running.sendRequest("POST", "/v1/layouts", Self.json, body: Self.heavy)
    #expect(eventually(service, "tessera_jobs_running", is: 1))
    #expect(try service.ask("GET", "/readyz").status == 200)
    let queued = try service.client(timeout: 600)
    queued.sendRequest("POST", "/v1/layouts", Self.json, body: Self.heavy)
    #expect(eventually(service, "tessera_queue_depth", is: 1))

    let refused = try service.solve(Bodies.small)
    #expect(refused.status == 503 && refused.code == "queue_full")
    #expect(Int(refused.header("Retry-After") ?? "") ?? 0 >= 1)
    // At once: the worker has not finished what it had.
    #expect(try service.metrics()["tessera_jobs_completed_total"] == 0)
    let ready = try service.ask("GET", "/readyz")
    #expect(ready.status == 503 && ready.code == "queue_full" && ready.header("Retry-After") != nil)
    #expect(try service.ask("GET", "/healthz").status == 200)
    #expect(try tessera("health", "--listen", service.address).exitCode == 0)

    running.close()
    queued.close()
    #expect(EndToEndTests.eventually { service.serves })
    #expect(try service.ask("GET", "/readyz").status == 200)
    #expect(try service.metrics()["tessera_jobs_refused_total"] ?? 0 >= 1)
  }

  @Test func `a request whose client has disconnected is not computed, running or queued`() throws {
    let service = try busyService("--deadline", "600s")
    let running = try service.client(timeout: 600)
    running.sendRequest("POST", "/v1/layouts", Self.json, body: Self.heavy)
    #expect(eventually(service, "tessera_jobs_running", is: 1))
    let queued = try service.client(timeout: 600)
    queued.sendRequest("POST", "/v1/layouts", Self.json, body: Self.heavy)
    #expect(eventually(service, "tessera_queue_depth", is: 1))
    queued.close()
    running.close()
    #expect(EndToEndTests.eventually { service.serves })
    let metrics = try service.metrics()
    #expect(metrics["tessera_jobs_abandoned_total"] ?? 0 >= 1)
    // Neither counts as a refusal, because no client got a response.
    for code in ["request_timeout", "deadline_exceeded"] {
      #expect(metrics["tessera_refusals_total{code=\"\(code)\"}"] == 0)
    }
    // The running request stopped in the middle of its response or before: the response is incomplete.
    #expect(metrics["tessera_http_sent_bytes_total"] ?? .infinity < 1_000_000)
    #expect(EndToEndTests.eventually { (try? service.metrics()["tessera_clients_gone_total"]) ?? 0 >= 2 })
  }

  @Test func `a request that is not computed in time is 504, running or queued`() throws {
    let service = try busyService("--deadline", "20ms")
    let clients = try (0..<2).map { _ in try service.client(timeout: 600) }
    clients[0].sendRequest("POST", "/v1/layouts", Self.json, body: Self.heavy)
    // It runs, or its time is over already: the queue has room for the next.
    let hasBegun = EndToEndTests.eventually {
      let metrics = (try? service.metrics()) ?? [:]
      return metrics["tessera_jobs_running"] == 1 || metrics["tessera_jobs_expired_total"] == 1
    }
    #expect(hasBegun)
    clients[1].sendRequest("POST", "/v1/layouts", Self.json, body: Self.heavy)
    for client in clients {
      let answer = try #require(client.readResponse())
      #expect(answer.status == 504 && answer.code == "deadline_exceeded")
    }
    #expect(try service.metrics()["tessera_jobs_expired_total"] == 2)
    // The service counts a response when it sends it, which the reader may notice first.
    #expect(eventually(service, "tessera_refusals_total{code=\"deadline_exceeded\"}", is: 2))
    #expect(EndToEndTests.eventually { (try? service.solve("{").status) == 400 })
  }

  @Test func `each of many concurrent requests gets a whole response or a clean refusal`() throws {
    let service = try RunningService("--workers", "2", "--queue", "4")
    let port = service.port
    let tally = Tally()
    let body = Array(Bodies.large(500).utf8)
    let expected = try service.solve(Bodies.large(500)).body
    runConcurrently(16) {
      guard let client = HTTPClient(port: port) else { return tally.add("refused connection") }
      for _ in 0..<15 {
        switch client.request("POST", "/v1/layouts", Self.json, body: body) {
        case let answer? where answer.status == 200: tally.add(answer.body == expected ? "whole" : "wrong")
        case let answer? where answer.code == "queue_full": tally.add("queue full")
        default: tally.add("broken")
        }
      }
    }
    #expect(tally.counts["whole", default: 0] + tally.counts["queue full", default: 0] == 16 * 15)
    #expect(tally.counts["whole", default: 0] >= 15)
    #expect(service.serves)
  }
}
