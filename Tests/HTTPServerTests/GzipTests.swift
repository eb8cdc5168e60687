import TestSupport
import Testing

@testable import HTTPServer

@Suite(.serialized) struct GzipTests {
  private static let text = Array(String(repeating: "{\"width\": 100, \"height\": 44.5}, ", count: 400).utf8)

  private static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    try #require(bytes.withUnsafeBytes { Gzip.deflate($0, level: 6) })
  }

  @Test func `a compressed body is inflated`() throws {
    try withServer(.echo()) { server in
      let client = try #require(HTTPClient(server.address))
      let response = client.request(
        "POST", "/", ["Content-Encoding: gzip"], body: try Self.packed(Self.text))
      #expect(response?.body == Array("POST / ".utf8) + Self.text)
    }
  }

  @Test func `several members are one body`() throws {
    let member = try Self.packed(Self.text)
    #expect(try Gzip.inflate(member + member, limit: .max) == Self.text + Self.text)
  }

  @Test func `a broken, cut or continued stream is refused`() throws {
    let member = try Self.packed(Self.text)
    var wrongSum = member
    wrongSum[wrongSum.count - 6] ^= 1
    for broken in [
      [], [1, 2, 3], Array(member.dropLast()), member + [0], member + Array("garbage".utf8), wrongSum,
    ] {
      #expect(throws: TransportError.malformedBody(encoding: "gzip")) {
        try Gzip.inflate(broken, limit: .max)
      }
    }
  }

  @Test func `a body may inflate to the limit and not past it`() throws {
    let member = try Self.packed(Self.text)
    #expect(try Gzip.inflate(member, limit: Self.text.count).count == Self.text.count)
    #expect(throws: TransportError.bodyTooLarge(limit: Self.text.count - 1)) {
      try Gzip.inflate(member, limit: Self.text.count - 1)
    }
  }

  @Test func `a bomb is refused without being inflated`() throws {
    var bomb = try Self.packed([UInt8](repeating: 0, count: 32 << 20))
    for _ in 0..<5 { bomb += bomb }  // A gigabyte, from one megabyte.
    // A client that inflates all of it finds that its end is damaged.
    bomb += [1, 2, 3]
    try withServer(.echo(), { $0.bodyLimit = 2 << 20 }) { server in
      let client = try #require(HTTPClient(server.address))
      let response = client.request("POST", "/", ["Content-Encoding: gzip"], body: bomb)
      #expect(response?.status == 413)
      #expect(response?.text == "refused: bodyTooLarge(limit: 2097152)")
    }
  }

  private static func answering(_ bytes: [UInt8], type: String = "application/json") -> TestHandler {
    TestHandler { _, responder in responder.respond(Response(contentType: type, bytes: bytes)) }
  }

  @Test(arguments: [
    ("gzip", true), ("deflate, gzip;q=0.5", true), ("*", true), ("GZIP", true), ("gzip;q=0", false),
    ("gzip; q=0.0, *", false), ("*;q=0", false), ("identity", false), ("br", false), ("gzip;q=0.001", true),
  ]) func `a response is compressed only for a client that accepts it`(accept: String, expected: Bool) throws
  {
    try withServer(Self.answering(Self.text)) { server in
      let client = try #require(HTTPClient(server.address))
      let response = try #require(client.request("GET", "/", ["Accept-Encoding: \(accept)"]))
      #expect(response.header("Vary") == "Accept-Encoding")
      #expect(response.header("Content-Encoding") == (expected ? "gzip" : nil))
      #expect((response.body.count < Self.text.count) == expected)
      let plainBody = expected ? try Gzip.inflate(response.body, limit: .max) : response.body
      #expect(plainBody == Self.text)
      let plain = try #require(client.request("GET", "/"))
      #expect(plain.body == Self.text)
      #expect(plain.header("Vary") == "Accept-Encoding")
    }
  }

  @Test func `a body that is small, an image, or no shorter when compressed is sent plain`() throws {
    var state: UInt64 = 7
    let noise = (0..<5000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(state >> 56)
    }
    let cases: [([UInt8], String)] = [
      (Array(Self.text.prefix(1023)), "application/json"), (Self.text, "image/png"),
      (noise, "application/json"),
    ]
    for (bytes, type) in cases {
      try withServer(Self.answering(bytes, type: type)) { server in
        let response = HTTPClient(server.address)?.request("GET", "/", ["Accept-Encoding: gzip"])
        #expect(response?.body == bytes)
        #expect(response?.header("Content-Encoding") == nil)
      }
    }
  }

  @Test(arguments: [(true, "application/octet-stream"), (false, "application/json")])
  func `a handler may know better than the content type whether a body compresses`(
    isCompressible: Bool, type: String
  ) throws {
    let handler = TestHandler { _, responder in
      var response = Response(contentType: type, bytes: Self.text)
      response.isCompressible = isCompressible
      responder.respond(response)
    }
    try withServer(handler) { server in
      let response = HTTPClient(server.address)?.request("GET", "/", ["Accept-Encoding: gzip"])
      #expect(response?.header("Content-Encoding") == (isCompressible ? "gzip" : nil))
      #expect(response?.header("Vary") == (isCompressible ? "Accept-Encoding" : nil))
    }
  }

  @Test func `a body at the floor is compressed, and HEAD reports its compressed length`() throws {
    try withServer(Self.answering(Array(Self.text.prefix(1024)))) { server in
      let client = try #require(HTTPClient(server.address))
      let get = try #require(client.request("GET", "/", ["Accept-Encoding: gzip"]))
      let head = try #require(client.request("HEAD", "/", ["Accept-Encoding: gzip"]))
      #expect(get.header("Content-Encoding") == "gzip")
      #expect(head.header("Content-Length") == "\(get.body.count)")
    }
  }
}
