import CSocketGate
import Foundation
import Glibc
import TestSupport
import Testing

@testable import HTTPServer

/// The gate in front of libmicrohttpd: each refused request gets one response, and nothing else is read.
@Suite(.serialized) struct FramingTests {
  private static let good = "GET /good HTTP/1.1\r\nHost: a\r\n\r\n"

  /// Reads everything up to the end of the connection.
  private func readAll(_ client: HTTPClient) -> String {
    var bytes: [UInt8] = []
    while let some = client.readSome() { bytes += some }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Expects one refusal, complete and with nothing behind it.
  private func expectRefusal(
    _ text: String, _ item: FramingCases.Refused, _ location: SourceLocation = #_sourceLocation
  ) {
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      Issue.record("\(item.name): \(text.debugDescription)", sourceLocation: location)
      return
    }
    let lines = parts[0].split(separator: "\r\n")
    #expect(lines[0].hasPrefix("HTTP/1.1 \(item.status) "), "\(item.name): \(text)", sourceLocation: location)
    for name in ["Date: ", "X-Request-Id: ", "Connection: close", "Content-Length: \(parts[1].utf8.count)"] {
      #expect(lines.count { $0.hasPrefix(name) } == 1, "\(item.name): \(name)", sourceLocation: location)
    }
    let date = /Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d GMT/
    #expect(lines.contains { $0.wholeMatch(of: date) != nil }, "\(item.name)", sourceLocation: location)
    #expect(parts[1].hasPrefix("refused: "), "\(item.name): \(text)", sourceLocation: location)
  }

  @Test
  func `each malformed or ambiguous request gets one response, is reported once, and ends the connection`()
    throws
  {
    let handler = TestHandler.echo()
    try withServer(handler) { server in
      for (number, item) in FramingCases.refused.enumerated() {
        let client = try #require(HTTPClient(server.address))
        client.send(FramingCases.bytes(item.bytes))
        expectRefusal(readAll(client), item)
        try #require(eventually { handler.completions.count == number + 1 }, "\(item.name)")
        let completed = handler.completions[number]
        #expect(completed.status == item.status && completed.termination == .answered, "\(item.name)")
        #expect(completed.refusal?.status == item.status && completed.remoteAddress == "127.0.0.1")
      }
      #expect(eventually { server.connectionCount == 0 && server.requestsInFlight == 0 })
    }
  }

