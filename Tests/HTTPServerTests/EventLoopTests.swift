import Glibc
import Support
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct EventLoopTests {
  /// The number of open connections of each loop.
  private func counts(_ server: Server) -> [Int] {
    server.loops.map { loop in server.core.registry.all.count { $0.loop === loop } }
  }

  @Test func `connections spread evenly over the event loops, also when some of them close`() throws {
    try withServer(.echo(), { $0.eventLoops = 4 }) { server in
      func connect() throws -> HTTPClient {
        let client = try #require(HTTPClient(server.address))
        #expect(client.request("GET", "/")?.status == 200)
        return client
      }
      var clients = try (0..<12).map { _ in try connect() }
      #expect(counts(server) == [3, 3, 3, 3])
      for client in clients[..<7] { client.close() }
      #expect(
        eventually { server.loops.map { $0.connectionCount.load(ordering: .relaxed) }.reduce(0, +) == 5 })
      clients = Array(clients[7...]) + (try (0..<3).map { _ in try connect() })
      #expect(counts(server) == [2, 2, 2, 2])
      withExtendedLifetime(clients) {}
    }
  }

  @Test func `an event loop that is busy does not hold up the connections of another`() throws {
    let (entered, mayGo) = (Semaphore(), Semaphore())
    let handler = TestHandler { request, responder in
      if request.head.path == "/busy" {
        entered.signal()
        mayGo.wait()
      }
      responder.respond(.text(request.head.path))
    }
    try withServer(handler, { $0.eventLoops = 2 }) { server in
      let clients = try (0..<2).map { _ in try #require(HTTPClient(server.address)) }
      for client in clients { #expect(client.request("GET", "/")?.status == 200) }
      #expect(counts(server) == [1, 1])
      clients[0].sendRequest("GET", "/busy")
      entered.wait()
      defer { mayGo.signal() }
      for number in 0..<100 { #expect(clients[1].request("GET", "/\(number)")?.text == "/\(number)") }
      mayGo.signal()
      #expect(clients[0].readResponse()?.text == "/busy")
    }
  }

  @Test func `the limit of all connections holds exactly over several event loops`() throws {
    try withServer(
      .echo(), { ($0.eventLoops, $0.connectionLimit, $0.evictionAge) = (3, 5, 3600) }
    ) { server in
      let clients = try (0..<9).map { _ in try #require(HTTPClient(server.address)) }
      for (number, client) in clients.enumerated() { client.sendRequest("GET", "/\(number)") }
      for (number, client) in clients[..<5].enumerated() {
        #expect(client.readResponse()?.text == "GET /\(number) ")
      }
      #expect(server.connectionCount == 5)
      // The others wait, and are served in their order as soon as there is room.
      for number in 5..<9 {
        clients[number - 5].close()
        #expect(clients[number].readResponse()?.text == "GET /\(number) ")
        #expect(server.connectionCount <= 5)
      }
    }
  }

  @Test func `the limit of an address holds exactly over several event loops`() throws {
    try withServer(.echo(), { ($0.eventLoops, $0.perIPConnectionLimit) = (4, 6) }) { server in
      let clients = try (0..<20).map { _ in try #require(HTTPClient(server.address)) }
      for client in clients { client.sendRequest("GET", "/") }
      #expect(clients.count { $0.readResponse()?.status == 200 } == 6)
      #expect(server.connectionCount == 6)
    }
  }

  @Test func `requests in one go over several event loops, with responses of other threads, stay in order`()
    throws
  {
    let couriers = [Courier(), Courier(), Courier()]
    defer { for courier in couriers { courier.finish() } }
    let turn = Atomic(0)
    let handler = TestHandler { request, responder in
      let respond: @Sendable () -> Void = { responder.respond(.text(request.head.path)) }
      let number = turn.add(1, ordering: .relaxed).newValue
      if number % 4 == 3 { respond() } else { couriers[number % 4].deliver(respond) }
    }
    try withServer(handler, { $0.eventLoops = 3 }) { server in
      let clients = try (0..<24).map { _ in try #require(HTTPClient(server.address)) }
      for round in 0..<60 {
        for (index, client) in clients.enumerated() {
          for step in 0...(index % 5) {
            client.sendRequest("POST", "/\(round)/\(index)/\(step)", body: [1, 2])
          }
        }
        for (index, client) in clients.enumerated() {
          for step in 0...(index % 5) { #expect(client.readResponse()?.text == "/\(round)/\(index)/\(step)") }
        }
      }
      #expect(counts(server) == [8, 8, 8])
    }
  }

  @Test func `clients that close in the middle, on any event loop, leave nothing behind and harm no other`()
    throws
  {
    let couriers = [Courier(), Courier()]
    defer { for courier in couriers { courier.finish() } }
    let handler = TestHandler { request, responder in
      couriers[request.head.path.utf8.count % 2].deliver {
        responder.respond(Response(contentType: "text/plain", bytes: Array(repeating: 65, count: 300_000)))
      }
    }
    try withServer(handler, { $0.eventLoops = 3 }) { server in
      var random = SeededGenerator(seed: 7)
      let witness = try #require(HTTPClient(server.address))
      for _ in 0..<300 {
        let client = try #require(HTTPClient(server.address))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: client.send("GET /half HT")
        case 1: client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n123")
        case 2: client.sendRequest("GET", "/waits")
        case 3:
          client.sendRequest("GET", "/begun")
          _ = client.readSome()
        default: for _ in 0..<3 { client.sendRequest("GET", "/several") }
        }
        client.close()
      }
      #expect(witness.request("GET", "/")?.body.count == 300_000)
      #expect(eventually { server.connectionCount == 1 && server.requestsInFlight == 0 })
      #expect(
        eventually { server.loops.map { $0.connectionCount.load(ordering: .relaxed) }.reduce(0, +) == 1 })
    }
  }

  @Test func `a client that ends its direction right behind its bytes is noticed without another event`()
    throws
  {
    try withServer(.echo()) { server in
      for _ in 0..<20 {
        let whole = try #require(HTTPClient(server.address))
        whole.sendRequest("GET", "/last")
        shutdown(whole.descriptor, Int32(SHUT_WR))
        #expect(whole.readResponse()?.text == "GET /last ")
        #expect(whole.readsEnd())
        let half = try #require(HTTPClient(server.address))
        half.send("GET /half HTTP/1.1\r\nHo")
        shutdown(half.descriptor, Int32(SHUT_WR))
        #expect(half.readsEnd())
      }
    }
  }

  @Test func `a client that closes while its request waits, and its response comes after that, is let go`()
    throws
  {
    let responders = Shared<[Responder]>([])
    let handler = TestHandler { _, responder in responders.change { $0.append(responder) } }
    try withServer(handler, { $0.eventLoops = 2 }) { server in
      let clients = try (0..<10).map { _ in try #require(HTTPClient(server.address)) }
      for client in clients { client.sendRequest("GET", "/") }
      #expect(eventually { responders.value.count == 10 })
      for client in clients { client.close() }
      #expect(eventually { responders.value.allSatisfy(\.isClientGone) })
      #expect(server.connectionCount == 10)
      for responder in responders.value { responder.respond(.text("late")) }
      #expect(eventually { server.connectionCount == 0 && server.requestsInFlight == 0 })
    }
  }

  @Test func `a stop serves the connections that have arrived, on every event loop`() throws {
    var configuration = ServerConfiguration()
    configuration.eventLoops = 3
    let server = try Server(configuration: configuration, handler: TestHandler.echo())
    let clients = try (0..<30).map { _ in try #require(HTTPClient(server.address)) }
    for client in clients { client.sendRequest("GET", "/") }
    #expect(server.stop(grace: .seconds(60)))
    #expect(clients.allSatisfy { $0.readResponse()?.status == 200 })
    #expect(HTTPClient(server.address) == nil)
    #expect(server.connectionCount == 0 && server.requestsInFlight == 0)
  }
}
