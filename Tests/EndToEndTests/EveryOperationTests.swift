import TestSupport
import Testing

/// HTTP as people expect it, of every operation in openapi.yaml.
///
/// The service has a key of the operator and one of a tenant, who has the collection `c` with the viewport `watch`, and a
/// font.
@Suite(.serialized) struct EveryOperationTests {
  private let document: OpenAPIDocument
  private let service: RunningService

  init() throws {
    document = try OpenAPIDocument()
    service = try RunningService("--keys", "@admin:operator,acme:one")
    let tenant = ["Authorization: Bearer one"]
    let viewport: JSONTree = ["container": ["width": 100, "height": 60], "bounds": [0, 0, 100, 60]]
    var collection = viewport
    collection["id"] = "c"
    collection["layout"] = ["kind": "list"]
    collection["sections"] = [["items": [["id": "a"], ["id": "b"]]]]
    for (method, path, type, body) in [
      ("POST", "/v1/collections", "application/json", Array(collection.description.utf8)),
      ("PUT", "/v1/collections/c/viewports/watch", "application/json", Array(viewport.description.utf8)),
      ("POST", "/v1/fonts", "font/ttf", SampleFont().bytes),
    ] {
      #expect(try service.ask(method, path, tenant + ["Content-Type: \(type)"], body: body).status == 201)
    }
  }

  private typealias Operation = OpenAPIDocument.Operation

  /// The operations whose response to a request of what exists is read whole: streams do not end.
  private var reading: [Operation] {
    document.operations.filter { $0.method == "GET" && !["watchCollection", "feedReplica"].contains($0.id) }
  }

  /// The address of what exists, or of what does not.
  private func target(of operation: Operation, missing: Bool = false) -> String {
    let path = operation.target.replacing("{collection}", with: missing ? "lost" : "c")
      .replacing("{name}", with: missing ? "lost" : "watch")
      .replacing("{font}", with: missing ? "lost" : SampleFont.id)
      .replacing("{tenant}", with: missing ? "lost" : "acme")
    switch operation.id {
    case "getHistory": return path + "?since=1"
    case "findScrollTarget": return path + "?id=a"
    default: return path
    }
  }

  private func key(of operation: Operation) -> String {
    "Authorization: Bearer \(operation.takesOperatorsKey ? "operator" : "one")"
  }

  private func ask(
    _ operation: Operation, _ method: String? = nil, _ headers: [String] = [], body: [UInt8]? = nil,
    missing: Bool = false
  ) throws -> HTTPResponse {
    try service.ask(
      method ?? operation.method, target(of: operation, missing: missing), [key(of: operation)] + headers,
      body: body)
  }

  @Test func `everything that is read has a tag, and is not sent again to a client that has it`() throws {
    defer { service.stop() }
    // Facts of this moment, and a stream as long as all collections.
    let untagged = [
      "getHealth", "getLiveness", "getReadiness", "getMetrics", "exportCollections", "listTenants",
      "describeTenant",
    ]
    for operation in reading {
      let full = try ask(operation)
      #expect(full.status == 200, "\(operation.id)")
      #expect((full.header("ETag") == nil) == untagged.contains(operation.id), "\(operation.id)")
      guard let tag = full.header("ETag") else { continue }
      let known = try ask(operation, nil, ["If-None-Match: \(tag)"])
      #expect(known.status == 304 && known.body.isEmpty && known.header("ETag") == tag, "\(operation.id)")
      #expect(document.resolved(operation.value["responses"]?["304"] ?? .null) != .null, "\(operation.id)")
    }
  }

  @Test func `everything that is read takes HEAD, whose response has the headers of GET`() throws {
    defer { service.stop() }
    let volatile = [
      "Date", "X-Request-Id", "Server-Timing", "Content-Length", "Transfer-Encoding", "Connection",
    ]
    for operation in reading {
      let (get, head) = (try ask(operation), try ask(operation, "HEAD"))
      #expect(head.status == get.status && head.body.isEmpty, "\(operation.id)")
      func kept(_ response: HTTPResponse) -> [String] {
        response.headers.filter { !volatile.contains($0.name) }.map { "\($0.name): \($0.value)" }
      }
      #expect(kept(head) == kept(get), "\(operation.id)")
      let lost = try ask(operation, "HEAD", missing: true)
      #expect(try lost.status == ask(operation, missing: true).status && lost.body.isEmpty, "\(operation.id)")
    }
  }

  @Test func `every path says its methods, on request and when another is sent`() throws {
    defer { service.stop() }
    for (path, operations) in Dictionary(grouping: document.operations, by: \.path) {
      var methods = Set(operations.map(\.method) + ["OPTIONS"])
      if methods.contains("GET") { methods.insert("HEAD") }
      func allowed(_ response: HTTPResponse) -> Set<String> {
        Set(response.header("Allow")?.split(separator: ", ").map(String.init) ?? [])
      }
      let options = try ask(operations[0], "OPTIONS")
      #expect(options.status == 204 && allowed(options) == methods, "\(path)")
      for method in ["GET", "PUT", "POST", "PATCH", "DELETE"] where !methods.contains(method) {
        let refused = try ask(operations[0], method, body: method == "GET" ? nil : [])
        #expect(refused.status == 405 && refused.code == "method_not_allowed", "\(method) \(path)")
        #expect(allowed(refused) == methods, "\(method) \(path)")
      }
    }
  }

