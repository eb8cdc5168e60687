import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct ExchangeTests {
  @Test func `a request arrives with its method, path and body`() throws {
    try withServer(.echo()) { server in
      let client = try #require(HTTPClient(server.address))
      let response = try #require(client.request("POST", "/a%20b?x=1", body: Array("hello".utf8)))
      #expect(response.status == 200)
      #expect(response.text == "POST /a b hello")
      #expect(response.header("Content-Type") == "text/plain")
    }
  }

  @Test func `an IPv6 address is listened on`() throws {
    try withServer(.echo(), { $0.host = "::1" }) { server in
      #expect(server.address.description == "[::1]:\(server.address.port)")
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/six")?.text == "GET /six ")
    }
  }

  @Test func `an address that is taken is a clear error`() throws {
    try withServer(.echo()) { server in
      var configuration = ServerConfiguration()
      configuration.port = server.address.port
      let error = #expect(throws: ServerError.self) {
        try Server(configuration: configuration, handler: TestHandler.echo())
      }
      #expect(
        error?.description == "cannot listen on 127.0.0.1:\(server.address.port): Address already in use")
    }
  }

  @Test func `one connection serves request after request`() throws {
    let handler = TestHandler.echo()
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      for number in 0..<50 {
        #expect(client.request("GET", "/\(number)")?.text == "GET /\(number) ")
      }
      #expect(server.connectionCount == 1)
      #expect(eventually { handler.completions.count == 50 })
    }
  }

  @Test func `pipelined requests get their responses in order`() throws {
    try withServer(.echo()) { server in
      let client = try #require(HTTPClient(server.address))
      for number in 0..<20 { client.sendRequest("PUT", "/\(number)", body: Array("b\(number)".utf8)) }
      for number in 0..<20 { #expect(client.readResponse()?.text == "PUT /\(number) b\(number)") }
    }
  }

  @Test func `three hundred clients at once each get their own response`() throws {
    try withServer(.echo(), { $0.perIPConnectionLimit = 0 }) { server in
      let clients = (0..<300).compactMap { _ in HTTPClient(server.address) }
      #expect(clients.count == 300)
      for (number, client) in clients.enumerated() {
        client.sendRequest("POST", "/\(number)", body: Array(repeating: UInt8(number & 63 + 32), count: 3000))
      }
      for (number, client) in clients.enumerated() {
        let expected = Array("POST /\(number) ".utf8) + Array(repeating: UInt8(number & 63 + 32), count: 3000)
        #expect(client.readResponse()?.body == expected)
      }
    }
  }

  /// libmicrohttpd takes 128 events at a time: as many as that must not leave it waiting for more.
  @Test(arguments: [128, 256])
  func `all clients that send while the event thread is busy get responses, without any further event`(
    count: Int
  ) throws {
    let responders = Shared<[Responder]>([])
    let isBusy = Atomic(false)
    let handler = TestHandler { request, responder in
      guard request.head.path == "/busy" else { return _ = responder.respond(.text(request.head.path)) }
      responders.change { $0.append(responder) }
      isBusy.store(true, ordering: .releasing)
      while isBusy.load(ordering: .acquiring) { usleep(100) }
    }
    try withServer(handler, { $0.perIPConnectionLimit = 0 }) { server in
      let clients = (0..<count).compactMap { _ in HTTPClient(server.address) }
      for client in clients { try #require(client.request("GET", "/first")?.text == "/first") }
      // The last response's connection is still looked at; then all rest, and the next to speak is alone.
      usleep(50_000)
      let busy = try #require(HTTPClient(server.address))
      busy.sendRequest("GET", "/busy")
      #expect(eventually { isBusy.load(ordering: .acquiring) })
      for (number, client) in clients.enumerated() { client.sendRequest("GET", "/\(number)") }
      isBusy.store(false, ordering: .releasing)
      for (number, client) in clients.enumerated() {
        try #require(client.readResponse()?.text == "/\(number)")
      }
      responders.value[0].respond(.text("done"))
      #expect(busy.readResponse()?.text == "done")
    }
  }

  @Test func `a large body goes out whole and a large one comes in whole`() throws {
    let echo = TestHandler { request, responder in
      responder.respond(Response(contentType: "application/octet-stream", bytes: request.sentBody))
    }
    try withServer(echo) { server in
      let body = (0..<(5 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      let client = try #require(HTTPClient(server.address))
      // The response begins only after the whole body has been read, so that sending first cannot block.
      #expect(client.request("POST", "/", body: body)?.body == body)
    }
  }

  /// Counts itself as long as it lives.
  private final class Companion: Sendable {
    static let count = Atomic(0)

    init() { Self.count.add(1, ordering: .relaxed) }

    deinit { Self.count.subtract(1, ordering: .relaxed) }
  }

  @Test func `what accompanies a response lives until that has been sent or its client has gone`() throws {
    let handler = TestHandler { _, responder in
      // More than the buffers of both sockets take.
      var response = Response(
        contentType: "application/octet-stream", bytes: [UInt8](repeating: 1, count: 64 << 20))
      response.companion = Companion()
      responder.respond(response)
    }
    func count() -> Int { Companion.count.load(ordering: .relaxed) }
    try withServer(handler) { server in
      let reader = try #require(HTTPClient(server.address))
      reader.sendRequest("GET", "/")
      #expect(eventually { count() == 1 })
      let other = try #require(HTTPClient(server.address))
      other.sendRequest("GET", "/")
      #expect(eventually { count() == 2 })
      #expect(reader.readResponse()?.body.count == 64 << 20)
      #expect(eventually { count() == 1 })
      other.close()
      #expect(eventually { count() == 0 })
    }
  }

  @Test func `the response to HEAD is that to GET, without the body`() throws {
    let handler = TestHandler.echo()
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      let head = try #require(client.request("HEAD", "/abc"))
      #expect(head.status == 200)
      #expect(head.header("Content-Length") == "10")
      // Had a body followed, it would be taken for the next response.
      #expect(client.request("GET", "/abc")?.text == "GET /abc ")
      #expect(eventually { handler.completions.count == 2 })
      #expect(handler.completions.map(\.bytesSent) == [0, 9])
    }
  }

  @Test func `query items and headers are read, decoded and in order`() throws {
    let handler = TestHandler { request, responder in
      let items = request.head.target.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
      let header = request.head.headers["x-tWICE"] ?? "none"
      let all = request.head.headers.values("X-Twice").joined(separator: ",")
      responder.respond(.text("\(items) \(header) \(all) \(request.head.remoteAddress)"))
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      let response = client.request("GET", "/?b=1%262&a=x+y&b&c=%C3%A9", ["X-Twice: 1", "x-twice: 2"])
      #expect(response?.text == "b=1&2|a=x y|b=|c=é 1 1,2 127.0.0.1")
    }
  }

  @Test func `the handler observes the end of each exchange once`() throws {
    let handler = TestHandler.echo()
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      _ = client.request("POST", "/observed", body: [65, 66])
      #expect(eventually { handler.completions.count == 1 && server.requestsInFlight == 0 })
      let completed = try #require(handler.completions.first)
      #expect(completed.status == 200)
      #expect(completed.termination == .answered)
      #expect(completed.bytesReceived == 2)
      #expect(completed.bytesSent == 17)
      #expect(try #require(completed.receiving) <= completed.total)
      #expect(try #require(completed.handling) <= completed.total)
    }
  }

  @Test func `a body linked into the program is sent from where it lies`() throws {
    let handler = TestHandler { _, responder in
      responder.respond(Response(status: 201, body: .immortal(ImmortalBytes("linked"))))
    }
    try withServer(handler) { server in
      let response = try #require(HTTPClient(server.address)?.request("GET", "/"))
      #expect(response.status == 201)
      #expect(response.text == "linked")
    }
  }

  @Test func `a header with a line feed is left out rather than split`() throws {
    let handler = TestHandler { _, responder in
      responder.respond(Response(status: 200, headers: [("X-A", "1\r\nX-Evil: 1"), ("X-B", "2")]))
    }
    try withServer(handler) { server in
      let response = try #require(HTTPClient(server.address)?.request("GET", "/"))
      #expect(response.header("X-Evil") == nil)
      #expect(response.header("X-B") == "2")
    }
  }
}
