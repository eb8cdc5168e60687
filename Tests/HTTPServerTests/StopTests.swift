import Glibc
import Support
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct StopTests {
  /// Starts a server that waits for the last responses for as long as it takes.
  private static func start(_ handler: TestHandler) throws -> Server {
    var configuration = ServerConfiguration()
    configuration.refusalPatience = 60
    return try Server(configuration: configuration, handler: handler)
  }

  @Test func `a server that stops finishes running requests, announces that it closes, and frees the port`()
    throws
  {
    let courier = Courier()
    defer { courier.finish() }
    let responders = Shared<[Responder]>([])
    let handler = TestHandler { _, responder in responders.change { $0.append(responder) } }
    let server = try Self.start(handler)
    let client = try #require(HTTPClient(server.address))
    client.sendRequest("GET", "/")
    #expect(eventually { responders.value.count == 1 })
    courier.deliver {
      _ = eventually { server.isDraining }
      usleep(50_000)
      responders.value[0].respond(.text("finished"))
    }
    #expect(server.stop(grace: .seconds(60)))
    let response = try #require(client.readResponse())
    #expect(response.text == "finished")
    #expect(response.header("Connection")?.lowercased() == "close")
    #expect(client.readsEnd())
    #expect(HTTPClient(server.address) == nil)
    #expect(handler.completions.map(\.termination) == [.answered])
    #expect(server.stop(grace: .zero))
  }

  @Test func `once a stop is announced, connections close with a response, and new ones are served`() throws {
    let handler = TestHandler { _, responder in responder.respond(.text("served")) }
    let server = try Self.start(handler)
    let kept = try #require(HTTPClient(server.address))
    let before = try #require(kept.request("GET", "/"))
    #expect(before.header("Connection")?.lowercased() != "close")
    server.announceStop()
    for client in [kept, try #require(HTTPClient(server.address))] {
      let response = try #require(client.request("GET", "/"))
      #expect(response.text == "served")
      #expect(response.header("Connection")?.lowercased() == "close")
      #expect(client.readsEnd())
    }
    #expect(!server.isDraining)
    #expect(server.stop(grace: .seconds(60)))
    #expect(server.isDraining)
    // An announcement that comes too late does not make the server serve again.
    server.announceStop()
    #expect(server.isDraining)
  }

  @Test func `a request that still waits when the grace is over gets a 503, and stop returns`() throws {
    let responders = Shared<[Responder]>([])
    let handler = TestHandler { _, responder in responders.change { $0.append(responder) } }
    let server = try Self.start(handler)
    let clients = (0..<50).compactMap { _ in HTTPClient(server.address) }
    for client in clients { client.sendRequest("POST", "/", body: [1]) }
    #expect(eventually { responders.value.count == 50 })
    let halfway = try #require(HTTPClient(server.address))
    halfway.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n123")
    #expect(eventually { server.requestsInFlight == 51 })
    // No handler responds to the requests, so a stop that waited for them would not return.
    #expect(stop(server, grace: .milliseconds(50)) == false)
    for client in clients {
      let response = client.readResponse()
      #expect(response?.status == 503)
      #expect(response?.header("X-Request-Id")?.utf8.count == 32)
    }
    #expect(halfway.readsEnd())
    #expect(server.requestsInFlight == 0 && server.connectionCount == 0)
    #expect(handler.completions.count == 51)
    // Answers that come after the end do no harm.
    for responder in responders.value { #expect(!responder.respond(.text("late"))) }
  }

  @Test func `under load every request gets a whole response or a clean refusal`() throws {
    let couriers = [Courier(), Courier()]
    let handed = Atomic(0)
    let handler = TestHandler { request, responder in
      let turn = handed.add(1, ordering: .relaxed).newValue
      couriers[turn & 1].deliver {
        responder.respond(Response(contentType: "text/plain", bytes: Array(repeating: 65, count: 50_000)))
      }
    }
    let server = try Self.start(handler)
    let address = server.address
    let (whole, refused, closed, broken) = (Counter(), Counter(), Counter(), Counter())
    let loaders = (0..<6).map { _ in
      PosixThread(named: "loader") {
        // Each connection serves until the server closes it; every response is complete or has not begun.
        while let client = HTTPClient(address) {
          var isOpen = true
          while isOpen {
            client.sendRequest("GET", "/")
            let response = client.readResponse()
            isOpen = response != nil && response?.header("Connection")?.lowercased() != "close"
            switch response {
            case let response? where response.status == 200 && response.body.count == 50_000: whole.add()
            case let response? where response.status == 503 && !isOpen: refused.add()
            case nil where !client.hasPartialResponse: closed.add()
            default: broken.add()
            }
          }
        }
      }
    }
    #expect(eventually { whole.count > 500 })
    #expect(server.stop(grace: .seconds(60)))
    for loader in loaders { loader.join() }
    for courier in couriers { courier.finish() }
    #expect(broken.count == 0)
    // Only the last request of a loader, which came when all had been quiet, is refused; only one that crossed with the
    // closing of its connection goes without a response.
    #expect(refused.count <= 6)
    #expect(closed.count <= 6 + 6)
    #expect(server.requestsInFlight == 0)
    #expect(handler.completions.count { $0.termination == .answered } >= whole.count)
  }

  @Test func `a server that is released stops by itself`() throws {
    var server: Server? = try Self.start(.echo())
    let address = try #require(server?.address)
    #expect(HTTPClient(address)?.request("GET", "/")?.status == 200)
    server = nil
    #expect(HTTPClient(address) == nil)
  }
}
