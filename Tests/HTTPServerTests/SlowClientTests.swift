import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct SlowClientTests {
  /// Sends a head at once and trickles the rest, a byte every twenty milliseconds, until the server has had enough; how long that took.
  private func trickle(_ rest: String, behind head: String, to client: HTTPClient, serving other: HTTPClient)
    -> Double
  {
    let start = ContinuousClock.now
    client.send(head)
    for byte in rest.utf8 {
      guard client.send([byte]) else { break }
      usleep(20_000)
      if other.request("GET", "/fast")?.status != 200 { Issue.record("the fast client was not served") }
      var entry = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, 0) > 0 { break }
    }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private static let endless = String(repeating: "a", count: 400)

  @Test(arguments: [
    "", "GET /", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n190\r\n",
  ])
  func `a client that trickles its request is cut at the deadline while others are served`(head: String)
    throws
  {
    let handler = TestHandler.echo()
    try withServer(handler, { $0.requestDeadline = 0.5 }) { server in
      let fast = try #require(HTTPClient(server.address))
      let slow = try #require(HTTPClient(server.address))
      let seconds = trickle(Self.endless, behind: head, to: slow, serving: fast)
      #expect(seconds >= 0.4 && seconds < 3)
      let response = slow.readResponse()
      #expect(response?.status == 408)
      #expect(response?.text == "refused: requestTimeout")
      #expect(slow.readsEnd())
      #expect(eventually { server.connectionCount == 1 && server.requestsInFlight == 0 })
      #expect(response?.header("Date") != nil && response?.header("X-Request-Id") != nil)
      let completed = handler.completions.filter { $0.status == 408 }
      #expect(completed.map(\.termination) == [.timeout])
      #expect(completed.map { $0.head?.method } == [head.hasPrefix("POST") ? .post : nil])
      #expect(completed.map(\.id) == [response?.header("X-Request-Id")])
    }
  }

  @Test func `a connection that rests between requests is not cut at the request deadline`() throws {
    try withServer(.echo(), { $0.requestDeadline = 0.2 }) { server in
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/1")?.status == 200)
      usleep(600_000)
      #expect(client.request("GET", "/2")?.status == 200)
    }
  }

  @Test func `a request whose response takes long is not cut at the request deadline`() throws {
    let courier = Courier()
    defer { courier.finish() }
    let handler = TestHandler { _, responder in
      courier.deliver {
        usleep(600_000); responder.respond(.text("done"))
      }
    }
    try withServer(handler, { $0.requestDeadline = 0.2 }) { server in
      #expect(HTTPClient(server.address)?.request("POST", "/", body: [1])?.text == "done")
    }
  }
}
