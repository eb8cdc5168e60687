import TestSupport
import Testing

/// The examples of openapi.yaml about collections, each sent to a collection that the example `feed` has just created.
@Suite(.serialized) struct CollectionExampleTests {
  private let document: OpenAPIDocument
  private let service: RunningService
  private let client: HTTPClient

  init() throws {
    document = try OpenAPIDocument()
    service = try RunningService()
    client = try service.client()
  }

  private var operations: [OpenAPIDocument.Operation] {
    document.operations.filter(\.isOfCollections)
  }

  private func send(_ method: String, _ target: String, _ body: JSONTree? = nil) throws -> HTTPResponse {
    let headers = ["X-Request-Id: openapi-example"] + (body == nil ? [] : ["Content-Type: application/json"])
    let answer = client.request(method, target, headers, body: body.map { Array($0.description.utf8) })
    return try #require(answer, "\(method) \(target)")
  }

  private func request(_ path: String, _ example: String) throws -> JSONTree {
    let operation = try #require(operations.first { $0.method == "POST" && $0.path == path })
    return try #require(document.requests(of: operation)[example])
  }

  /// Deletes the collection that an example created or changed, and creates it again for the next one.
  private func renew(for given: OpenAPIDocument.Given = OpenAPIDocument.Given()) throws {
    _ = try send("DELETE", "/v1/collections/feed")
    let isMeasured = given.collection == "measured"
    let name = isMeasured ? "estimated" : given.collection ?? "feed"
    #expect(try send("POST", "/v1/collections", request("/v1/collections", name)).status == 201)
    if isMeasured {
      let rows = try request("/v1/collections/{collection}/measurements", "rows")
      #expect(try send("POST", "/v1/collections/feed/measurements", rows).status == 200)
    }
    if let movement = given.movement {
      #expect(try send("POST", "/v1/collections/feed/movement", movement).status == 201)
    }
    if let target = given.target {
      let body: JSONTree = ["targetPosition": target]
      #expect(try send("PATCH", "/v1/collections/feed/movement", body).status == 200)
    }
    try given.before.forEach(change)
  }

