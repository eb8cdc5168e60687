import Foundation
import Glibc
import TestSupport
import Testing

/// The end of a service.
@Suite(.serialized) struct ShutdownTests {
  private static let json = ["Content-Type: application/json"]

  private func eventuallyRuns(_ service: RunningService, _ count: Double) -> Bool {
    eventually { (try? service.metrics()["tessera_jobs_running"]) == count }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal stops an idle service in order, with exit code 0 and a free port`(signal: Int32) throws {
    let service = try RunningService()
    #expect(service.serves)
    service.process.signal(signal)
    #expect(service.process.waitForExit() == 0)
    #expect(HTTPClient(port: service.port) == nil)
    #expect(service.process.errors.contains("stopped"))
  }

  @Test func `running requests are finished, later ones refused, and the service ends with 0`() throws {
    let service = try RunningService("--workers", "1", "--deadline", "600s", "--drain", "600s")
    let kept = try service.client(timeout: 600)
    #expect(kept.request("GET", "/readyz")?.status == 200)
    let running = try service.client(timeout: 600)
    running.sendRequest("POST", "/v1/layouts", Self.json, body: Array(Bodies.large(1_200_000).utf8))
    #expect(eventuallyRuns(service, 1))
    service.process.signal(SIGTERM)
    #expect(eventually { service.process.errors.contains("stopping") })
    // A connection from before still gets responses: not ready, and closing.
    if let answer = kept.request("GET", "/readyz") {
      #expect(answer.status == 503 && answer.code == "shutting_down")
      #expect(answer.header("Connection")?.lowercased() == "close")
    }
    let answer = try #require(running.readResponse())
    #expect(answer.status == 200 && answer.body.last == UInt8(ascii: "}"))
    #expect(answer.header("Connection")?.lowercased() == "close")
    #expect(service.process.waitForExit() == 0)
    #expect(HTTPClient(port: service.port) == nil)
  }

  @Test func `under load every response is whole or a clean refusal, and the service ends with 0`() throws {
    let service = try RunningService("--workers", "2")
    let expected = try service.solve(Bodies.large(300)).body
    let port = service.port
    let tally = Tally()
    let join = startConcurrently(12) {
      while let client = HTTPClient(port: port) {
        var isOpen = true
        while isOpen {
          client.sendRequest("POST", "/v1/layouts", Self.json, body: Array(Bodies.large(300).utf8))
          let answer = client.readResponse()
          isOpen = answer != nil && answer?.header("Connection")?.lowercased() != "close"
          switch answer {
          case let answer? where answer.status == 200: tally.add(answer.body == expected ? "whole" : "wrong")
          case let answer? where answer.status == 503: tally.add("refused")
          case nil where !client.hasPartialResponse: tally.add("closed")
          default: tally.add("broken")
          }
        }
      }
    }
    #expect(eventually { tally.counts["whole", default: 0] > 150 })
    service.process.signal(SIGTERM)
    let exitCode = service.process.waitForExit()
    join()
    #expect(exitCode == 0, "\(service.process.errors)")
    #expect(tally.counts["wrong"] == nil && tally.counts["broken"] == nil, "\(tally.counts)")
    // Only requests that crossed with the closing of their connection get no response.
    #expect(tally.counts["closed", default: 0] <= 24, "\(tally.counts)")
    let lines = service.process.outputText.split(separator: "\n")
    #expect(lines.count >= tally.counts["whole", default: 0])
  }

  @Test func `requests unfinished after the drain are refused, and the service ends with 0`() throws {
    let service = try RunningService("--workers", "1", "--drain", "50ms", "--answer-limit", "1GB")
    let clients = try (0..<4).map { _ in try service.client(timeout: 600) }
    for client in clients {
      client.sendRequest("POST", "/v1/layouts", Self.json, body: Array(Bodies.large(2_000_000).utf8))
    }
    #expect(eventually { (try? service.metrics()["tessera_queue_depth"]) == 3 })
    service.process.signal(SIGTERM)
    let answers = clients.compactMap { $0.readResponse() }
    #expect(answers.count == 4)
    #expect(answers.count { $0.status == 503 && $0.code == "shutting_down" } >= 3)
    #expect(service.process.waitForExit() == 0)
    #expect(service.process.errors.contains("some requests were cancelled"))
  }

  @Test func `before a stop with a delay the service is not ready, serves everything and closes connections`()
    throws
  {
    let service = try RunningService("--shutdown-delay", "600s", "--metrics-listen", "127.0.0.1:0")
    let probes = try service.metricsPort()
    #expect(HTTPClient(port: probes)?.request("GET", "/readyz")?.status == 200)
    let kept = try service.client()
    #expect(kept.request("GET", "/readyz")?.status == 200)
    service.process.signal(SIGTERM)
    #expect(eventually { service.process.errors.contains("not ready, and serving for another 10m") })
    for client in [kept, try service.client()] {
      let answer = try #require(client.request("GET", "/readyz"))
      #expect(answer.status == 503 && answer.code == "shutting_down")
      #expect(answer.header("Connection")?.lowercased() == "close")
      #expect(client.readsEnd())
      #expect(try service.client().request("GET", "/livez")?.status == 200)
    }
    let probe = HTTPClient(port: probes)?.request("GET", "/readyz")
    #expect(probe?.status == 503 && probe?.code == "shutting_down")
    #expect(service.serves)
    #expect(service.process.exitCode == nil)
    service.process.signal(SIGTERM)
    #expect(service.process.waitForExit() == 1)
  }

  @Test func `SIGHUP ends nothing, and the log says what it has changed`() throws {
    let service = try RunningService()
    let kept = try service.client()
    #expect(kept.request("GET", "/readyz")?.status == 200)
    for count in 1...2 {
      service.process.signal(SIGHUP)
      #expect(
        eventually { service.process.errors.split(separator: "nothing has changed").count == count + 1 })
    }
    #expect(kept.request("GET", "/readyz")?.status == 200)
    #expect(service.serves)
    #expect(service.stop() == 0)
  }

  @Test func `after the delay the service stops in order`() throws {
    let service = try RunningService("--shutdown-delay", "50ms")
    #expect(service.serves)
    #expect(service.stop() == 0)
    #expect(service.process.errors.contains("not ready, and serving for another 50ms"))
    #expect(service.process.errors.contains("stopped"))
    #expect(HTTPClient(port: service.port) == nil)
  }

  @Test func `a second signal ends the service at once`() throws {
    let service = try RunningService(
      "--workers", "1", "--drain", "600s", "--deadline", "600s", "--answer-limit", "1GB")
    let clients = try (0..<5).map { _ in try service.client(timeout: 600) }
    for client in clients {
      client.sendRequest("POST", "/v1/layouts", Self.json, body: Array(Bodies.large(2_000_000).utf8))
    }
    #expect(eventually { (try? service.metrics()["tessera_queue_depth"]) == 4 })
    service.process.signal(SIGTERM)
    #expect(eventually { service.process.errors.contains("stopping") })
    service.process.signal(SIGTERM)
    // An orderly end has another code.
    #expect(service.process.waitForExit() == 1)
  }
}
