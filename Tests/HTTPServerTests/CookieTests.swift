import TestSupport
import Testing

@testable import HTTPServer

struct CookieTests {
  /// Echoes the cookies and the field `X` of a request, each in brackets.
  private static let echo = TestHandler { request, responder in
    let fields = request.head.headers.values("Cookie") + request.head.headers.values("X")
    responder.respond(.text(fields.map { "[\($0)]" }.joined()))
  }

  @Test(arguments: [
    "a=b", "a=b; c=d", "a=\"b\"; c=\"", "\"", ";", "=", "; ;,=;", "a = b ,c", "a\tb", "a", "a=b;c=d=e==",
  ])
  func `a handler reads a cookie as it was sent`(cookie: String) throws {
    try withServer(Self.echo) { server in
      for name in ["Cookie", "COOKIE", "cookie"] {
        let client = try #require(HTTPClient(server.address))
        let response = client.request("GET", "/", ["\(name): \(cookie)", "X: ;=\""])
        #expect(response?.status == 200 && response?.text == "[\(cookie)][;=\"]", "\(name)")
      }
    }
  }

  @Test func `several cookie fields stay apart, and other fields are not touched`() throws {
    try withServer(Self.echo) { server in
      let client = try #require(HTTPClient(server.address))
      let response = client.request(
        "GET", "/", ["Cookie: a=b", "X: \u{BD}\u{BB}", "Cookie: c=d", "Cookies: e=f"])
      #expect(response?.text == "[a=b][c=d][\u{BD}\u{BB}]")
    }
  }

  @Test func `a byte that no cookie has becomes a hyphen, and never a separator`() throws {
    for byte in UInt8.min...UInt8.max {
      let restored = CookieDisguise.restored(CookieDisguise.disguised(byte))
      #expect(restored == (byte < 0x80 ? byte : UInt8(ascii: "-")))
    }
    try withServer(Self.echo) { server in
      let client = try #require(HTTPClient(server.address))
      client.send(
        Array("GET / HTTP/1.1\r\nHost: x\r\nCookie: a".utf8) + [0xBD, 0xBB, 0xFF] + Array("b\r\n\r\n".utf8))
      #expect(client.readResponse()?.text == "[a---b]")
    }
  }
}
