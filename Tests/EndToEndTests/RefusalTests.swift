import Testing

/// How the running service rejects requests over a socket, and that it goes on serving.
struct RefusalTests {
  private let service = RunningService.shared.value

  private static let head =
    "{\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"flow\"},\"sections\":"

  @Test(
    arguments: [
      ("", 400, "malformed_json", nil, "The text is empty"),
      ("{\"container\": nonsense}", 400, "malformed_json", nil, "Line 1, column 15"),
      ("\u{FEFF}{}", 400, "malformed_json", nil, "byte order mark"),
      ("{\"container\":{\"width\":NaN}}", 400, "malformed_json", nil, "column 23"),
      ("{\"container\":{\"width\":1e999}}", 400, "malformed_json", nil, "too large"),
      ("{\"layout\":1,\"layout\":1}", 400, "malformed_json", nil, "twice"),
      (String(repeating: "[", count: 200_000), 422, "invalid_request", nil, "levels deep"),
      ("[]", 422, "invalid_request", [""], "an array"),
      ("{}", 422, "invalid_request", ["", "", ""], "missing"),
      (head + "[{\"itemCount\":1e15}]}", 413, "too_many_items", ["/sections/0/itemCount"], "10000000"),
      (head + "[{\"itemCount\":-1}]}", 422, "invalid_request", ["/sections/0/itemCount"], "-1"),
      (head + "[{}]}", 422, "invalid_request", ["/sections/0"], "exactly one"),
      (head + "[{\"itemSizes\":[1,2,3]}]}", 422, "invalid_request", ["/sections/0/itemSizes"], "3 numbers"),
      (
        head + "[{\"itmes\":[],\"itemCount\":1}]}", 422, "invalid_request", ["/sections/0/itmes"], "\"items\""
      ),
      (
        head + "[{\"items\":[{\"size\":[-1,50]}]}]}", 422, "invalid_request", ["/sections/0/items/0/size/0"],
        "-1"
      ),
      (
        "{\"container\":{\"width\":1,\"height\":1},\"layout\":{\"kind\":\"lsit\"},\"sections\":[]}", 422,
        "invalid_request", ["/layout/kind"], "did you mean \"list\"?"
      ),
      (
        "{\"container\":{\"width\":1,\"height\":1},\"layout\":{\"kind\":\"list\",\"rowHeight\":9007199254740992},"
          + "\"sections\":[{\"itemCount\":2}]}", 422, "content_too_large", nil, "2^53"
      ),
      (head + "[{\"itemCount\":10000000}]}", 422, "answer_too_large", nil, "visibleRect"),
    ] as [(String, Int, String, [String]?, String?)])
  func `a bad body is refused with status, code, place and reason, and the service serves on`(
    body: String, status: Int, code: String, pointers: [String]?, says: String?
  ) throws {
    let answer = try service.solve(body, ["X-Request-Id: refusal-test"])
    #expect(answer.status == status)
    #expect(answer.code == code)
    #expect(answer.pointers == pointers)
    #expect(answer.json?["detail"]?.string?.contains(says ?? "") == true, "\(answer.text.prefix(500))")
    #expect(answer.json?["instance"] == "refusal-test")
    #expect(answer.json?["status"]?.int == status)
    #expect(answer.json?["type"]?.string == "urn:tessera:problem:\(code)")
    #expect(answer.header("Content-Type") == "application/problem+json")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
    #expect(service.serves)
  }

  @Test(arguments: [
    ("/v1/layout", "/v1/layouts"), ("/v1/layouts/", "/v1/layouts"), ("/V1/LAYOUTS", "/v1/layouts"),
    ("/health", "/healthz"), ("/openapi.yml", "/openapi.yaml"), ("/no/such/thing/at/all", nil),
    ("/v1/%6Cayout", "/v1/layouts"), ("//v1/layouts", "/v1/layouts"),
  ])
  func `an unknown path is 404 with the nearest there is`(path: String, nearest: String?) throws {
    let answer = try service.ask("GET", path)
    #expect(answer.status == 404 && answer.code == "not_found")
    let detail = answer.json?["detail"]?.string ?? ""
    #expect(detail.contains("Did you mean \(nearest ?? "")?") == (nearest != nil), "\(detail)")
  }

  @Test(arguments: [
    ("/v1/collections/feed/update", "/v1/collections/feed/updates"),
    ("/v1/collection/feed/bounds", "/v1/collections/feed/bounds"),
  ])
  func `an unknown path below a collection is 404 with the nearest in it`(path: String, nearest: String)
    throws
  {
    let answer = try service.ask("GET", path)
    #expect(answer.status == 404)
    #expect(answer.json?["detail"]?.string?.contains("Did you mean \(nearest)?") == true)
  }

  @Test(arguments: [
    ("GET", "/v1/layouts", "POST, OPTIONS"), ("HEAD", "/v1/layouts", "POST, OPTIONS"),
    ("PUT", "/v1/layouts", "POST, OPTIONS"), ("DELETE", "/v1/layouts", "POST, OPTIONS"),
    ("POST", "/healthz", "GET, HEAD, OPTIONS"), ("PATCH", "/metrics", "GET, HEAD, OPTIONS"),
    ("BREW", "/openapi.yaml", "GET, HEAD, OPTIONS"),
  ])
  func `another method is 405 with those that are taken`(method: String, path: String, allow: String) throws {
    let answer = try service.ask(method, path, body: method == "HEAD" ? nil : [])
    #expect(answer.status == 405)
    #expect(answer.header("Allow") == allow)
    if method != "HEAD" { #expect(answer.code == "method_not_allowed") }
  }

  @Test func `HEAD returns the headers of GET, without the body`() throws {
    for path in ["/healthz", "/readyz", "/livez", "/openapi.yaml", "/", "/client/tessera.js"] {
      let head = try service.ask("HEAD", path)
      let get = try service.ask("GET", path)
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.header("Content-Length") == get.header("Content-Length"))
      #expect(head.header("Content-Type") == get.header("Content-Type"))
    }
  }

