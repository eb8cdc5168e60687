import TestSupport
import Testing

/// A service whose connections are all taken.
struct CrowdTests {
  /// Sends the beginnings of requests, which take connections until they are complete.
  private func halfRequests(_ service: RunningService, _ count: Int) throws -> [HTTPClient] {
    try (0..<count).map { _ throws -> HTTPClient in
      let client = try service.client()
      client.send("POST /v1/layouts HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
      return client
    }
  }

  @Test func `idle connections that take all places make room for new clients`() throws {
    let service = try RunningService(
      "--connections", "4", "--idle-timeout", "600s", "--request-deadline", "600s")
    let silent = try (0..<2).map { _ in try service.client() }
    let rested = try (0..<2).map { _ throws -> HTTPClient in
      let client = try service.client()
      #expect(client.request("GET", "/livez")?.status == 200)
      return client
    }
    for path in ["/livez", "/readyz", "/metrics"] {
      #expect(try service.ask("GET", path).status == 200, "\(path)")
    }
    withExtendedLifetime((silent, rested)) {}
  }

  @Test func `on an address of their own, probes get a response while clients take all connections`() throws {
    let service = try RunningService(
      "--connections", "4", "--request-deadline", "600s", "--idle-timeout", "600s", "--metrics-listen",
      "127.0.0.1:0")
    let port = try service.metricsPort()
    let clients = try halfRequests(service, 4)
    #expect(
      eventually {
        let page = HTTPClient(port: port)?.request("GET", "/metrics")?.text ?? ""
        return page.contains("tessera_connections{state=\"reading\"} 4\n")
          && page.contains("tessera_connections_limit 4\n")
      })
    let fifth = try service.client()
    fifth.sendRequest("GET", "/livez")
    for path in ["/livez", "/healthz", "/readyz", "/metrics"] {
      #expect(HTTPClient(port: port)?.request("GET", path)?.status == 200, "\(path)")
    }
    #expect(HTTPClient(port: port)?.request("HEAD", "/readyz")?.status == 200)
    let unknown = HTTPClient(port: port)?.unrecorded.request("GET", "/v1/collections")
    #expect(unknown?.status == 404 && unknown?.text.contains("/readyz") == true)
    let addresses = ["TESSERA_LISTEN": service.address, "TESSERA_METRICS_LISTEN": "127.0.0.1:\(port)"]
    let health = try tessera("health", environment: addresses)
    #expect(health.exitCode == 0, "\(health.outputText)")
    for client in clients { client.close() }
    #expect(fifth.readResponse()?.status == 200)
  }
}
