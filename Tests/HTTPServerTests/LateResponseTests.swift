import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct LateResponseTests {
  @Test func `a response from another thread, after the handler has returned, is sent`() throws {
    let courier = Courier()
    defer { courier.finish() }
    let handler = TestHandler { request, responder in
      courier.deliver {
        usleep(20_000)
        responder.respond(.text("late \(request.head.path)"))
      }
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/1")?.text == "late /1")
      #expect(client.request("POST", "/2", body: [1, 2, 3])?.text == "late /2")
    }
  }

  @Test func `responses that race with the handler's return all arrive, each at its own client`() throws {
    let couriers = [Courier(), Courier()]
    defer { for courier in couriers { courier.finish() } }
    let number = Atomic(0)
    let handler = TestHandler { request, responder in
      let turn = number.add(1, ordering: .relaxed).newValue
      let spin = turn % 40
      couriers[turn & 1].deliver {
        responder.respond(.text(request.head.path))
      }
      // A different short delay each time, so that the response comes before, at and after the suspension.
      let end = ContinuousClock.now + .microseconds(spin)
      while ContinuousClock.now < end {}
    }
    try withServer(handler) { server in
      let clients = (0..<8).compactMap { _ in HTTPClient(server.address) }
      let rounds = 500
      for round in 0..<rounds {
        for (index, client) in clients.enumerated() { client.sendRequest("GET", "/\(round)-\(index)") }
        for (index, client) in clients.enumerated() {
          let text = client.readResponse()?.text
          guard text == "/\(round)-\(index)" else {
            Issue.record("round \(round), client \(index): \(text ?? "no response")")
            return
          }
        }
      }
      #expect(eventually { handler.completions.count == rounds * 8 && server.requestsInFlight == 0 })
    }
  }

  @Test func `of several responses the first wins, whichever thread sends it`() throws {
    let couriers = (0..<4).map { _ in Courier() }
    defer { for courier in couriers { courier.finish() } }
    let wins = Atomic(0)
    let rounds = 500
    let handler = TestHandler { _, responder in
      for (index, courier) in couriers.enumerated() {
        courier.deliver {
          if responder.respond(.text("\(index)")) { wins.add(1, ordering: .relaxed) }
        }
      }
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      for _ in 0..<rounds {
        let text = client.request("GET", "/")?.text
        #expect(["0", "1", "2", "3"].contains(text))
      }
    }
    for courier in couriers { courier.finish() }
    #expect(wins.load(ordering: .relaxed) == rounds)
  }

  @Test func `a response after the end of its exchange reaches no other client`() throws {
    let responders = Shared<[Responder]>([])
    let handler = TestHandler { request, responder in
      responders.change { $0.append(responder) }
      if request.head.path != "/waits" { responder.respond(.text(request.head.path)) }
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/keep")?.text == "/keep")
      let late = try #require(responders.value.first)
      #expect(late.isFinished)
      #expect(!late.respond(.text("too late")))
      // Another request waits on the same connection: the old responder must not be taken for its own.
      client.sendRequest("GET", "/waits")
      #expect(eventually { responders.value.count == 2 })
      #expect(late.isFinished)
      #expect(!late.respond(.text("for another")))
      responders.value[1].respond(.text("its own"))
      #expect(client.readResponse()?.text == "its own")
    }
  }

  @Test func `a responder that is released without a response sends 500`() throws {
    let courier = Courier()
    defer { courier.finish() }
    let handler = TestHandler { request, responder in
      if request.head.path == "/later" {
        courier.deliver {
          usleep(10_000); _ = responder
        }
      }
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/now")?.status == 500)
      let response = try #require(client.request("GET", "/later"))
      #expect(response.status == 500)
      #expect(response.text == "refused: unanswered")
      #expect(response.header("X-Request-Id")?.isEmpty == false)
    }
  }

  @Test func `a client that goes while its request waits is seen to be gone`() throws {
    let responders = Shared<[Responder]>([])
    let handler = TestHandler { _, responder in responders.change { $0.append(responder) } }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      client.sendRequest("POST", "/", body: [1])
      #expect(eventually { responders.value.count == 1 })
      let responder = responders.value[0]
      usleep(20_000)
      #expect(!responder.isClientGone)
      #expect(!responder.isFinished)
      client.close()
      #expect(eventually { responder.isClientGone })
      responder.respond(.text("too late"))
      #expect(!responder.isClientGone)
      #expect(eventually { server.requestsInFlight == 0 && server.connectionCount == 0 })
      #expect(handler.completions.count == 1)
    }
  }

  @Test func `a response that was not sent, and holds its own responder, is released with its request`()
    throws
  {
    let core = ServerCore(
      configuration: ServerConfiguration(), handler: TestHandler.echo(), roomSignal: try .make())
    let connection = Connection(
      handle: ConnectionHandle(pointer: try #require(OpaquePointer(bitPattern: 16))),
      on: try EventLoop(core: core),
      descriptor: -1, remoteAddress: "", isFromTrustedProxy: false, gate: RequestGate(limits: core.gateLimits)
    )
    let head = RequestHead(id: "test", method: .get, target: try #require(RequestTarget("/")))
    let isOver = Shared(false)
    // As in an export: what writes the stream knows the request.
    func respond() {
      let responder = Responder(
        head: head, core: core, connection: connection, serial: connection.beginRequest(at: .now))
      let stream = BodyStream(backlogLimit: 100)
      stream.whenEnded { _ in isOver.change { $0 = responder.isFinished } }
      #expect(responder.respond(Response(status: 200, headers: [], body: .stream(stream))))
    }
    respond()
    #expect(!isOver.value)
    #expect(!connection.endRequest())
    #expect(isOver.value)
  }

  @Test func `clients that vanish in the head or the body leave nothing behind`() throws {
    let handler = TestHandler.echo()
    try withServer(handler) { server in
      for piece in [
        "", "GE", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-Half: ",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123",
      ] {
        for _ in 0..<10 {
          let client = try #require(HTTPClient(server.address))
          client.send(piece)
          if piece.count > 20 { usleep(500) }
          client.close()
        }
      }
      #expect(eventually { server.requestsInFlight == 0 && server.connectionCount == 0 })
      #expect(handler.completions.allSatisfy { $0.termination == .clientGone && $0.status == nil })
      #expect(HTTPClient(server.address)?.request("GET", "/")?.status == 200)
    }
  }
}
