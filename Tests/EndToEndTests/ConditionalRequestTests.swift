import HTTPServer
import TestSupport
import Testing

/// Representations, codings and preconditions over a socket.
@Suite(.serialized) struct ConditionalRequestTests {
  private let service: RunningService
  private let client: HTTPClient
  private static let target = "/v1/collections/c/attributes"

  /// A collection whose attributes are long enough to be compressed.
  init() throws {
    service = try RunningService("--cors-origins", "https://app.example")
    client = try service.client()
    let body =
      "{\"id\":\"c\",\"container\":{\"width\":100,\"height\":60},\"layout\":{\"kind\":\"list\",\"rowHeight\":20},"
      + "\"bounds\":[0,0,100,60],\"sections\":[{\"itemCount\":500}]}"
    let created = try service.ask(
      "POST", "/v1/collections", ["Content-Type: application/json", "Accept-Encoding: gzip"],
      body: Array(body.utf8))
    #expect(created.status == 201 && created.header("ETag") == "\"1\"")
  }

  private func get(_ target: String, _ headers: [String] = [], method: String = "GET") throws -> HTTPResponse
  {
    try #require(client.request(method, target, headers))
  }

  @Test func `a compressed representation has a tag of its own, by which its client revalidates it`() throws {
    defer { service.stop() }
    for (query, tag) in [("", "1"), ("?format=columns", "1-columns"), ("?format=svg", "1-svg")] {
      let target = Self.target + query
      let plain = try get(target)
      let packed = try get(target, ["Accept-Encoding: gzip"])
      #expect(plain.header("ETag") == "\"\(tag)\"" && plain.header("Content-Encoding") == nil)
      #expect(packed.header("ETag") == "\"\(tag)-gzip\"" && packed.header("Content-Encoding") == "gzip")
      #expect(plain.header("Vary") == packed.header("Vary"))
      let known = try get(target, ["Accept-Encoding: gzip", "If-None-Match: \"\(tag)-gzip\""])
      #expect(known.status == 304 && known.header("ETag") == "\"\(tag)-gzip\"")
      #expect(try get(target, ["If-None-Match: \"\(tag)-gzip\""]).status == 200)
      #expect(try get(target, ["Accept-Encoding: gzip;q=0.5, identity"]).header("Content-Encoding") == nil)
    }
    let changed = try service.ask(
      "PUT", "/v1/collections/c/layout?viewport=main",
      ["Content-Type: application/json", "Accept-Encoding: gzip", "If-Match: \"1-columns-gzip\""],
      body: Array("{\"layout\":{\"kind\":\"list\",\"rowHeight\":21},\"scope\":\"all\"}".utf8))
    #expect(changed.status == 200 && changed.header("Content-Encoding") == "gzip")
    #expect(changed.header("ETag") == "\"2\"")
  }

  @Test func `a response without a body has the headers of the full one`() throws {
    defer { service.stop() }
    for target in [Self.target, "/v1/collections/c", "/v1/collections/c/viewports", "/openapi.yaml"] {
      for codings in [[], ["Accept-Encoding: gzip"]] {
        let headers = codings + ["Origin: https://app.example"]
        let full = try get(target, headers)
        let tag = try #require(full.header("ETag"))
        let known = try get(target, headers + ["If-None-Match: \(tag)"])
        #expect(known.status == 304 && known.body.isEmpty, "\(target)")
        #expect(known.header("Content-Length") == nil && known.header("Transfer-Encoding") == nil)
        for name in ["ETag", "Cache-Control", "Vary", "Access-Control-Allow-Origin"] {
          #expect(known.header(name) == full.header(name) && full.header(name) != nil, "\(target) \(name)")
        }
        #expect(full.header("Vary")?.hasSuffix("Accept-Encoding, Origin") == true)
      }
    }
  }

  @Test func `HEAD has every header of GET`() throws {
    defer { service.stop() }
    let volatile = ["Date", "X-Request-Id", "Server-Timing"]
    for target in [
      Self.target, Self.target + "?format=svg", "/v1/collections/c", "/v1/collections/c/viewports",
      "/v1/collections/c/history?since=1", "/v1/collections/c/scroll-target?indexPath=0,9",
      "/v1/collections", "/openapi.yaml", "/healthz", "/v1/collections/lost", "/openapi.yaml?x=1",
    ] {
      for headers in [[], ["Accept-Encoding: gzip"], ["If-None-Match: *"], ["Accept: text/html"]] {
        let (head, get) = (try get(target, headers, method: "HEAD"), try get(target, headers))
        #expect(head.status == get.status && head.body.isEmpty, "\(target) \(headers)")
        func kept(_ response: HTTPResponse) -> [String] {
          response.headers.filter { !volatile.contains($0.name) }.map { "\($0.name): \($0.value)" }
        }
        if get.status < 400 { #expect(kept(head) == kept(get), "\(target) \(headers)") }
      }
    }
  }

  @Test func `a refusal by Accept varies by Accept`() throws {
    defer { service.stop() }
    let refused = try get(Self.target, ["Accept: application/pdf", "Origin: https://app.example"])
    #expect(refused.status == 406 && refused.header("Vary") == "Accept, Origin")
    let events = try get("/v1/collections/c/events", ["Accept: text/html"])
    #expect(events.status == 406 && events.header("Vary")?.hasPrefix("Accept") == true)
  }
}
