import TestSupport
import Testing

@testable import HTTPServer

/// Responses with status 304, which have no body and state no length (RFC 9110, 8.6 and 15.4.5).
@Suite(.serialized) struct NotModifiedTests {
  private static func answering(_ status: Int) -> TestHandler {
    TestHandler { _, responder in responder.respond(Response(status: status, headers: [("ETag", "\"7\"")])) }
  }

  @Test(arguments: ["GET", "HEAD"])
  func `a 304 has no length, and the connection serves the next request`(method: String) throws {
    try withServer(Self.answering(304)) { server in
      let client = try #require(HTTPClient(server.address))
      for _ in 0..<3 {
        let response = try #require(client.request(method, "/"))
        #expect(response.status == 304 && response.header("ETag") == "\"7\"")
        #expect(response.header("Content-Length") == nil && response.header("Transfer-Encoding") == nil)
        #expect(response.header("Connection") == nil && client.buffered.isEmpty)
      }
    }
  }

  @Test func `pipelined requests get their 304s in order, each with its own head`() throws {
    try withServer(Self.answering(304)) { server in
      let client = try #require(HTTPClient(server.address))
      client.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 20))
      for _ in 0..<20 { #expect(client.readHead()?.header("Content-Length") == nil) }
    }
  }

  @Test func `any other response without a body has a length of zero`() throws {
    try withServer(Self.answering(200)) { server in
      let response = HTTPClient(server.address)?.request("GET", "/")
      #expect(response?.status == 200 && response?.header("Content-Length") == "0")
    }
  }

  @Test func `a body that looks like a 304 is sent as it is`() throws {
    let head = "HTTP/1.1 304 Not Modified\r\nETag: \"7\"\r\nX: \(String(repeating: "x", count: 64))\r\n"
    let body = Array((head + "Content-Length: 0\r\n\r\n").utf8)
    let handler = TestHandler { _, responder in
      responder.respond(Response(contentType: "image/png", bytes: body))
    }
    try withServer(handler) { server in
      let response = HTTPClient(server.address)?.request("GET", "/")
      #expect(response?.body == body)
    }
  }
}
