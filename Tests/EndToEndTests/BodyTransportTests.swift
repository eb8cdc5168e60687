import Foundation
import TestSupport
import Testing

/// Bodies on their way: lengths, chunks, compression, and their limits.
struct BodyTransportTests {
  private static let json = ["Content-Type: application/json"]

  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let process = try ChildProcess("/bin/gzip", ["-c", "-9"], input: bytes)
    #expect(process.waitForExit() == 0)
    return process.output
  }

  private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let process = try ChildProcess("/bin/gzip", ["-dc"], input: bytes)
    #expect(process.waitForExit() == 0)
    return process.output
  }

  @Test func `a body up to the limit is accepted, a longer one rejected before it is sent`() throws {
    let service = try RunningService("--body-limit", "4KB")
    let padding = String(repeating: " ", count: 4096 - Bodies.small.utf8.count)
    #expect(try service.solve(Bodies.small + padding).status == 200)
    let over = try service.solve(Bodies.small + padding + " ")
    #expect(over.status == 413 && over.code == "payload_too_large")
    // The test sends nothing of the body: the response cannot have waited for it.
    let client = try service.client()
    client.send("POST /v1/layouts HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n")
    let early = try #require(client.readResponse())
    #expect(early.status == 413 && early.code == "payload_too_large")
    #expect(early.json?["detail"]?.string?.contains("4096 bytes") == true)
    #expect(early.header("Connection")?.lowercased() == "close")
    #expect(service.serves)
  }

  @Test func `a chunked body is taken to its limit and refused beyond it`() throws {
    let service = try RunningService("--body-limit", "4KB")
    func chunked(_ text: String, chunk: Int) throws -> HTTPResponse? {
      let client = try service.client()
      client.send(
        "POST /v1/layouts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let piece = rest.prefix(chunk)
        rest = rest.dropFirst(chunk)
        client.send("\(String(piece.count, radix: 16))\r\n")
        client.send(Array(piece))
        client.send("\r\n")
      }
      client.send("0\r\n\r\n")
      return client.readResponse()
    }
    for chunk in [1, 7, 4096] { #expect(try chunked(Bodies.small, chunk: chunk)?.status == 200) }
    let over = try chunked(Bodies.small + String(repeating: " ", count: 4096), chunk: 1000)
    #expect(over?.status == 413 && over?.code == "payload_too_large")
    let far = try chunked(String(repeating: " ", count: 2 << 20), chunk: 64 << 10)
    #expect(far == nil || far?.status == 413)
    #expect(service.serves)
  }

  @Test func `a body whose framing two servers could read in two ways is refused`() throws {
    let service = RunningService.shared.value
    for fields in [
      "Content-Length: 3\r\nTransfer-Encoding: chunked", "Content-Length: 3\r\nContent-Length: 4",
      "Content-Length: +3", "Content-Length: -3", "Transfer-Encoding: gzip, chunked",
    ] {
      let client = try service.client()
      client.send("POST /v1/layouts HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n")
      let answer = client.readResponse()
      #expect(answer == nil || answer?.status == 400, "\(fields)")
    }
    #expect(service.serves)
  }

  @Test func `a gzip body is inflated, and a broken one refused`() throws {
    let service = RunningService.shared.value
    let packed = try gzip(Array(Bodies.small.utf8))
    let headers = Self.json + ["Content-Encoding: gzip"]
    let plain = try service.solve(Bodies.small)
    let answer = try service.ask("POST", "/v1/layouts", headers, body: packed)
    #expect(answer.status == 200 && answer.body == plain.body)
    for broken in [Array(packed.dropLast(3)), Array(packed.dropFirst()), packed + [1, 2, 3], [], [0x1F]] {
      let answer = try service.ask("POST", "/v1/layouts", headers, body: broken)
      #expect(answer.status == 400 && answer.code == "bad_request", "\(broken.count) bytes")
    }
    #expect(service.serves)
  }

  @Test func `a gzip body that inflates beyond the body limit is refused`() throws {
    let service = try RunningService("--body-limit", "1MB")
    let bomb = try gzip([UInt8](repeating: 0x20, count: 40 << 20))
    #expect(bomb.count < 1 << 20)
    let answer = try service.ask(
      "POST", "/v1/layouts", Self.json + ["Content-Encoding: gzip"], body: bomb)
    #expect(answer.status == 413 && answer.code == "payload_too_large")
    #expect(service.serves)
  }

  @Test func `responses above the minimum size are compressed for clients that take gzip`() throws {
    let service = RunningService.shared.value
    let plain = try service.solve(Bodies.large(100))
    #expect(plain.header("Content-Encoding") == nil)
    #expect(plain.header("Vary")?.contains("Accept-Encoding") == true)
    let packed = try service.solve(Bodies.large(100), ["Accept-Encoding: br, gzip"])
    #expect(packed.header("Content-Encoding") == "gzip")
    #expect(packed.body.count < plain.body.count / 3)
    #expect(try gunzip(packed.body) == plain.body)
    #expect(try service.solve(Bodies.large(1), ["Accept-Encoding: gzip"]).header("Content-Encoding") == nil)
    #expect(
      try service.solve(Bodies.large(100), ["Accept-Encoding: gzip;q=0"]).header("Content-Encoding") == nil)
  }

  @Test(arguments: ["objects", "columns", "binary", "svg"])
  func `every format of elements is compressed`(format: String) throws {
    let service = RunningService.shared.value
    let plain = try service.solve(Bodies.large(1000), format: format)
    let packed = try service.solve(Bodies.large(1000), ["Accept-Encoding: gzip"], format: format)
    #expect(packed.status == 200 && packed.header("Content-Encoding") == "gzip")
    #expect(packed.header("Vary")?.contains("Accept-Encoding") == true)
    #expect(packed.body.count < plain.body.count / 2)
    #expect(try gunzip(packed.body) == plain.body)
  }

  @Test func `a response has the media type of its form, and a Vary header`() throws {
    let service = RunningService.shared.value
    for (format, type) in [
      ("objects", "application/json"), ("columns", "application/vnd.tessera.columns+json"),
      ("binary", "application/vnd.tessera.columns"), ("svg", "image/svg+xml"),
    ] {
      let byFormat = try service.solve(Bodies.small, ["Accept: text/html"], format: format)
      #expect(byFormat.status == 200 && byFormat.header("Content-Type") == type)
      let byAccept = try service.solve(Bodies.small, ["Accept: \(type)"])
      #expect(byAccept.body == byFormat.body)
      #expect(byAccept.header("Vary")?.contains("Accept") == true)
      #expect(byAccept.header("X-Content-Type-Options") == "nosniff")
    }
  }

  @Test func `a client that expects 100-continue gets it`() throws {
    let client = try RunningService.shared.value.client()
    client.send(
      "POST /v1/layouts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
        + "Content-Length: \(Bodies.small.utf8.count)\r\n\r\n")
    usleep(20_000)
    client.send(Bodies.small)
    #expect(client.readResponse()?.status == 200)
  }

  @Test func `pipelined requests on one connection get their responses in order`() throws {
    let client = try RunningService.shared.value.client()
    for id in ["one", "two", "three"] {
      client.sendRequest(
        "POST", "/v1/layouts", Self.json + ["X-Request-Id: \(id)"], body: Array(Bodies.small.utf8))
    }
    for id in ["one", "two", "three"] {
      let answer = client.readResponse()
      #expect(answer?.status == 200 && answer?.header("X-Request-Id") == id)
    }
  }
}
