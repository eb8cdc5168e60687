import Glibc
import TestSupport
import Testing

@testable import HTTPServer

/// Clients that send on while they are refused can read why, for a time.
@Suite(.serialized) struct LingerTests {
  private static let large = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 40000000\r\n\r\n"

  /// Sends bytes until they are all sent, or the server takes no more.
  private func sendBody(_ client: HTTPClient, _ megabytes: Int) -> Int {
    let piece = [UInt8](repeating: 65, count: 1 << 20)
    return (0..<megabytes).prefix { _ in client.send(piece) }.count
  }

  /// Runs a body with a server on which connections linger without end, but for what `change` sets.
  private func withLingering(
    _ handler: TestHandler = .echo(), _ change: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (Server) throws -> Void
  ) throws {
    let configure = { (configuration: inout ServerConfiguration) in
      configuration.bodyLimit = 1000
      (configuration.lingerPause, configuration.lingerDeadline) = (3600, 3600)
      change(&configuration)
    }
    try withServer(handler, configure, body)
  }

  @Test func `a client that sends a whole body before it reads gets the response to its head`() throws {
    let handler = TestHandler.echo()
    try withLingering(handler) { server in
      let client = try #require(HTTPClient(server.address))
      client.send(Self.large)
      #expect(sendBody(client, 38) == 38)
      #expect(client.readResponse()?.status == 413)
      #expect(client.readsEnd())
      #expect(handler.completions.map(\.status) == [413])
    }
  }

  @Test
  func `so does a client whose head is malformed, whose coding is unknown, or whose chunks are too many`()
    throws
  {
    try withLingering { server in
      for (head, status) in [
        ("POST / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: br\r\nContent-Length: 900\r\n\r\n", 415),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFF\r\n", 413),
      ] {
        let client = try #require(HTTPClient(server.address))
        client.send(head)
        #expect(sendBody(client, 20) == 20)
        #expect(client.readResponse()?.status == status)
      }
    }
  }

  @Test func `a client that sends on for too long is cut off`() throws {
    try withLingering(.echo(), { $0.lingerDeadline = 0.3 }) { server in
      let client = try #require(HTTPClient(server.address))
      client.send(Self.large)
      #expect(eventually { !client.send([65]) })
    }
  }

  @Test func `a client that falls silent is cut off`() throws {
    try withLingering(.echo(), { $0.lingerPause = 0.1 }) { server in
      let client = try #require(HTTPClient(server.address))
      client.send(Self.large)
      #expect(client.readResponse()?.status == 413)
      // Each byte begins another pause, so the client is silent for longer and longer.
      let isCut = (0..<9).contains { round in
        usleep(200_000 << round)
        // The first byte after the end is answered with a reset, which fails the second.
        return !client.send([65]) || !client.send([65])
      }
      #expect(isCut)
    }
  }

  @Test func `a client that sends too much is cut off`() throws {
    try withLingering(.echo(), { $0.lingerBytes = 4 << 20 }) { server in
      let client = try #require(HTTPClient(server.address))
      client.send(Self.large)
      #expect(sendBody(client, 100) < 100)
    }
  }

  @Test func `no more connections linger than may, and the oldest goes first`() throws {
    try withLingering(.echo(), { $0.lingerLimit = 3 }) { server in
      let clients = (0..<5).compactMap { _ in HTTPClient(server.address) }
      for client in clients {
        client.send(Self.large)
        #expect(client.readResponse()?.status == 413)
      }
      #expect(eventually { server.connectionCount == 0 })
      #expect(eventually { !clients[0].send([65]) && !clients[1].send([65]) })
      for client in clients[2...] { #expect(client.send([65]) && client.send([65])) }
    }
  }

  @Test func `a server that stops waits for no client that lingers`() throws {
    var configuration = ServerConfiguration()
    configuration.bodyLimit = 1000
    (configuration.lingerPause, configuration.lingerDeadline) = (3600, 3600)
    let server = try Server(configuration: configuration, handler: TestHandler.echo())
    let client = try #require(HTTPClient(server.address))
    client.send(Self.large)
    #expect(client.readResponse()?.status == 413)
    #expect(stop(server) == true)
    #expect(eventually { !client.send([65]) })
  }

  @Test func `others are served while a client lingers`() throws {
    try withLingering { server in
      let lingering = try #require(HTTPClient(server.address))
      lingering.send(Self.large)
      #expect(lingering.readResponse()?.status == 413)
      let other = try #require(HTTPClient(server.address))
      for number in 0..<20 {
        #expect(lingering.send([65]))
        #expect(other.request("GET", "/\(number)")?.text == "GET /\(number) ")
      }
    }
  }
}