  @Test func `a refusal of HEAD is a head alone`() throws {
    try withServer(.echo()) { server in
      for item in FramingCases.refused where item.bytes.hasPrefix("GET /") {
        let client = try #require(HTTPClient(server.address))
        client.send(FramingCases.bytes("HEAD" + item.bytes.dropFirst(3)))
        let parts = readAll(client).components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 2 && parts[0].hasPrefix("HTTP/1.1 \(item.status) "), "\(item.name): \(parts)")
        #expect(parts[0].contains("Content-Length: ") && parts.last == "", "\(item.name): \(parts)")
      }
    }
  }

  @Test func `a refusal comes after the responses to the requests before it`() throws {
    try withServer(.echo()) { server in
      for item in FramingCases.refused {
        let client = try #require(HTTPClient(server.address))
        client.send(FramingCases.bytes(Self.good + Self.good + item.bytes))
        #expect(client.readResponse()?.text == "GET /good ")
        #expect(client.readResponse()?.text == "GET /good ")
        expectRefusal(readAll(client), item)
      }
    }
  }

  @Test func `a refusal waits for a response that takes long`() throws {
    let courier = Courier()
    defer { courier.finish() }
    let handler = TestHandler { request, responder in
      courier.deliver {
        usleep(20_000)
        responder.respond(.text(request.head.path))
      }
    }
    try withServer(handler) { server in
      let item = FramingCases.refused[0]
      let client = try #require(HTTPClient(server.address))
      client.send(Self.good + Self.good + item.bytes)
      #expect(client.readResponse()?.text == "/good")
      #expect(client.readResponse()?.text == "/good")
      expectRefusal(readAll(client), item)
    }
  }

  @Test func `the pieces in which a bad request arrives change nothing`() throws {
    try withServer(.echo()) { server in
      for item in FramingCases.refused where item.bytes.count < 90 {
        let bytes = FramingCases.bytes(item.bytes)
        for cut in stride(from: 1, to: bytes.count, by: 5) {
          let client = try #require(HTTPClient(server.address))
          client.setImmediate()
          client.send(Array(bytes[..<cut]))
          usleep(1000)
          client.send(Array(bytes[cut...]))
          expectRefusal(readAll(client), item)
        }
      }
    }
  }

  @Test(arguments: ["a field ended by a line feed", "a chunk with a byte too many", "no Host in HTTP/1.1"])
  func `a bad request that arrives a byte at a time is refused`(name: String) throws {
    try withServer(.echo()) { server in
      let item = try #require(FramingCases.refused.first { $0.name == name })
      let client = try #require(HTTPClient(server.address))
      client.setImmediate()
      for byte in FramingCases.bytes(item.bytes) where client.send([byte]) { usleep(500) }
      expectRefusal(readAll(client), item)
    }
  }

  @Test func `valid requests get responses one after the other, whole, cut in two, or all at once`() throws {
    try withServer(.echo()) { server in
      let client = try #require(HTTPClient(server.address))
      client.setImmediate()
      for item in FramingCases.accepted where item.framing != .none || !item.bytes.contains("HTTP/1.0") {
        if item.bytes.contains("HTTP/1.0") { continue }
        let bytes = FramingCases.bytes(item.bytes)
        client.send(bytes)
        #expect(client.readResponse()?.status == 200, "\(item.name)")
        let cut = bytes.count / 2
        client.send(Array(bytes[..<cut]))
        usleep(500)
        client.send(Array(bytes[cut...]))
        #expect(client.readResponse()?.status == 200, "\(item.name)")
      }
      let all = FramingCases.accepted.filter { !$0.bytes.contains("HTTP/1.0") }
      client.send(all.flatMap { FramingCases.bytes($0.bytes) })
      for item in all { #expect(client.readResponse()?.status == 200, "\(item.name)") }
    }
  }

  @Test func `hundreds of requests sent at once all get responses, in order`() throws {
    try withServer(.echo()) { server in
      let client = try #require(HTTPClient(server.address))
      let requests = (0..<500).map { number in
        "POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
      }
      client.send(requests.joined())
      for number in 0..<500 { try #require(client.readResponse()?.text == "POST /\(number) body") }
      client.send(Self.good + "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + Self.good)
      #expect(client.readResponse()?.text == "GET /good ")
      #expect(client.readResponse()?.text == "GET /last ")
      #expect(client.readsEnd())
    }
  }

  /// The gate and libmicrohttpd frame the same requests in the same way: the handler sees each as it was meant.
  @Test(arguments: 0..<8) func `random requests in random pieces are framed as they were meant`(seed: Int)
    throws
  {
    try withServer(.echo()) { server in
      var random = SeededGenerator(seed: UInt64(seed))
      let client = try #require(HTTPClient(server.address))
      client.setImmediate()
      var bytes: [UInt8] = []
      var expected: [[UInt8]] = []
      for number in 0..<60 {
        let request = RandomRequest(number: number, &random)
        bytes += request.bytes
        expected.append(Array("\(request.method) \(request.path) ".utf8) + request.body)
      }
      var rest = bytes[...]
      var answered = 0
      while !rest.isEmpty {
        let piece = rest.prefix(random.chance(1, in: 4) ? 1 : random.integer(1...3000))
        client.send(Array(piece))
        rest = rest.dropFirst(piece.count)
        if random.chance(1, in: 3) { usleep(200) }
        // A client that never reads would fill both buffers.
        while answered < 40, random.chance(1, in: 6), client.hasResponse() {
          try #require(client.readResponse()?.body == expected[answered])
          answered += 1
        }
      }
      for body in expected[answered...] { try #require(client.readResponse()?.body == body) }
    }
  }

  @Test(arguments: 0..<4)
  func `after any change to the bytes of a request each response is one of the server's own`(
    seed: Int
  )
    throws
  {
    let handler = TestHandler { _, responder in responder.respond(.text("ok")) }
    try withServer(
      handler,
      {
        $0.requestDeadline = 0.4; $0.perIPConnectionLimit = 0
      }
    ) { server in
      let address = server.address
      let strange = Gathering<String>()
      runConcurrently(jobs: 300, threads: 30) { job in
        var random = SeededGenerator(seed: UInt64(seed * 1000 + job))
        var bytes: [UInt8] = []
        for number in 0..<random.integer(1...3) {
          bytes += Mutation.changed(RandomRequest(number: number, &random).bytes, &random)
        }
        guard let client = HTTPClient(address) else { return strange.add("no connection") }
        _ = client.send(bytes)
        shutdown(client.descriptor, Int32(SHUT_WR))
        let text = readAll(client)
        let heads = text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst()
        if text.contains("<html") || heads.contains(where: { !$0.contains("X-Request-Id: ") }) {
          strange.add("\(String(decoding: bytes, as: UTF8.self).debugDescription): \(text)")
        }
      }
      #expect(strange.values.isEmpty, "\(strange.values.first ?? "")")
    }
  }

  @Test func `a request that reaches libmicrohttpd past the gate is refused`() throws {
    #expect(csg_is_linked() == 1)
    let handler = TestHandler { request, responder in
      // The handler runs on the event thread.
      if request.head.path == "/open" { csg_install(nil, nil) }
      responder.respond(.text("passed"))
    }
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/open")?.text == "passed")
      let response = try #require(client.request("GET", "/past"))
      #expect(response.status == 500 && response.text == "refused: unchecked")
      #expect(client.readsEnd())
    }
  }

  @Test func `the id that a refused request has in its response is the one that is reported`() throws {
    let handler = TestHandler.echo()
    try withServer(handler) { server in
      let client = try #require(HTTPClient(server.address))
      client.send("GET /a HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n")
      let early = try #require(client.readResponse())
      #expect(early.header("X-Request-Id")?.count == 32)
      let known = try #require(HTTPClient(server.address))
      known.send(
        "POST /b HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nTransfer-Encoding: chunked\r\n\r\n")
      #expect(eventually { server.requestsInFlight == 1 })
      usleep(20_000)
      known.send("zz\r\n")
      #expect(known.readResponse()?.header("X-Request-Id") == "mine")
      #expect(eventually { handler.completions.count == 2 })
      #expect(handler.completions.map(\.id) == [early.header("X-Request-Id"), "mine"])
      #expect(handler.completions.map { $0.head?.path } == [nil, "/b"])
    }
  }
}

/// A valid request with a random form.
private struct RandomRequest {
  let method: String
  let path: String
  var bytes: [UInt8] = []
  var body: [UInt8] = []

  init(number: Int, _ random: inout SeededGenerator) {
    method = random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"])
    path = "/\(number)" + random.pick(["", "/a.b", "/~x", "/;y=z"])
    let size = random.chance(1, in: 5) ? random.integer(0...20_000) : random.integer(0...60)
    body = (0..<size).map { _ in random.chance(1, in: 3) ? random.pick([13, 10, 48, 58]) : random.next() }
      .map { UInt8(truncatingIfNeeded: $0) }
    let form = random.integer(0...2)
    if form == 0 { body = [] }
    var fields = ["Host: \(random.pick(["a", "a:80", "[::1]:8080", ""]))"]
    for _ in 0..<random.integer(0...12) { fields.append(Self.field(&random)) }
    if form == 1 { fields.append("\(random.pick(["Content-Length", "content-length"])): \(body.count)") }
    if form == 2 { fields.append("Transfer-Encoding:\(random.pick([" ", "", "\t"]))chunked") }
    fields.shuffle(using: &random)
    let query = random.pick(["", "?a=b", "?a&b&c=%20", "?{x}"])
    bytes = Array("\(method) \(path)\(query) HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n".utf8)
    bytes += form == 2 ? Self.chunks(body, &random) : body
    if random.chance(1, in: 8) { bytes = [13, 10] + bytes }
  }

  private static func field(_ random: inout SeededGenerator) -> String {
    let name = random.pick(["X", "Accept", "Content-Typ", "Hosts", "Transfer-Encodin", "x-y_z!#$%", "Cookie"])
    let values = [
      "", "a", "text/html, */*;q=0.5", "\"quoted \\\" text\"", "chunked", "Content-Length: 7", "a  b",
    ]
    return "\(name):\(random.pick(["", " ", " \t"]))\(random.pick(values))\(random.pick(["", " "]))"
  }

  private static func chunks(_ body: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = body[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(random.integer(1...max(1, body.count)))
      rest = rest.dropFirst(chunk.count)
      let size = String(chunk.count, radix: 16, uppercase: random.chance(1, in: 2))
      bytes += Array(
        "\(random.pick(["", "0", "00"]))\(size)\(random.pick(["", ";a", ";b=\"c d\""]))\r\n".utf8)
      bytes += chunk + [13, 10]
    }
    return bytes + Array("\(random.pick(["0", "000"]))\r\n\(random.pick(["", "X: a\r\n"]))\r\n".utf8)
  }
}

