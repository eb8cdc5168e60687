import TestSupport
import Testing

@testable import HTTPServer

/// Requests that the handler judges by their heads.
@Suite(.serialized) struct HeadVerdictTests {
  /// Refuses requests without a key, and drops the bodies of `/dropped`.
  private static func handler() -> JudgingHandler {
    JudgingHandler { head, body in
      guard head.headers["X-Key"] != nil else { return .refused(.text("\(body)", status: 401)) }
      let reads = head.path != "/dropped"
      return .accepted(
        AcceptedHead(tenant: "", readsBody: reads) { request, responder in
          responder.respond(.text("\(request.sentBody.count) of \(body)"))
        })
    }
  }

  @Test func `a request refused by its head gets its response before the body, and no invitation to send it`()
    throws
  {
    try withServer(of: Self.handler()) { server in
      for (framing, text) in [
        ("Content-Length: 60000000", "bytes(60000000)"), ("Transfer-Encoding: chunked", "chunked"),
      ] {
        let client = try #require(HTTPClient(server.address))
        client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\(framing)\r\n\r\n")
        let bytes = try #require(client.readSome())
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 401"))
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(text))
        #expect(client.readsEnd())
      }
    }
  }

  @Test func `an accepted request goes to the closure of its verdict, with its body or without`() throws {
    try withServer(of: Self.handler()) { server in
      let client = try #require(HTTPClient(server.address))
      let body = [UInt8](repeating: 65, count: 300_000)
      #expect(client.request("POST", "/", ["X-Key: k"], body: body)?.text == "300000 of bytes(300000)")
      #expect(client.request("POST", "/dropped", ["X-Key: k"], body: body)?.text == "0 of bytes(300000)")
      #expect(server.core.bodyMemory.used == 0)
      #expect(client.request("POST", "/", body: [])?.text == "handled")
    }
  }

  @Test func `a request refused by its head is reported once`() throws {
    let handler = Self.handler()
    try withServer(of: handler) { server in
      #expect(HTTPClient(server.address)?.request("POST", "/", body: [65])?.status == 401)
      #expect(eventually { handler.completions.map(\.status) == [401] && server.requestsInFlight == 0 })
    }
  }
}

/// A handler that judges heads by a closure.
final class JudgingHandler: RequestHandler {
  private let onHead: @Sendable (RequestHead, DeclaredBody) -> HeadVerdict
  private let log = Shared<[Completion]>([])

  init(_ onHead: @escaping @Sendable (RequestHead, DeclaredBody) -> HeadVerdict) { self.onHead = onHead }

  func judge(_ head: RequestHead, _ body: DeclaredBody) -> HeadVerdict { onHead(head, body) }

  func handle(_ request: Request, _ responder: Responder) { responder.respond(.text("handled")) }

  func errorResponse(_ error: TransportError, id: String, head: RequestHead?) -> Response {
    .text("refused: \(error)", status: error.status)
  }

  func completed(_ exchange: Completion) { log.change { $0.append(exchange) } }

  var completions: [Completion] { log.value }
}
