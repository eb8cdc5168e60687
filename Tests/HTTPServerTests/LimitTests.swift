import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct LimitTests {
  @Test func `a body at its limit is taken and one byte more is refused before it is sent`() throws {
    let handler = TestHandler.echo()
    try withServer(handler, { $0.bodyLimit = 1000 }) { server in
      let at = HTTPClient(server.address)?.request("POST", "/", body: Array(repeating: 65, count: 1000))
      #expect(at?.status == 200)
      let client = try #require(HTTPClient(server.address))
      client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
      let over = try #require(client.readResponse())
      #expect(over.status == 413)
      #expect(over.text == "refused: bodyTooLarge(limit: 1000)")
      #expect(over.header("Connection")?.lowercased() == "close")
      #expect(client.readsEnd())
      let huge = try #require(HTTPClient(server.address))
      huge.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n")
      #expect(huge.readResponse()?.text == "refused: bodyTooLarge(limit: 1000)")
    }
  }

  @Test func `a client that sends a body too large can still read why`() throws {
    try withServer(
      .echo(),
      {
        $0.bodyLimit = 1000
        ($0.lingerPause, $0.lingerDeadline) = (3600, 3600)
      }
    ) { server in
      for _ in 0..<20 {
        let client = try #require(HTTPClient(server.address))
        let response = client.request("POST", "/", body: Array(repeating: 65, count: 3 << 20))
        #expect(response?.status == 413)
      }
    }
  }

  @Test func `a chunked body at its limit is taken and a longer one is refused`() throws {
    try withServer(.echo(), { $0.bodyLimit = 1000 }) { server in
      func chunked(_ size: Int, times: Int) -> HTTPResponse? {
        guard let client = HTTPClient(server.address) else { return nil }
        client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "\(String(size, radix: 16))\r\n\(String(repeating: "a", count: size))\r\n"
        for _ in 0..<times where !client.send(chunk) { break }
        client.send("0\r\n\r\n")
        return client.readResponse()
      }
      #expect(chunked(500, times: 2)?.text.utf8.count == 1000 + "POST / ".utf8.count)
      #expect(chunked(1001, times: 1)?.status == 413)
      #expect(chunked(500, times: 20)?.text == "refused: bodyTooLarge(limit: 1000)")
    }
  }

  @Test func `a chunked body without end is cut`() throws {
    let handler = TestHandler.echo()
    try withServer(
      handler,
      {
        $0.bodyLimit = 1000; $0.lingerBytes = 1 << 20
      }
    ) { server in
      let client = try #require(HTTPClient(server.address))
      client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n\(String(repeating: "a", count: 65536))\r\n"
      var sent = 0
      while sent < 1000, client.send(chunk) { sent += 1 }
      #expect(sent < 1000)
      #expect(eventually { server.connectionCount == 0 })
      #expect(handler.completions.map(\.status) == [413])
    }
  }

  @Test func `a chunk's line that does not end is refused`() throws {
    try withServer(.echo()) { server in
      let client = try #require(HTTPClient(server.address))
      client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;")
      client.send(String(repeating: "a", count: 100_000))
      #expect(client.readResponse()?.status == 400)
      #expect(eventually { server.connectionCount == 0 && server.requestsInFlight == 0 })
    }
  }

  @Test func `a target at its limit is taken and a longer one is refused`() throws {
    try withServer(.echo(), { $0.uriLimit = 100 }) { server in
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/" + String(repeating: "a", count: 99))?.status == 200)
      #expect(client.request("GET", "/" + String(repeating: "a", count: 100))?.status == 414)
    }
  }

  @Test(arguments: [
    ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1x\r\n\r\nab", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\nab", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: br\r\nContent-Length: 1\r\n\r\na", 415),
    ("GET / HTTP/1.1\r\n\r\n", 400),
  ]) func `a request that could be read in two ways is rejected`(bytes: String, status: Int) throws {
    try withServer(.echo()) { server in
      let client = try #require(HTTPClient(server.address))
      client.send(bytes)
      #expect(client.readResponse()?.status == status)
    }
  }

  @Test func `a head beyond its limit is refused, and no other client notices`() throws {
    try withServer(.echo(), { $0.headLimit = 8 << 10 }) { server in
      let other = try #require(HTTPClient(server.address))
      for _ in 0..<20 {
        let client = try #require(HTTPClient(server.address))
        client.sendRequest("GET", "/", ["X-Large: " + String(repeating: "a", count: 20_000)])
        #expect(client.readResponse()?.text == "refused: headTooLarge(limit: 8192)")
      }
      #expect(other.request("GET", "/still")?.text == "GET /still ")
      #expect(eventually { server.connectionCount == 1 && server.requestsInFlight == 0 })
    }
  }

  @Test func `connections above the limit wait, and are served once there is room`() throws {
    try withServer(.echo(), { ($0.connectionLimit, $0.evictionAge) = (4, 3600) }) { server in
      let clients = (0..<4).compactMap { _ in HTTPClient(server.address) }
      for client in clients { #expect(client.request("GET", "/")?.status == 200) }
      let fifth = try #require(HTTPClient(server.address))
      fifth.sendRequest("GET", "/fifth")
      for _ in 0..<50 {
        for client in clients { #expect(client.request("GET", "/")?.status == 200) }
      }
      #expect(!fifth.isReadable(within: 50) && server.connectionCount == 4)
      for client in clients { client.close() }
      #expect(fifth.readResponse()?.text == "GET /fifth ")
    }
  }

  @Test func `a client that waits for room is served when another goes, and nothing else has to happen`()
    throws
  {
    try withServer(.echo(), { ($0.connectionLimit, $0.evictionAge) = (2, 3600) }) { server in
      let clients = (0..<2).compactMap { _ in HTTPClient(server.address) }
      for client in clients { #expect(client.request("GET", "/")?.status == 200) }
      let waiting = try #require(HTTPClient(server.address))
      waiting.sendRequest("GET", "/waited")
      usleep(50_000)
      #expect(server.connectionCount == 2)
      clients[0].close()
      #expect(waiting.readResponse()?.text == "GET /waited ")
    }
  }

  @Test func `one address gets no more connections than it may have`() throws {
    try withServer(.echo(), { $0.perIPConnectionLimit = 2 }) { server in
      let clients = (0..<2).compactMap { _ in HTTPClient(server.address) }
      for client in clients { #expect(client.request("GET", "/")?.status == 200) }
      withExtendedLifetime(clients) {
        #expect(HTTPClient(server.address)?.readsEnd() == true)
      }
    }
  }

  @Test func `a silent connection is closed after the idle timeout`() throws {
    try withServer(.echo(), { $0.idleTimeout = 1 }) { server in
      let client = try #require(
        persistently {
          let client = HTTPClient(server.address)
          return client?.request("GET", "/")?.status == 200 ? client : nil
        })
      #expect(client.readsEnd())
    }
  }
}
