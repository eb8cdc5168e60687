import HTTPServer
import TestSupport
import Testing
import Wire

@testable import API

/// What HTTP promises besides bodies: tags, times to retry, types that are taken, names of requests.
struct HTTPFactTests {
  @Test(arguments: ProblemCode.allCases)
  func `every response of 429 and 503 says when to retry`(code: ProblemCode) {
    let response = Problem(code, "").response(requestID: nil)
    let seconds = response.header("Retry-After").flatMap { Int($0) }
    #expect((seconds != nil) == [429, 503].contains(code.status))
    #expect(seconds ?? 1 >= 1)
  }

  @Test func `a problem that says itself when to retry says it once`() {
    let response = Problem(.queueFull, "", headers: [("Retry-After", "7")]).response(requestID: nil)
    #expect(response.headers.filter { $0.name == "Retry-After" }.map { $0.value } == ["7"])
  }

  @Test func `a response to GET has a tag, and is not sent again to a client that has it`() throws {
    let service = try TestService()
    _ = service.create()
    _ = service.update(Kept.insertion)
    for target in [
      "/v1/collections", "/v1/fonts", Kept.path, Kept.attributes, Kept.path + "/viewports",
      Kept.path + "/scroll-target?id=a", Kept.path + "/history?since=1", Kept.path + "/history?since=2",
      "/openapi.yaml",
    ] {
      let answer = service.get(target)
      #expect(answer.status == 200, "\(target)")
      let tag = try #require(answer.etag, "\(target)")
      let known = service.get(target, ["If-None-Match": tag])
      #expect(known.status == 304 && known.bytes.isEmpty && known.etag == tag, "\(target)")
      #expect(service.get(target, ["If-None-Match": "\"x\""]).status == 200, "\(target)")
    }
  }

  @Test func `the links of a history lead to the newest version`() throws {
    let service = try TestService()
    _ = service.create()
    for _ in 1...5 { _ = service.update([["op": "insertItems", "at": [[0, 0]], "items": [[:]]]]) }
    var next: String? = Kept.path + "/history?since=1&limit=2&scope=all"
    var versions: [Int?] = []
    while let target = next, versions.count < 9 {
      let answer = service.get(target)
      versions.append(answer.version)
      let link = answer.header("Link")
      #expect(link?.hasSuffix("&limit=2&scope=all>; rel=\"next\"") ?? true)
      next = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
    }
    #expect(versions == [3, 5, 6])
  }

  @Test func `the tag of a history begins with the version, which If-Match compares`() throws {
    let service = try TestService()
    _ = service.create()
    _ = service.update(Kept.insertion)
    let history = Kept.path + "/history?since=1"
    let tag = try #require(service.get(history).etag)
    #expect(tag.hasPrefix("\"2."))
    #expect(service.get(history, ["If-Match": "\"2\""]).status == 200)
    #expect(service.get(history, ["If-Match": "\"1\""]).status == 412)
    #expect(service.update([["op": "deleteItems", "at": [[0, 0]]]]).version == 3)
    #expect(service.get(history, ["If-None-Match": tag]).status == 200)
  }

  @Test(
    arguments: [
      (Method.post, "/v1/layouts", "Accept-Post"), (.put, Kept.path + "/layout", nil),
      (.patch, Kept.path + "/movement", "Accept-Patch"),
    ] as [(Method, String, String?)])
  func `a body of another type is refused with the type and those that are taken`(
    method: Method, target: String, field: String?
  ) throws {
    let service = try TestService()
    _ = service.create()
    let answer = service.ask(method, target, ["Content-Type": "text/plain"], bytes: [0x7B, 0x7D])
    #expect(answer.status == 415 && answer.detail?.contains("\"text/plain\"") == true)
    #expect(answer.header("Accept") == "application/json")
    for name in ["Accept-Post", "Accept-Patch"] {
      #expect(answer.header(name) == (name == field ? "application/json" : nil))
    }
  }

  @Test func `a coding of another kind is refused with those that are taken`() {
    let response = Problem(TransportError.unsupportedContentEncoding("br")).response(requestID: nil)
    #expect(response.status == 415 && response.header("Accept-Encoding") == "gzip, identity")
  }