  /// Makes the change of an example, which the end of its path and its own name identify, or `delete`.
  private func change(_ name: String) throws {
    guard name != "delete" else {
      #expect(try send("DELETE", "/v1/collections/feed").status == 204)
      return
    }
    let parts = name.split(separator: "/").map(String.init)
    let path = "/v1/collections/{collection}/\(parts[0])"
    let operation = try #require(
      operations.first { ["POST", "PUT"].contains($0.method) && [path, path + "/{name}"].contains($0.path) })
    let body = try #require(document.requests(of: operation)[parts[1]], "\(name)")
    let answer = try send(operation.method, target(of: operation), body)
    #expect([200, 201].contains(answer.status), "\(name)")
  }

  /// The path of an operation on the collection `feed` and the viewport `watch`.
  private func target(of operation: OpenAPIDocument.Operation) -> String {
    operation.path.replacing("{collection}", with: "feed").replacing("{name}", with: "watch")
  }

  /// Reads a stream while its example's changes are made, as far as the example goes.
  private func expectStream(_ target: String, reads example: OpenAPIDocument.Example) throws {
    let stream = try EventStream(service, target)
    #expect(stream.answer.header("Content-Type") == example.mediaType)
    let expected = try #require(example.value.string)
    let count = expected.split(separator: "\n").count { $0.hasPrefix("data:") }
    var events = 0
    // The stream's first event precedes all changes.
    if example.given.query == nil, stream.next() != nil { events = 1 }
    try example.given.then.forEach(change)
    while events < count, stream.next() != nil { events += 1 }
    #expect(String(decoding: stream.received, as: UTF8.self) == expected, "\(example.name)")
  }

  @Test func `every example gets the response that it shows`() throws {
    defer { service.stop() }
    var compared = 0
    for operation in operations {
      let requests = document.requests(of: operation)
      for example in document.examples(of: operation) {
        let request = requests[example.name]
        let isBodiless = operation.method == "GET" || operation.method == "DELETE"
        guard
          request != nil || example.given.query != nil || isBodiless && [200, 404].contains(example.status),
          document.isOwn(example, of: operation)
        else { continue }
        try renew(for: example.given)
        if operation.path == "/v1/collections", example.status == 201 {
          _ = try send("DELETE", "/v1/collections/feed")
        }
        let query = example.given.query.map { "?\($0)" } ?? ""
        let path = target(of: operation)
        if example.mediaType == "text/event-stream" {
          try expectStream(path + query, reads: example)
          compared += 1
          continue
        }
        let answer = try send(operation.method, path + query, request)
        #expect(answer.status == example.status, "\(operation.method) \(path) \(example.name)")
        let shown = example.value
        #expect(answer.json?.withTimes(of: shown) == shown, "\(operation.method) \(path) \(example.name)")
        #expect(answer.header("Content-Type") == example.mediaType)
        compared += 1
      }
    }
    #expect(compared >= 50)
  }

  @Test func `every state that states.yaml describes belongs to an example`() {
    for (operation, example) in document.namedStates {
      let found = operations.first { $0.id == operation }
      #expect(found.map { document.examples(of: $0).contains { $0.name == example } } == true, "\(example)")
    }
  }

  @Test func `the refusals that every operation shares read as documented`() throws {
    defer { service.stop() }
    try renew()
    func expect(_ answer: HTTPResponse, isOf response: String) {
      let content = document.root.at("/components/responses/\(response)/content")
      let examples = content?["application/problem+json"]?["examples"]
      let expected = examples?.members?.values.first?["value"]
      #expect(answer.json == expected, "\(response)")
      #expect(answer.status == expected?["status"]?.int, "\(response)")
    }
    expect(try send("GET", "/v1/collections/lost"), isOf: "CollectionNotFound")
    let stale = client.request(
      "DELETE", "/v1/collections/feed", ["X-Request-Id: openapi-example", "If-Match: \"7\""])
    expect(try #require(stale), isOf: "VersionMismatch")
    expect(try send("PUT", "/v1/collections"), isOf: "MethodNotAllowedCollections")
    expect(try send("PUT", "/v1/collections/feed"), isOf: "MethodNotAllowedCollection")
    expect(try send("PUT", "/v1/collections/feed/attributes"), isOf: "MethodNotAllowedGet")
    expect(try send("PUT", "/v1/collections/feed/updates"), isOf: "MethodNotAllowedPost")
    expect(try send("POST", "/v1/collections/feed/snapshot"), isOf: "MethodNotAllowedPut")
    expect(try send("POST", "/v1/collections/feed/viewports/watch"), isOf: "MethodNotAllowedViewport")
  }

  @Test func `an unchanged collection is not sent again`() throws {
    defer { service.stop() }
    try renew()
    for target in ["/v1/collections/feed", "/v1/collections/feed/attributes"] {
      let first = try send("GET", target)
      let tag = try #require(first.header("ETag"))
      let again = try #require(client.request("GET", target, ["If-None-Match: \(tag)"]))
      #expect(again.status == 304 && again.body.isEmpty && again.header("ETag") == tag)
    }
  }
}

extension JSONTree {
  /// The value with the times of another one, where both have one as the same member: each run has its own.
  fileprivate func withTimes(of other: JSONTree) -> JSONTree {
    switch self {
    case .object(let members):
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            guard let shown = other[name] else { return (name, value) }
            let isTime = name == "createdAt" || name == "updatedAt"
            return (name, isTime && value.isTime && shown.isTime ? shown : value.withTimes(of: shown))
          }))
    case .array(let elements):
      return .array(elements.enumerated().map { $1.withTimes(of: other[$0] ?? .null) })
    default: return self
    }
  }

  private var isTime: Bool {
    string?.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z/) != nil
  }
}
