import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct StreamTests {
  private func open(_ server: Server, _ streams: OpenStreams) throws -> (HTTPClient, BodyStream) {
    try #require(streams.open(server))
  }

  /// An option of TCP.
  private func option(_ name: Int32, of descriptor: Int32) -> Int32 {
    var (value, length) = (Int32(-1), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, Int32(IPPROTO_TCP), name, &value, &length)
    return value
  }

  @Test func `the head and each piece arrive while the stream is open`() throws {
    let streams = OpenStreams()
    let handler = streams.handler()
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      client.sendRequest("GET", "/stream", ["Accept-Encoding: gzip"])
      let head = try #require(client.readHead())
      #expect(head.header("Transfer-Encoding") == "chunked")
      #expect(head.header("Content-Length") == nil && head.header("Content-Encoding") == nil)
      let stream = streams.all[0]
      for text in ["one", "two", "three"] {
        #expect(!client.isReadable(within: 20))
        #expect(stream.send(TestBytes(text)))
        #expect(client.readChunk() == Array(text.utf8))
        // Not held back for more to come.
        let socket = try #require(server.core.registry.all.first).descriptor
        #expect(option(TCP_NODELAY, of: socket) != 0, "Nagle's algorithm delays pieces")
        #expect(option(TCP_CORK, of: socket) == 0, "a cork delays pieces")
      }
      #expect(stream.isOpen && streams.ends.isEmpty && handler.completions.isEmpty)
    }
  }

  @Test func `bytes sent before the response come first`() throws {
    let handler = TestHandler { _, responder in
      let stream = BodyStream(backlogLimit: 100)
      stream.send(TestBytes("early "))
      responder.respond(Response(status: 200, body: .stream(stream)))
      stream.finish(TestBytes("late"))
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      client.sendRequest("GET", "/")
      _ = client.readHead()
      #expect(client.readChunks(10) == "early late")
      #expect(client.readChunk() == [])
    }
  }

  @Test func `a drained stream asks for the next piece, and for no more before its reader has taken that`()
    throws
  {
    // Pieces of 32 MB do not fit into the buffers of the sockets.
    let (pieces, count) = (4, 32 << 20)
    let sent = Shared(0)
    let handler = TestHandler { _, responder in
      let stream = BodyStream(backlogLimit: 0)
      @Sendable func goOn() {
        stream.whenDrained {
          guard sent.value < pieces else { return stream.finish() }
          sent.change { $0 += 1 }
          #expect(stream.send(TestBytes(zeros: count)))
          goOn()
        }
      }
      goOn()
      responder.respond(Response(status: 200, body: .stream(stream)))
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      client.sendRequest("GET", "/")
      _ = client.readHead()
      #expect(eventually { sent.value == 1 })
      var received = 0
      while let chunk = client.readChunk(), !chunk.isEmpty {
        received += chunk.count
        // The piece of which bytes arrive, and the one behind it once the system has the rest of this one.
        #expect(sent.value <= received / count + 2)
      }
      #expect(received == pieces * count && sent.value == pieces)
    }
  }

  @Test func `a stream whose reader leaves releases the writer that waits for it to drain`() throws {
    let census = TestBytes.Census()
    let ends = Shared<[BodyStream.End]>([])
    let handler = TestHandler { _, responder in
      let stream = BodyStream(backlogLimit: 0)
      stream.whenEnded { end in ends.change { $0.append(end) } }
      let writer = TestBytes("held", census)
      stream.send(TestBytes(zeros: 32 << 20))
      // The writer holds the stream, which holds the writer.
      stream.whenDrained { stream.finish(writer) }
      responder.respond(Response(status: 200, body: .stream(stream)))
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      client.sendRequest("GET", "/")
      _ = client.readHead()
      client.close()
      #expect(eventually { census.count == 0 })
      #expect(ends.value == [.readerGone])
    }
  }

  @Test func `finish ends the body after the waiting bytes, and the connection goes on`() throws {
    let streams = OpenStreams()
    let handler = streams.handler()
    try withServer(handler) { server in
      let (client, stream) = try open(server, streams)
      stream.send(TestBytes("a"))
      stream.finish(TestBytes("b"))
      #expect(!stream.isOpen && !stream.send(TestBytes("c")))
      stream.finish(TestBytes("d"))
      #expect(client.readChunks(2) == "ab")
      #expect(client.readChunk() == [])
      #expect(client.request("GET", "/plain")?.text == "plain")
      #expect(streams.ends == [.finished])
      #expect(eventually { handler.completions.map(\.termination) == [.answered, .answered] })
      #expect(handler.completions.map(\.bytesSent) == [2, 5])
      let late = Shared<BodyStream.End?>(nil)
      stream.whenEnded { end in late.change { $0 = end } }
      #expect(late.value == .finished)
    }
  }

  @Test func `pieces sent by several threads arrive whole and each thread's in order`() throws {
    let streams = OpenStreams(backlogLimit: 64 << 20)
    try withServer(streams.handler()) { server in
      let (client, stream) = try open(server, streams)
      let couriers = (0..<4).map { _ in Courier() }
      for (name, courier) in couriers.enumerated() {
        courier.deliver {
          for number in 0..<5000 {
            // Lengths that never agree with those of chunks.
            let text = "\(name) \(number) " + String(repeating: "x", count: number * 7 % 300) + "\n"
            stream.send(TestBytes(text))
            if number % 50 == name { usleep(100) }
          }
        }
      }
      let finisher = Courier()
      finisher.deliver {
        for courier in couriers { courier.finish() }
        stream.finish()
      }
      defer { finisher.finish() }
      var bytes: [UInt8] = []
      while let chunk = client.readChunk(), !chunk.isEmpty { bytes += chunk }
      var next = [0, 0, 0, 0]
      for line in bytes.split(separator: 10) {
        let words = String(decoding: line, as: UTF8.self).split(
          separator: " ", omittingEmptySubsequences: false)
        let (name, number) = (Int(words[0])!, Int(words[1])!)
        guard number == next[name], words[2].utf8.count == number * 7 % 300 else {
          Issue.record("\(next[name]) of \(name) is \(String(decoding: line, as: UTF8.self))")
          return
        }
        next[name] += 1
      }
      #expect(next == [5000, 5000, 5000, 5000])
    }
  }

  @Test func `a piece longer than the backlog limit arrives whole when nothing else waits`() throws {
    let streams = OpenStreams(backlogLimit: 10)
    try withServer(streams.handler()) { server in
      let (client, stream) = try open(server, streams)
      let long = String(repeating: "0123456789", count: 300_000)
      #expect(stream.send(TestBytes(long)))
      // Not compared within the expectation, which would print both.
      let isWhole = client.readChunks(3_000_000) == long
      #expect(isWhole)
      #expect(eventually { stream.pipe.state.withLock { $0.isSuspended } })
      #expect(stream.send(TestBytes(long)))
      let isWholeAgain = client.readChunks(3_000_000) == long
      #expect(isWholeAgain)
    }
  }

  @Test func `a silent stream outlives the idle timeout and the request deadline`() throws {
    let streams = OpenStreams()
    try withServer(streams.handler(), { ($0.idleTimeout, $0.requestDeadline) = (1, 0.2) }) { server in
      let (client, stream) = try #require(persistently { streams.open(server) })
      for text in ["still here", "and still"] {
        // Two clients that begin only now, one in the middle of a request and one between two, are closed before.
        let slow = try #require(HTTPClient(server.address))
        slow.send("GET / HT")
        #expect(slow.readResponse()?.status == 408)
        let idle = try #require(
          persistently {
            let client = HTTPClient(server.address)
            return client?.request("GET", "/plain")?.status == 200 ? client : nil
          })
        #expect(idle.outlasts())
        #expect(!client.isReadable(within: 0))
        #expect(stream.send(TestBytes(text)))
        #expect(client.readChunk() == Array(text.utf8))
      }
      stream.finish()
      #expect(client.readChunk() == [])
    }
  }

  @Test func `a client of HTTP 1.0 reads the body until the connection closes`() throws {
    let streams = OpenStreams()
    let handler = streams.handler()
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let head = try #require(client.readHead())
      #expect(head.header("Transfer-Encoding") == nil && head.header("Content-Length") == nil)
      let stream = streams.all[0]
      let long = String(repeating: "0123456789", count: 1000)
      stream.send(TestBytes("now "))
      while client.buffered.count < 4 { #expect(client.fill()) }
      stream.send(TestBytes(long))
      stream.finish(TestBytes(" end"))
      #expect(client.readToEnd() == "now \(long) end")
      #expect(eventually { handler.completions.map(\.bytesSent) == [10008] })
      #expect(streams.ends == [.finished])
    }
  }

  @Test func `the response to HEAD is only a head, and its stream ends at once`() throws {
    let streams = OpenStreams()
    let handler = streams.handler()
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      let head = try #require(client.request("HEAD", "/stream"))
      #expect(head.status == 200 && head.header("Content-Length") == nil)
      #expect(head.headers.filter { $0.name == "Connection" }.map(\.value) == ["close"])
      #expect(client.readsEnd())
      #expect(eventually { streams.ends == [.finished] })
      #expect(!streams.all[0].send(TestBytes("unheard")))
      #expect(eventually { handler.completions.map(\.bytesSent) == [0] })
      #expect(handler.completions.map(\.termination) == [.answered])
    }
  }

  @Test func `a request sent behind a stream is served when the stream has ended`() throws {
    let streams = OpenStreams()
    try withServer(streams.handler()) { server in
      let (client, stream) = try open(server, streams)
      client.sendRequest("GET", "/plain")
      for text in ["first", "second", "third"] {
        stream.send(TestBytes(text))
        #expect(client.readChunk() == Array(text.utf8))
      }
      stream.finish()
      #expect(client.readChunk() == [])
      #expect(client.readResponse()?.text == "plain")
    }
  }

  @Test func `five hundred streams at once each get every message`() throws {
    let streams = OpenStreams()
    let handler = streams.handler()
    try withServer(handler, { $0.perIPConnectionLimit = 0 }) { server in
      let clients = try (0..<500).map { _ in try #require(HTTPClient(server.address)) }
      for client in clients { client.sendRequest("GET", "/stream") }
      for client in clients { #expect(client.readHead() != nil) }
      let open = streams.all
      #expect(open.count == 500 && server.requestsInFlight == 500)
      for number in 10..<30 {
        let message = TestBytes("message \(number)\n")
        for stream in open { #expect(stream.send(message)) }
        if number % 3 == 0 { usleep(2000) }
      }
      let expected = (10..<30).map { "message \($0)\n" }.joined()
      for client in clients {
        let text = client.readChunks(expected.utf8.count)
        guard text == expected else {
          Issue.record("\(text ?? "nothing")")
          return
        }
      }
      for stream in open { stream.finish() }
      for client in clients { #expect(client.readChunk() == []) }
      #expect(eventually { server.requestsInFlight == 0 && handler.completions.count == 500 })
      #expect(handler.completions.allSatisfy { $0.bytesSent == expected.utf8.count })
      #expect(streams.ends == Array(repeating: .finished, count: 500))
    }
  }
}