  @Test func `a type of response that is not available is repeated, with the formats that are`() throws {
    let answer = try TestService().post("/v1/layouts", request(), ["Accept": "application/pdf"])
    #expect(answer.status == 406)
    for words in ["\"application/pdf\" is not available", "image/svg+xml (format=svg)"] {
      #expect(answer.detail?.contains(words) == true, "\(answer.detail ?? "")")
    }
    let other = try TestService().post("/v1/diffs?format=svg", request())
    #expect(other.status == 406 && other.detail?.contains("\"image/svg+xml\" is not available") == true)
  }

  @Test(
    arguments: [
      ("k", "k"), ("\"k\"", "k"), ("\"a b\"", "a b"), ("\"a\\\"b\"", "a\"b"), ("\"a\\\\b\"", "a\\b"),
      ("\"k\";p=1", "k"), ("a\"b", "a\"b"), ("\"k", nil), ("\"k\"k", nil), ("\"\"", nil), ("", nil),
      ("a b", nil), ("\"a\\b\"", nil), ("é", nil), ("\"é\"", nil), ("a\tb", nil),
      (String(repeating: "k", count: 255), String(repeating: "k", count: 255)),
      (String(repeating: "k", count: 256), nil),
    ] as [(String, String?)])
  func `a key of a request is a quoted string, or the same characters without quotation marks`(
    field: String, key: String?
  ) {
    let read = Result { () throws(Problem) in try IdempotencyKey([field]).text }
    switch read {
    case .success(let text): #expect(text == key)
    case .failure(let problem):
      #expect(key == nil && problem.code == .badRequest)
      #expect(problem.headers.contains { $0.name == "Link" && $0.value.contains("rel=\"describedby\"") })
    }
  }

  @Test func `a request with two keys is rejected`() {
    #expect(throws: Problem.self) { _ = try IdempotencyKey(["a", "b"]) }
  }

  @Test func `a request is the same with its key in quotation marks and without`() throws {
    let service = try TestService()
    _ = service.create()
    #expect(service.update(Kept.insertion, [:], ["Idempotency-Key": "k"]).version == 2)
    let again = service.update(Kept.insertion, [:], ["Idempotency-Key": "\"k\""])
    #expect(again.version == 2 && again.header("Idempotent-Replayed") == "true")
    let other = service.update([], [:], ["Idempotency-Key": "\"k\""])
    #expect(other.status == 422 && other.code == "idempotency_key_reused")
    #expect(other.header("Link")?.contains("IdempotencyKey") == true)
    #expect(service.version == 2)
  }

  @Test func `every path that is read takes HEAD, and every path takes OPTIONS and says its methods`() throws
  {
    let router = try TestService().service.router
    for route in Service.routes {
      let path = route.template.split(separator: "/").map { $0.hasPrefix("{") ? "x" : $0 }.joined(
        separator: "/")
      guard case .options(let allow, _) = router.match(.options, Substring("/" + path)) else {
        Issue.record("\(route.template)")
        continue
      }
      #expect(allow.contains(route.method) && allow.contains(.options), "\(route.template)")
      guard route.method == .get else { continue }
      guard case .found = router.match(.head, Substring("/" + path)) else {
        Issue.record("\(route.template)")
        continue
      }
      #expect(allow.contains(.head), "\(route.template)")
    }
  }

  @Test(arguments: [
    (Kept.path, "If-Match", "7", ["If-Match", "quotation marks", "not 7"]),
    (Kept.path, "Tessera-Min-Version", "v1", ["Tessera-Min-Version", "whole number", "\"v1\""]),
    (Kept.path + "/events", "Last-Event-ID", "last", ["Last-Event-ID", "version", "\"last\""]),
    (Kept.path + "/events", "Accept", "text/plain", ["\"text/plain\"", "text/event-stream"]),
    (Kept.path + "/replica", "Accept", "text/plain", ["\"text/plain\"", "application/vnd.tessera.replica"]),
    (Kept.path + "/events?viewport=a%20b", "X", "", ["\"a b\"", "letters, digits"]),
    ("/v1/collections/e%CC%81", "X", "", ["\"e\u{301}\"", "normal form C"]),
  ])
  func `a wrong header field or name is refused with its value and with the form that it takes`(
    target: String, field: String, value: String, words: [String]
  ) throws {
    let service = try TestService()
    _ = service.create()
    let answer = service.get(target, [field: value])
    #expect([400, 406].contains(answer.status), "\(target) \(field)")
    for word in words { #expect(answer.detail?.contains(word) == true, "\(field): \(answer.detail ?? "")") }
  }
}
