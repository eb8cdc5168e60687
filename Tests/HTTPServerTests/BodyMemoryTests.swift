import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// The memory for bodies in flight.
@Suite(.serialized) struct BodyMemoryTests {
  @Test func `charges of random lives never exceed the budget and leave nothing behind`() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let memory = BodyMemory(limit: 1000, tenantLimit: random.integer(1...1200))
      var alive: [(charge: BodyCharge, tenant: String, bytes: Int)] = []
      for _ in 0..<200 {
        switch random.integer(0...3) {
        case 0:
          let tenant = "tenant \(random.integer(0...3))"
          alive.append((BodyCharge(memory, tenant: tenant), tenant, 0))
        case 1 where !alive.isEmpty: alive.remove(at: random.integer(0...alive.count - 1))
        case 2 where !alive.isEmpty && random.chance(1, in: 4):
          let index = random.integer(0...alive.count - 1)
          alive[index].charge.release()
          alive[index].bytes = 0
        default:
          guard !alive.isEmpty else { continue }
          let index = random.integer(0...alive.count - 1)
          let bytes = random.integer(0...300)
          let ofTenant = alive.filter { $0.tenant == alive[index].tenant }.reduce(0) { $0 + $1.bytes }
          let total = alive.reduce(0) { $0 + $1.bytes }
          do throws(TransportError) {
            try alive[index].charge.add(bytes)
            alive[index].bytes += bytes
            #expect(ofTenant + bytes <= memory.tenantLimit && total + bytes <= 1000)
          } catch {
            let isTenants = ofTenant + bytes > memory.tenantLimit
            #expect(isTenants || total + bytes > 1000)
            #expect(error == (isTenants ? .tenantMemoryFull(limit: memory.tenantLimit) : .bodyMemoryFull))
          }
        }
        #expect(memory.used == alive.reduce(0) { $0 + $1.bytes })
      }
      alive = []
      #expect(memory.used == 0)
    }
  }

  /// A process with a limited memory for bodies.
  private final class Process: RequestHandler {
    let limit: Int
    let reserved = Atomic(0)
    let highest = Atomic(0)

    init(limit: Int) { self.limit = limit }

    func handle(_ request: Request, _ responder: Responder) {}

    func reserveForBody(_ bytes: Int) -> Bool {
      guard reserved.load(ordering: .relaxed) + bytes <= limit else { return false }
      highest.max(reserved.add(bytes, ordering: .relaxed).newValue, ordering: .relaxed)
      return true
    }

    func releaseOfBody(_ bytes: Int) { reserved.subtract(bytes, ordering: .relaxed) }
  }

  @Test func `memory of the process is reserved before a body grows, and given back`() {
    let piece = [UInt8](repeating: 65, count: 50_000)
    for declared in [nil, 3_000_000, 10, 90_000_000] {
      let process = Process(limit: .max)
      do {
        let memory = BodyMemory(limit: 5_000_000, tenantLimit: 5_000_000, of: process)
        var buffer = BodyBuffer(limit: 4_000_000, charge: BodyCharge(memory, tenant: ""))
        for _ in 0..<60 {
          #expect(buffer.take(piece, declared: declared) == nil)
          #expect(process.reserved.load(ordering: .relaxed) >= buffer.received)
        }
        // The last array, and the one before it while the body moves.
        #expect(process.reserved.load(ordering: .relaxed) <= 4_000_000)
        #expect(process.highest.load(ordering: .relaxed) <= (declared == 3_000_000 ? 3_300_000 : 6_500_000))
        let (bytes, charge) = buffer.take()
        #expect(bytes.count == 3_000_000 && charge != nil)
      }
      #expect(process.reserved.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `a body for which the process has no memory is refused, and leaves nothing`() throws {
    let bytes = [UInt8](repeating: 65, count: 1_000_000)
    let packed = try #require(bytes.withUnsafeBytes { Gzip.deflate($0, level: 1) })
    for limit in [0, 65_535, 900_000] {
      let process = Process(limit: limit)
      let memory = BodyMemory(limit: .max, tenantLimit: .max, of: process)
      var buffer = BodyBuffer(charge: BodyCharge(memory, tenant: ""))
      #expect(buffer.take(bytes, declared: nil) == .bodyMemoryFull)
      #expect(buffer.take().bytes.isEmpty)
      let charge = BodyCharge(memory, tenant: "")
      #expect(throws: TransportError.bodyMemoryFull) { try Gzip.inflate(packed, limit: .max, charge: charge) }
      charge.release()
      #expect(process.reserved.load(ordering: .relaxed) == 0 && memory.used == 0)
    }
    // One array of its length is enough for a body whose trailer states that.
    let process = Process(limit: 1_300_000)
    let charge = BodyCharge(BodyMemory(limit: .max, tenantLimit: .max, of: process), tenant: "")
    #expect(try Gzip.inflate(packed, limit: .max, charge: charge) == bytes)
  }

  /// A handler that takes every body for the tenant that the request names, and responds once it is let go.
  private func gated(_ gate: Shared<Bool>, _ couriers: Courier) -> JudgingHandler {
    JudgingHandler { head, _ in
      let tenant = head.headers["X-Tenant"] ?? ""
      return .accepted(
        AcceptedHead(tenant: tenant, readsBody: true) { request, responder in
          couriers.deliver {
            while !gate.value { usleep(1000) }
            responder.respond(.text("\(request.sentBody.count)"))
          }
        })
    }
  }

  @Test func `bodies beyond the budget are refused, others are served, and ends give the memory back`() throws
  {
    let gate = Shared(false)
    let courier = Courier()
    defer { courier.finish() }
    let configure = { (configuration: inout ServerConfiguration) in
      configuration.bodyMemory = 1 << 20
      configuration.bodyMemoryShare = 60
      configuration.bodyLimit = 600 << 10
    }
    try withServer(of: gated(gate, courier), configure) { server in
      let memory = server.core.bodyMemory
      func send(_ tenant: String, _ kilobytes: Int) -> HTTPClient? {
        let client = HTTPClient(server.address)
        let body = [UInt8](repeating: 65, count: kilobytes << 10)
        client?.sendRequest("POST", "/", ["X-Tenant: \(tenant)"], body: body)
        return client
      }
      let first = send("a", 500)
      #expect(eventually { memory.used == 500 << 10 })
      // The rest of the tenant's part, then of the whole.
      #expect(send("a", 200)?.readResponse()?.status == 429)
      let second = send("b", 400)
      #expect(eventually { memory.used == 900 << 10 })
      let third = send("c", 200)?.readResponse()
      #expect(third?.status == 503)
      #expect(memory.used == 900 << 10)
      // A declared length alone takes nothing, and a client that leaves gives everything back.
      let liar = try #require(HTTPClient(server.address))
      liar.send("POST / HTTP/1.1\r\nHost: x\r\nX-Tenant: d\r\nContent-Length: 500000\r\n\r\nab")
      #expect(eventually { memory.used == 900 << 10 + 2 })
      liar.close()
      #expect(eventually { memory.used == 900 << 10 })
      #expect(HTTPClient(server.address)?.request("GET", "/")?.status == 200)
      gate.change { $0 = true }
      #expect(first?.readResponse()?.text == "\(500 << 10)")
      #expect(second?.readResponse()?.text == "\(400 << 10)")
      #expect(eventually { memory.used == 0 })
      #expect(send("c", 500)?.readResponse()?.text == "\(500 << 10)")
      #expect(eventually { memory.used == 0 })
    }
  }

  @Test func `a chunked body is charged as it arrives, and a body beyond a tenant's part is too large`()
    throws
  {
    let gate = Shared(true)
    let courier = Courier()
    defer { courier.finish() }
    let configure = { (configuration: inout ServerConfiguration) in
      configuration.bodyMemory = 100_000
      configuration.bodyMemoryShare = 10
    }
    try withServer(of: gated(gate, courier), configure) { server in
      let client = try #require(HTTPClient(server.address))
      client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10001\r\n\r\n")
      #expect(client.readResponse()?.text == "refused: bodyTooLarge(limit: 10000)")
      let slow = try #require(HTTPClient(server.address))
      slow.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n")
      slow.send(String(repeating: "a", count: 4096) + "\r\n")
      #expect(eventually { server.core.bodyMemory.used == 4096 })
      slow.close()
      #expect(eventually { server.core.bodyMemory.used == 0 })
    }
  }

  @Test func `random bodies, cut or whole, leave nothing charged`() throws {
    var random = SeededGenerator(seed: 7)
    let handler = TestHandler { request, responder in
      let count = Result { () throws(TransportError) in try request.body().count }
      responder.respond(.text("\(count)"))
    }
    try withServer(handler, { $0.bodyMemory = 300_000 }) { server in
      for _ in 0..<150 {
        let client = try #require(HTTPClient(server.address))
        let length = random.integer(0...120_000)
        let sent = random.chance(1, in: 2) ? length : random.integer(0...length)
        let isChunked = random.chance(1, in: 2)
        let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(length)"
        let coding = random.chance(1, in: 4) ? "Content-Encoding: gzip\r\n" : ""
        client.send("POST / HTTP/1.1\r\nHost: x\r\n\(coding)\(framing)\r\n\r\n")
        if isChunked { client.send(String(length, radix: 16) + "\r\n") }
        client.send([UInt8](repeating: 65, count: sent))
        if isChunked, sent == length { client.send(length == 0 ? "\r\n" : "\r\n0\r\n\r\n") }
        if sent == length, length > 0, random.chance(1, in: 2) {
          // 429 while the server has not noticed that other clients have gone.
          let status = client.readResponse()?.status
          #expect(status == 200 || status == 429)
        }
        client.close()
      }
      #expect(eventually { server.core.bodyMemory.used == 0 && server.connectionCount == 0 })
    }
  }

  @Test func `inflated bytes are charged too, and refused beyond the budget`() throws {
    let bytes = [UInt8](repeating: 65, count: 100_000)
    let packed = try #require(bytes.withUnsafeBytes { Gzip.deflate($0, level: 1) })
    for (limit, isTaken) in [(100_000, true), (99_999, false)] {
      let memory = BodyMemory(limit: limit, tenantLimit: limit)
      let charge = BodyCharge(memory, tenant: "")
      let body = Result { () throws(TransportError) in
        try Gzip.inflate(packed, limit: .max, charge: charge)
      }
      #expect(((try? body.get()) != nil) == isTaken)
      #expect(memory.used <= limit)
      charge.release()
      #expect(memory.used == 0)
    }
  }
}

extension BodyBuffer {
  /// Adds a piece; returns why it is refused, or nil if it is not.
  fileprivate mutating func take(_ piece: [UInt8], declared: Int?) -> TransportError? {
    let result = piece.withUnsafeBytes { bytes in
      Result { () throws(TransportError) in try append(bytes, declared: declared) }
    }
    switch result {
    case .success: return nil
    case .failure(let error): return error
    }
  }
}