/// Changes in the bytes of a request.
private enum Mutation {
  private static let pieces = [
    "\r\n", "\n", "\r", "\0", " ", "\t", ":", "\"", ";", ",", "&", "?", "Content-Length: 5\r\n",
    "Host: b\r\n",
    "Transfer-Encoding: chunked\r\n", "Cookie: a=\"\r\n", "HTTP/1.1", "0\r\n\r\n",
    String(repeating: "a", count: 9000), String(repeating: "&", count: 300),
    String(repeating: "X:y\r\n", count: 150), "Cookie: \(String(repeating: ";", count: 500))\r\n",
  ]

  static func changed(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<random.integer(0...3) {
      let index = random.integer(0...min(bytes.count, 300))
      let end = min(bytes.count, index + random.integer(0...12))
      switch random.integer(0...3) {
      case 0: bytes.insert(contentsOf: Array(random.pick(pieces).utf8), at: index)
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: Array(bytes[index..<end]), at: index)
      default: bytes.insert(UInt8(random.integer(0...255)), at: index)
      }
    }
    return bytes
  }
}

extension HTTPClient {
  /// Makes each `send` a segment of its own.
  func setImmediate() {
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Whether bytes of a response have arrived.
  func hasResponse() -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !buffered.isEmpty || poll(&entry, 1, 0) > 0
  }
}
