import Foundation
import TestSupport
import Testing

/// Requests that the service refuses by their heads, and bodies that take too much memory.
struct EarlyRefusalTests {
  /// Sends the head of a request with a body of 50 MB, and the head alone.
  private func first(
    _ service: RunningService, _ line: String, _ fields: [String]
  ) throws -> (response: HTTPResponse?, wasInvited: Bool) {
    let client = try service.client()
    let head = ["\(line) HTTP/1.1", "Host: x", "Content-Length: 50000000", "Expect: 100-continue"] + fields
    client.send(head.joined(separator: "\r\n") + "\r\n\r\n")
    _ = client.fill()
    let wasInvited = String(decoding: client.buffered.prefix(12), as: UTF8.self) == "HTTP/1.1 100"
    return (wasInvited ? nil : client.readResponse(), wasInvited)
  }

  @Test func `key, path, method, query and media type are judged before the body, and not after it`() throws {
    let service = try RunningService("--keys", "sesame")
    let key = "Authorization: Bearer sesame"
    let json = "Content-Type: application/json"
    for (line, fields, status, code) in [
      ("POST /v1/layouts", [json], 401, "unauthorized"),
      ("POST /v1/layouts", [json, "Authorization: Bearer open"], 401, "unauthorized"),
      ("PUT /v1/collections/a/snapshot", [], 401, "unauthorized"),
      ("POST /v2/layouts", [json, key], 404, "not_found"),
      ("PUT /v1/layouts", [json, key], 405, "method_not_allowed"),
      ("POST /v1/layouts", ["Content-Type: text/plain", key], 415, "unsupported_media_type"),
      ("PATCH /v1/collections/a/movement", ["Content-Type: a/b", key], 415, "unsupported_media_type"),
      ("POST /v1/layouts?fromat=svg", [json, key], 400, "bad_request"),
    ] {
      let (response, wasInvited) = try first(service, line, fields)
      #expect(!wasInvited && response?.status == status && response?.code == code, "\(line) \(fields)")
      #expect(
        response?.header("X-Request-Id") != nil && response?.header("Connection")?.lowercased() == "close")
    }
    #expect(try first(service, "POST /v1/layouts", [json, key]).wasInvited)
    let metrics = try service.metrics()
    #expect(metrics["tessera_refusals_total{code=\"unauthorized\"}"] == 3)
    #expect(eventually { service.process.outputText.contains("\"status\":415") })
  }

  /// The resident memory of a process, in bytes.
  private func resident(_ service: RunningService) throws -> Int {
    let pages = try String(contentsOfFile: "/proc/\(service.process.pid)/statm", encoding: .utf8)
    return Int(pages.split(separator: " ")[1])! * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test func `clients without a key fill no memory with bodies`() throws {
    let service = try RunningService("--keys", "sesame")
    #expect(try service.solve(Bodies.small, ["Authorization: Bearer sesame"]).status == 200)
    let before = try resident(service)
    let clients = try (0..<10).map { _ in try service.client() }
    let piece = [UInt8](repeating: 32, count: 30 << 20)
    for client in clients {
      client.send("POST /v1/layouts HTTP/1.1\r\nHost: x\r\nContent-Length: 60000000\r\n\r\n")
      client.send(piece)
    }
    // The service takes some memory for fonts meanwhile.
    #expect(try resident(service) - before < 100 << 20)
    #expect(try service.solve(Bodies.small, ["Authorization: Bearer sesame"]).status == 200)
  }

  @Test func `a key that fills its part of the memory for bodies is refused, and another is served`() throws {
    let service = try RunningService(
      "--keys", "greedy,modest", "--body-memory", "1MB", "--body-memory-share", "60")
    func send(_ key: String, _ bytes: Int) -> HTTPResponse? {
      let body = [UInt8](repeating: 32, count: bytes)
      return try? service.ask("POST", "/v1/layouts", ["Authorization: Bearer \(key)"], body: body)
    }
    // Tried again where a request overtakes the bodies that it is meant to come after.
    let isRefused = try eventually {
      let waiting = try (0..<2).map { _ in try service.client() }
      for client in waiting {
        client.send("POST /v1/layouts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer greedy\r\n")
        client.send("Content-Length: 300000\r\n\r\n")
        client.send([UInt8](repeating: 32, count: 290_000))
      }
      usleep(200_000)
      return try withExtendedLifetime(waiting) {
        let more = send("greedy", 200_000)
        let other = try service.solve(Bodies.small, ["Authorization: Bearer modest"])
        // The rest of the memory is less than the other key's part of it.
        let large = send("modest", 500_000)
        return more?.status == 429 && more?.code == "too_many_requests" && more?.header("Retry-After") == "1"
          && other.status == 200
          && large?.status == 503 && large?.code == "memory_full" && large?.header("Retry-After") == "1"
      }
    }
    #expect(isRefused)
    #expect(eventually { send("greedy", 500_000)?.code == "malformed_json" })
  }

  @Test func `a trusted proxy's clients are counted one by one, and logged`() throws {
    let service = try RunningService(
      "--trusted-proxies", "127.0.0.1", "--body-memory", "1MB", "--body-memory-share", "40",
      "--log-format", "json")
    func ask(_ client: String) throws -> Int {
      let body = [UInt8](repeating: 32, count: 200_000)
      return try service.ask("POST", "/v1/layouts", ["Forwarded: for=\(client)"], body: body).status
    }
    let isCounted = try eventually {
      let greedy = try service.client()
      greedy.send("POST /v1/layouts HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n")
      greedy.send("Content-Length: 300001\r\n\r\n")
      greedy.send([UInt8](repeating: 32, count: 300_000))
      usleep(200_000)
      return try withExtendedLifetime(greedy) { try ask("192.0.2.1") == 429 && ask("192.0.2.2") == 400 }
    }
    #expect(isCounted)
    #expect(eventually { service.process.outputText.contains("\"remote\":\"192.0.2.2\"") })
  }
}