  @Test func `a type that an operation does not send is repeated in 406, with those that it sends`() throws {
    defer { service.stop() }
    // Documents and probes are for any client.
    for operation in document.operations where operation.path.hasPrefix("/v1/") {
      let types = (operation.value["responses"]?.members ?? [:]).filter { $0.key.hasPrefix("2") }
        .flatMap { (document.resolved($0.value)["content"]?.members ?? [:]).keys }
        .filter { $0 != "application/problem+json" }
      guard !types.isEmpty else { continue }
      #expect(operation.value["responses"]?["406"] != nil, "\(operation.id)")
      let hasBody = operation.value["requestBody"] != nil
      let media = hasBody ? ["Content-Type: \(bodyTypes(of: operation)[0])"] : []
      let refused = try ask(operation, nil, media + ["Accept: application/pdf"], body: hasBody ? [0x7B] : nil)
      #expect(refused.status == 406 && refused.code == "not_acceptable", "\(operation.id): \(refused.status)")
      let detail = refused.json?["detail"]?.string ?? ""
      #expect(detail.contains("\"application/pdf\""), "\(operation.id): \(detail)")
      #expect(types.contains { detail.contains($0) }, "\(operation.id): \(detail)")
    }
  }

  private func bodyTypes(of operation: Operation) -> [String] {
    (operation.value.at("/requestBody/content")?.members ?? [:]).keys.sorted()
  }

  @Test func `a body of another type is 415, with the types that the operation takes`() throws {
    defer { service.stop() }
    for operation in document.operations where operation.value["requestBody"] != nil {
      let refused = try ask(operation, nil, ["Content-Type: text/plain"], body: [0x7B, 0x7D])
      #expect(refused.status == 415 && refused.code == "unsupported_media_type", "\(operation.id)")
      #expect(refused.json?["detail"]?.string?.contains("\"text/plain\"") == true, "\(operation.id)")
      let accepted = Set(refused.header("Accept")?.split(separator: ", ").map(String.init) ?? [])
      #expect(accepted.isSuperset(of: bodyTypes(of: operation)), "\(operation.id): \(accepted)")
    }
  }

  @Test func `every response of 404 names the resource that is missing`() throws {
    defer { service.stop() }
    var count = 0
    for operation in document.operations
    where operation.path.contains("{") && operation.path.hasPrefix("/v1/") {
      let isRead = operation.value["requestBody"] == nil
      let headers = isRead ? [] : ["Content-Type: \(bodyTypes(of: operation)[0])"]
      let answer = try ask(operation, nil, headers, body: isRead ? nil : [0x7B, 0x7D], missing: true)
      #expect(answer.status == 404 && answer.code == "not_found", "\(operation.id): \(answer.status)")
      let detail = answer.json?["detail"]?.string ?? ""
      #expect(detail.contains("\"lost\""), "\(operation.id): \(detail)")
      count += 1
    }
    #expect(count > 20)
    for path in ["/v1/lost", "/lost", "/playground/lost.js", "/client/lost.js", "/examples/lost.html"] {
      let answer = try service.ask("GET", path, ["Authorization: Bearer one"])
      #expect(answer.status == 404 && answer.json?["detail"]?.string?.contains("lost") == true, "\(path)")
    }
  }

  @Test
  func
    `every operation that takes a key of the request refuses one that is none, and leads to its description`()
    throws
  {
    defer { service.stop() }
    var count = 0
    for operation in document.operations {
      let parameters = (operation.value["parameters"]?.elements ?? []).map(document.resolved)
      guard parameters.contains(where: { $0["name"] == "Idempotency-Key" }) else { continue }
      count += 1
      let isBodiless = operation.value["requestBody"] == nil
      let headers = ["Idempotency-Key: \"k", "Content-Type: application/json"]
      let answer = try ask(operation, nil, headers, body: isBodiless ? nil : [0x7B, 0x7D])
      #expect(answer.status == 400 && answer.code == "bad_request", "\(operation.id): \(answer.status)")
      #expect(answer.json?["detail"]?.string?.contains("Idempotency-Key") == true, "\(operation.id)")
      #expect(answer.header("Link")?.contains("rel=\"describedby\"") == true, "\(operation.id)")
    }
    #expect(count > 10)
  }

  @Test func `every response of 429 and 503 is documented with the time to retry`() {
    for operation in document.operations {
      for status in ["429", "503"] {
        guard let response = operation.value["responses"]?[status] else { continue }
        #expect(document.resolved(response)["headers"]?["Retry-After"] != nil, "\(operation.id) \(status)")
      }
    }
  }
}
