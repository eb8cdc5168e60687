import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// How streams end that their writer does not finish.
@Suite(.serialized) struct StreamEndTests {
  private func open(_ server: Server, _ streams: OpenStreams) throws -> (HTTPClient, BodyStream) {
    try #require(streams.open(server))
  }

  @Test func `a reader that stops reading is dropped, and its backlog is released`() throws {
    let streams = OpenStreams(backlogLimit: 256 << 10)
    let handler = streams.handler()
    try withServer(handler) { server in
      let (client, stream) = try open(server, streams)
      let other = try open(server, streams)
      // The reader has begun to read: later on, a busy machine may leave no time between the first piece and the last.
      stream.send(TestBytes("begun"))
      #expect(client.readChunk() == Array("begun".utf8))
      let census = TestBytes.Census()
      let piece = Array(repeating: UInt8(ascii: "x"), count: 10_000)
      var accepted = 0
      // More than the kernel's buffers will ever hold.
      while accepted < 10_000, stream.send(TestBytes(piece, census)) {
        accepted += 1
        // The limit's worth of pieces, and one that is half read.
        #expect(census.count <= 27)
        usleep(100)
      }
      #expect(accepted < 10_000)
      #expect(streams.ends == [.tooSlow])
      #expect(!stream.isOpen && !stream.send(TestBytes("more")))
      #expect(census.count == 0)
      #expect(eventually { server.connectionCount == 1 && handler.completions.count == 1 })
      let completed = try #require(handler.completions.first)
      #expect(completed.termination == .timeout && completed.status == 200)
      #expect((5...5 + accepted * 10_000).contains(completed.bytesSent))
      // What the client finds in its buffer ends without the end of the body.
      while let chunk = client.readChunk() { #expect(!chunk.isEmpty) }
      // The other readers have not noticed.
      other.1.send(TestBytes("quick"))
      #expect(other.0.readChunk() == Array("quick".utf8))
    }
  }

  @Test func `a stream that overflows before libmicrohttpd comes by is cut all the same`() throws {
    let streams = OpenStreams(backlogLimit: 100)
    try withServer(streams.handler()) { server in
      for _ in 0..<50 {
        let (client, stream) = try open(server, streams)
        var count = 0
        while stream.send(TestBytes("0123456789")) { count += 1 }
        #expect(count >= 10)
        #expect(eventually { server.connectionCount == 0 })
        client.close()
      }
      #expect(streams.ends == Array(repeating: .tooSlow, count: 50))
    }
  }

  @Test func `a reader that takes none of the waiting bytes is disconnected at the idle timeout`() throws {
    let streams = OpenStreams(backlogLimit: 100 << 20)
    try withServer(streams.handler(), { $0.idleTimeout = 1 }) { server in
      let (client, stream) = try #require(persistently { streams.open(server) })
      stream.send(TestBytes(zeros: 50 << 20))
      #expect(eventually { streams.ends.last == .tooSlow && server.connectionCount == 0 })
      client.close()
    }
  }

  @Test(arguments: ["close", "reset", "half-close"])
  func `a client that goes while its stream is silent is noticed`(how: String) throws {
    let streams = OpenStreams()
    let handler = streams.handler()
    // Nothing else ends the connection.
    try withServer(handler, { $0.idleTimeout = 3600 }) { server in
      let (client, stream) = try open(server, streams)
      let staying = try open(server, streams)
      stream.send(TestBytes("hello"))
      #expect(client.readChunk() == Array("hello".utf8))
      switch how {
      case "close": client.close()
      case "half-close": shutdown(client.descriptor, Int32(SHUT_WR))
      default:
        var reset = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client.descriptor, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
        client.close()
      }
      #expect(eventually { streams.ends == [.readerGone] && server.connectionCount == 1 })
      #expect(!stream.send(TestBytes("anyone?")))
      #expect(eventually { handler.completions.count == 1 })
      #expect(handler.completions[0].termination == .clientGone)
      #expect(handler.completions[0].bytesSent == 5)
      withExtendedLifetime(staying.0) { #expect(staying.1.isOpen) }
    }
  }

  @Test func `the connection of a stream that was cut is closed at once even beside older ones`() throws {
    let streams = OpenStreams(backlogLimit: 100)
    try withServer(streams.handler(), { $0.idleTimeout = 3600 }) { server in
      let resting = try #require(HTTPClient(server.address))
      #expect(resting.request("GET", "/plain")?.status == 200)
      let gone = try open(server, streams)
      gone.0.close()
      let slow = try open(server, streams)
      while slow.1.send(TestBytes("0123456789")) {}
      let old = try #require(HTTPClient(server.address))
      old.send("GET / HTTP/1.0\r\n\r\n")
      #expect(old.readHead()?.status == 200)
      streams.all[2].finish()
      #expect(old.readToEnd() == "")
      #expect(eventually { server.connectionCount == 1 })
      #expect(resting.request("GET", "/plain")?.text == "plain")
    }
  }

  @Test func `releasing the last reference to a stream finishes it`() throws {
    let streams = OpenStreams()
    try withServer(streams.handler()) { server in
      let client = try #require(HTTPClient(server.address))
      client.sendRequest("GET", "/stream")
      _ = client.readHead()
      streams.all[0].send(TestBytes("last words"))
      streams.forget()
      #expect(client.readChunks(10) == "last words")
      #expect(client.readChunk() == [])
      #expect(client.request("GET", "/plain")?.text == "plain")
      #expect(streams.ends == [.finished])
    }
  }

  @Test func `a stream whose response comes too late has no reader`() throws {
    let ends = Shared<[BodyStream.End]>([])
    let responders = Shared<[Responder]>([])
    let late = BodyStream(backlogLimit: 10)
    late.whenEnded { end in ends.change { $0.append(end) } }
    let handler = TestHandler { _, responder in
      responders.change { $0.append(responder) }
      responder.respond(.text("first"))
    }
    try withServer(handler) { server in
      #expect(HTTPClient(server.address)?.request("GET", "/")?.text == "first")
      #expect(!responders.value[0].respond(Response(status: 200, body: .stream(late))))
      #expect(ends.value == [.readerGone])
      #expect(!late.send(TestBytes("too late")))
    }
  }

  @Test func `a stream is the body of one response only`() throws {
    let stream = BodyStream(backlogLimit: 1000)
    let handler = TestHandler { _, responder in
      responder.respond(Response(status: 200, body: .stream(stream)))
    }
    try withServer(handler) { server in
      let first = try #require(HTTPClient(server.address))
      first.sendRequest("GET", "/")
      #expect(first.readHead()?.status == 200)
      #expect(HTTPClient(server.address)?.request("GET", "/")?.status == 500)
      stream.finish(TestBytes("mine"))
      #expect(first.readChunk() == Array("mine".utf8))
      #expect(first.readChunk() == [])
    }
  }

  @Test func `a server that stops finishes its streams, and still sends their waiting bytes`() throws {
    let streams = OpenStreams(backlogLimit: 16 << 20)
    let handler = streams.handler()
    let server = try Server(configuration: ServerConfiguration(), handler: handler)
    let clients = try (0..<100).map { _ in try open(server, streams) }
    let busy = try open(server, streams)
    let long = String(repeating: "0123456789", count: 1_000_000)
    busy.1.send(TestBytes(long))
    let stopper = Courier()
    let outcome = Shared<Bool?>(nil)
    stopper.deliver {
      let isClean = server.stop(grace: .seconds(60))
      outcome.change { $0 = isClean }
    }
    let isWhole = busy.0.readChunks(10_000_000) == long
    #expect(isWhole)
    #expect(busy.0.readChunk() == [])
    for (client, stream) in clients {
      #expect(client.readChunk() == [])
      #expect(client.readsEnd())
      #expect(!stream.send(TestBytes("late")))
    }
    stopper.finish()
    // The writers have finished none of the streams: without the stop they would be open when the grace is over.
    #expect(outcome.value == true)
    #expect(streams.ends == Array(repeating: .serverStopped, count: 101))
    #expect(handler.completions.allSatisfy { $0.termination == .shutdown })
    #expect(handler.completions.map(\.bytesSent).max() == 10_000_000)
  }

  @Test func `streams that open, speak and end while the server stops all end, and none is left`() throws {
    for round in 0..<20 {
      let streams = OpenStreams()
      let handler = streams.handler()
      let server = try Server(configuration: ServerConfiguration(), handler: handler)
      let clients = try (0..<20).map { _ in try #require(HTTPClient(server.address)) }
      let courier = Courier()
      courier.deliver {
        for _ in 0..<200 {
          for stream in streams.all { stream.send(TestBytes("tick")) }
          sched_yield()
        }
      }
      for client in clients { client.sendRequest("GET", "/stream") }
      usleep(UInt32(round) * 100)
      server.stop(grace: round % 2 == 0 ? .seconds(2) : .zero)
      courier.finish()
      #expect(server.connectionCount == 0 && server.requestsInFlight == 0)
      #expect(streams.all.allSatisfy { !$0.isOpen })
      #expect(streams.ends.count == streams.all.count)
    }
  }

  @Test func `a reader that takes nothing does not hold a stop beyond its grace`() throws {
    let streams = OpenStreams(backlogLimit: 100 << 20)
    var configuration = ServerConfiguration()
    configuration.idleTimeout = 3600
    let server = try Server(configuration: configuration, handler: streams.handler())
    let (client, stream) = try open(server, streams)
    stream.send(TestBytes(zeros: 50 << 20))
    #expect(stop(server, grace: .milliseconds(200)) == false)
    #expect(streams.ends == [.serverStopped])
    client.close()
  }

  @Test func `a stream, its response and its bytes are all released`() throws {
    let census = TestBytes.Census()
    weak var lastPipe: StreamPipe?
    weak var lastStream: BodyStream?
    weak var lastCore: ServerCore?
    do {
      let streams = OpenStreams(backlogLimit: 1000)
      try withServer(streams.handler()) { server in
        lastCore = server.core
        let held = try (0..<30).map { _ in try open(server, streams) }
        for (index, (client, stream)) in held.enumerated() {
          stream.send(TestBytes("bytes", census))
          switch index % 3 {
          case 0: stream.finish()
          case 1: client.close()
          default: while stream.send(TestBytes(repeatElement(1, count: 400), census)) {}
          }
        }
        #expect(eventually { streams.ends.count == 30 })
        #expect(eventually { server.requestsInFlight == 0 })
        lastStream = held.last?.1
        lastPipe = held.last?.1.pipe
        streams.forget()
      }
    }
    #expect(eventually { lastPipe == nil && lastStream == nil && lastCore == nil })
    #expect(census.count == 0)
  }
}