  @Test func `OPTIONS returns the methods of a path`() throws {
    let answer = try service.ask("OPTIONS", "/v1/layouts")
    #expect(answer.status == 204)
    #expect(answer.header("Allow") == "POST, OPTIONS")
    #expect(answer.header("Access-Control-Allow-Origin") == nil)
  }

  @Test func `OPTIONS of the whole server returns all methods`() throws {
    let answer = try service.ask("OPTIONS", "*")
    #expect(answer.status == 204)
    let allow = Set(answer.header("Allow")?.split(separator: ", ").map(String.init) ?? [])
    #expect(allow == ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    let other = try service.ask("GET", "*")
    #expect(other.status == 400 && other.code == "bad_request")
    #expect(try service.ask("OPTIONS", "/*").status == 404)
  }

  @Test func `two lines of Content-Encoding are two codings`() throws {
    let answer = try service.solve(Bodies.small, ["Content-Encoding: gzip", "Content-Encoding: gzip"])
    #expect(answer.status == 415 && answer.code == "unsupported_media_type")
    #expect(answer.json?["detail"]?.string?.contains("gzip, gzip") == true)
    #expect(try service.solve(Bodies.small, ["Content-Encoding: "]).status == 200)
  }

  @Test func `an absolute target without a path means the root`() throws {
    for target in ["http://x", "http://x/", "HTTP://x"] {
      #expect(try service.ask("GET", target).header("Content-Type") == "text/html; charset=utf-8")
    }
    #expect(try service.ask("GET", "http://x/livez").status == 200)
    #expect(try service.ask("GET", "http:///livez").code == "bad_request")
  }

  @Test func `another content type is 415, another type of response 406, another format 400`() throws {
    let body = Array(Bodies.small.utf8)
    let type = try service.ask("POST", "/v1/layouts", ["Content-Type: text/plain"], body: body)
    #expect(type.status == 415 && type.code == "unsupported_media_type")
    #expect(type.header("Accept-Post") == "application/json")
    let coding = try service.solve(Bodies.small, ["Content-Encoding: br"])
    #expect(coding.status == 415 && coding.code == "unsupported_media_type")
    let accept = try service.solve(Bodies.small, ["Accept: application/pdf"])
    #expect(accept.status == 406 && accept.code == "not_acceptable")
    let format = try service.solve(Bodies.small, format: "colums")
    #expect(format.status == 400 && format.code == "bad_request")
    #expect(format.json?["detail"]?.string?.contains("Did you mean columns?") == true)
  }

  @Test func `invalid UTF-8 in a body, a path or a query is refused`() throws {
    let body = try service.ask(
      "POST", "/v1/layouts", ["Content-Type: application/json"], body: [0x7B, 0x22, 0xFF, 0x22, 0x7D])
    #expect(body.status == 400 && body.code == "malformed_json")
    #expect(body.json?["detail"]?.string?.contains("UTF-8") == true)
    for target in ["/v1/%FF", "/healthz?a=%FF"] {
      let answer = try service.ask("GET", target)
      #expect(answer.status == 400 && answer.code == "bad_request", "\(target)")
    }
    #expect(service.serves)
  }

  @Test func `a target longer than its limit is 414`() throws {
    let short = try service.ask("GET", "/healthz?" + String(repeating: "a", count: 8192 - 9))
    #expect(short.status == 400 && short.code == "bad_request")
    let long = try service.ask("GET", "/healthz?" + String(repeating: "a", count: 8193 - 9))
    #expect(long.status == 414 && long.code == "uri_too_long")
  }

  @Test func `hostile header fields change nothing and come back in no header`() throws {
    let names = ["Accept: */*\u{1}", "Accept-Encoding: gzip;q=\u{7F}", "If-Match: \"", "Range: bytes=0-1"]
    for field in names + [
      "Content-Type: application/json; charset=\"", "X-Forwarded-For: ${jndi:x}", "Cookie: a=%0d%0ab",
    ] {
      let client = try service.client()
      client.sendRequest("POST", "/v1/layouts", [field], body: Array(Bodies.small.utf8))
      let answer = client.readResponse()
      #expect(answer == nil || [200, 206, 400, 406, 415].contains(answer!.status), "\(field)")
      #expect(answer?.headers.contains { $0.value.contains("jndi") } != true)
    }
    let large = try service.client()
    large.sendRequest("GET", "/healthz", (0..<60).map { "X-\($0): " + String(repeating: "v", count: 1000) })
    let refused = large.readResponse()
    #expect(refused == nil || refused?.status == 431)
    #expect(service.serves)
  }

  @Test func `bytes that are not HTTP are rejected or cut off, and the service goes on`() throws {
    for text in [
      "\u{0}\u{0}\u{0}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
    ] {
      let client = try service.client()
      client.send(text)
      let status = client.readResponse()?.status
      #expect(status == nil || status! >= 400, "\(text.debugDescription)")
    }
    #expect(service.serves)
  }
}
