import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct SlowClientTests {
  /// Sends a byte every twenty milliseconds, at first those of a text, until the server responds.
  private func trickle(_ text: String, to client: HTTPClient, serving other: HTTPClient) {
    var rest = Array(text.utf8)[...]
    let hasResponse = eventually {
      guard client.send([rest.popFirst() ?? 97]) else { return true }
      usleep(20_000)
      if other.request("GET", "/fast")?.status != 200 { Issue.record("the fast client was not served") }
      return client.isReadable(within: 0)
    }
    #expect(hasResponse)
  }

  /// A client whose first request has been served before its deadline.
  private func rested(_ server: Server) -> HTTPClient? {
    persistently {
      let client = HTTPClient(server.address)
      return client?.request("GET", "/first")?.status == 200 ? client : nil
    }
  }

  /// Waits until a client that begins to send only now has been cut: so late would anybody who began before it be cut.
  private func expectCut(_ server: Server) throws {
    let slow = try #require(HTTPClient(server.address))
    slow.send("GET / HT")
    #expect(slow.readResponse()?.status == 408)
  }

  @Test(arguments: [
    "", "GET /", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFF\r\n",
  ])
  func `a client that trickles its request is cut at the deadline while others are served`(head: String)
    throws
  {
    let handler = TestHandler.echo()
    try withServer(handler, { $0.requestDeadline = 0.5 }) { server in
      let fast = try #require(rested(server))
      let isPost = head.hasPrefix("POST")
      var start = ContinuousClock.now
      let slow = try #require(
        persistently { () -> HTTPClient? in
          start = .now
          let slow = HTTPClient(server.address)
          slow?.send(head)
          // Cut before its head has arrived, it is readable.
          let isCut = { slow?.isReadable(within: 0) != false }
          _ = eventually { !isPost || server.requestsInFlight == 1 || isCut() }
          return isCut() ? nil : slow
        })
      // The request never ends by itself, and its line is valid as far as it comes.
      trickle(head.isEmpty ? "GET /" : "", to: slow, serving: fast)
      #expect(ContinuousClock.now - start >= .seconds(0.5))
      let response = slow.readResponse()
      #expect(response?.status == 408)
      #expect(response?.text == "refused: requestTimeout")
      #expect(slow.readsEnd())
      #expect(eventually { server.connectionCount == 1 && server.requestsInFlight == 0 })
      #expect(response?.header("Date") != nil && response?.header("X-Request-Id") != nil)
      let completed = handler.completions.filter { $0.id == response?.header("X-Request-Id") }
      #expect(completed.map(\.status) == [408] && completed.map(\.termination) == [.timeout])
      #expect(completed.map { $0.head?.method } == [isPost ? .post : nil])
    }
  }

  @Test func `a connection that rests between requests is not cut at the request deadline`() throws {
    try withServer(.echo(), { $0.requestDeadline = 0.2 }) { server in
      let client = try #require(rested(server))
      for number in 2...4 {
        try expectCut(server)
        #expect(client.request("GET", "/\(number)")?.status == 200)
      }
    }
  }

  @Test func `a request whose response takes long is not cut at the request deadline`() throws {
    let responders = Shared<[Responder]>([])
    let handler = TestHandler { _, responder in responders.change { $0.append(responder) } }
    try withServer(handler, { $0.requestDeadline = 0.2 }) { server in
      let client = try #require(
        persistently {
          let (client, count) = (HTTPClient(server.address), responders.value.count)
          client?.sendRequest("POST", "/", body: [1])
          // Cut before its request, it is readable.
          _ = eventually { responders.value.count > count || client?.isReadable(within: 0) != false }
          return responders.value.count > count ? client : nil
        })
      for _ in 0..<3 { try expectCut(server) }
      responders.value.last?.respond(.text("done"))
      #expect(client.readResponse()?.text == "done")
    }
  }
}
