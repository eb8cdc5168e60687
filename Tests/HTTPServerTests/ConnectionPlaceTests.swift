import Glibc
import TestSupport
import Testing

@testable import HTTPServer

/// What connections do, and which of them others take the places of.
@Suite(.serialized) struct ConnectionPlaceTests {
  /// A handler that sends streams, stores the responders of work, and responds to everything else.
  private func handler(_ streams: OpenStreams, _ responders: Shared<[Responder]>) -> TestHandler {
    let streaming = streams.handler()
    return TestHandler { request, responder in
      let path = request.head.path
      switch path {
      case "/stream": streaming.handle(request, responder)
      case "/work": responders.change { $0.append(responder) }
      default: responder.respond(.text("done"))
      }
    }
  }

  @Test func `a client gets the place of the connection that has been idle for longest`() throws {
    try withServer(.echo(), { ($0.eventLoops, $0.connectionLimit, $0.evictionAge) = (1, 3, 0) }) { server in
      let clients = try (0..<3).map { _ in try #require(HTTPClient(server.address)) }
      for number in [1, 2, 0] {
        #expect(clients[number].request("GET", "/\(number)")?.text == "GET /\(number) ")
      }
      let fourth = try #require(HTTPClient(server.address))
      #expect(fourth.request("GET", "/fourth")?.text == "GET /fourth ")
      #expect(clients[1].readsEnd())
      #expect(server.connectionCount == 3)
      for client in [clients[0], clients[2], fourth] {
        #expect(client.request("GET", "/still")?.text == "GET /still ")
      }
      #expect(clients[2].request("GET", "/again")?.status == 200)
      let fifth = try #require(HTTPClient(server.address))
      #expect(fifth.request("GET", "/fifth")?.text == "GET /fifth ")
      #expect(clients[0].readsEnd())
    }
  }

  @Test func `a connection on which nothing has been sent gives its place away`() throws {
    try withServer(.echo(), { ($0.connectionLimit, $0.evictionAge) = (1, 0) }) { server in
      let silent = try #require(HTTPClient(server.address))
      #expect(eventually { server.connectionCount == 1 })
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/")?.status == 200)
      #expect(silent.readsEnd())
    }
  }

  @Test func `more clients than places are served one after the other, over several event loops`() throws {
    try withServer(.echo(), { ($0.eventLoops, $0.connectionLimit, $0.evictionAge) = (3, 4, 0) }) { server in
      var clients: [HTTPClient] = []
      for number in 0..<40 {
        let client = try #require(HTTPClient(server.address))
        #expect(client.request("GET", "/\(number)")?.text == "GET /\(number) ")
        clients.append(client)
        #expect(server.connectionCount <= 4)
      }
      #expect(clients.count { $0.request("GET", "/last")?.status == 200 } == 4)
    }
  }

  @Test func `connections are counted by what they do`() throws {
    let (streams, responders) = (OpenStreams(), Shared<[Responder]>([]))
    let handler = self.handler(streams, responders)
    try withServer(handler) { server in
      #expect(server.connectionCounts() == [:])
      let silent = try #require(HTTPClient(server.address))
      let rested = try #require(HTTPClient(server.address))
      #expect(rested.request("GET", "/")?.status == 200)
      let (reader, _) = try #require(streams.open(server))
      let working = try #require(HTTPClient(server.address))
      working.sendRequest("GET", "/work")
      let arriving = try #require(HTTPClient(server.address))
      arriving.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
      let expected: [ConnectionActivity: Int] = [.idle: 2, .reading: 1, .working: 1, .streaming: 1]
      #expect(eventually { server.connectionCounts() == expected })
      for client in [silent, rested, reader, working, arriving] { client.close() }
      #expect(eventually { responders.value.count == 1 })
      responders.value[0].respond(.text("late"))
      #expect(eventually { server.connectionCounts() == [:] })
    }
  }

  @Test func `requests that arrive or are in work, and streams, keep their places`() throws {
    let (streams, responders) = (OpenStreams(), Shared<[Responder]>([]))
    let handler = self.handler(streams, responders)
    try withServer(handler, { ($0.connectionLimit, $0.evictionAge) = (3, 0) }) { server in
      let (reader, _) = try #require(streams.open(server))
      let working = try #require(HTTPClient(server.address))
      working.sendRequest("GET", "/work")
      let arriving = try #require(HTTPClient(server.address))
      arriving.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
      #expect(eventually { responders.value.count == 1 && server.requestsInFlight == 3 })
      let waiting = try #require(HTTPClient(server.address))
      waiting.sendRequest("GET", "/waits")
      // Several looks at the connections.
      #expect(!waiting.isReadable(within: 300))
      for client in [reader, working, arriving] { #expect(!client.isReadable(within: 0)) }
      responders.value[0].respond(.text("worked"))
      #expect(working.readResponse()?.text == "worked")
      // With its response it is idle.
      #expect(waiting.readResponse()?.text == "done")
      #expect(working.readsEnd())
      arriving.send("b")
      #expect(arriving.readResponse()?.text == "done")
      streams.all[0].finish()
      #expect(reader.readChunk() == [])
    }
  }
}
