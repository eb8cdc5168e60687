import Collections
import HTTPServer
import ResponseRecording
import TestSupport
import WorkerPool

@testable import API

/// The service without sockets: requests go through the routes, one after the other or from many threads.
final class TestService: Sendable {
  let service: Service

  convenience init(
    journal: any Journal = MemoryJournal(), _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws {
    try self.init(journal: journal, clock: { .now }, configure)
  }

  init(
    journal: any Journal = MemoryJournal(), clock: @escaping @Sendable () -> UTCTime,
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws {
    var configuration = ServiceConfiguration()
    configuration.workers = 1
    configuration.deadline = .seconds(3600)
    configure(&configuration)
    service = try Service(configuration: configuration, journal: journal, clock: clock, log: NoLog())
  }

  deinit { service.shutdown(grace: .zero) }

  func ask(
    _ method: Method, _ target: String, _ headers: [String: String] = [:], bytes: [UInt8] = []
  ) -> TestResponse {
    let head = Self.head(method, target, headers, bytes: bytes)
    guard let response = answer(Request(head: head, sentBody: bytes)) else {
      return TestResponse(Response(status: 404))
    }
    response.record(to: method, target)
    return TestResponse(response)
  }

  static func head(
    _ method: Method, _ target: String, _ headers: [String: String], bytes: [UInt8]
  ) -> RequestHead {
    var fields = Headers()
    for (name, value) in headers { fields.append(name, value) }
    if !bytes.isEmpty, headers["Content-Type"] == nil { fields.append("Content-Type", "application/json") }
    return RequestHead(id: "test", method: method, target: RequestTarget(target)!, headers: fields)
  }

  /// Returns the response to a request; nil if no route takes it.
  private func answer(_ request: Request) -> Response? {
    let (method, path) = (request.head.method, request.head.target.rawPath)
    guard case .found(let endpoint, let parameters, let route) = service.router.match(method, path) else {
      return nil
    }
    do throws(Problem) {
      let call = try Call(request.head, to: endpoint, parameters, route: route, in: service).receiving(
        request)
      return try service.respond(to: call).wait()
    } catch {
      return error.response(requestID: "test", to: request.head)
    }
  }
}

private struct NoLog: ExchangeLog {
  func record(_ exchange: Completion, _ facts: RequestFacts?) {}
  func warn(_ reason: String) {}
}

extension TestService {
  func get(_ target: String, _ headers: [String: String] = [:]) -> TestResponse { ask(.get, target, headers) }

  func delete(_ target: String, _ headers: [String: String] = [:]) -> TestResponse {
    ask(.delete, target, headers)
  }

  func post(_ target: String, _ body: JSONTree, _ headers: [String: String] = [:]) -> TestResponse {
    ask(.post, target, headers, bytes: Array(body.description.utf8))
  }

  func put(_ target: String, _ body: JSONTree, _ headers: [String: String] = [:]) -> TestResponse {
    ask(.put, target, headers, bytes: Array(body.description.utf8))
  }

  /// Creates a collection with an id.
  func create(
    _ id: String = "c", _ body: JSONTree = Kept.rows(["a", "b", "c"]), _ headers: [String: String] = [:]
  ) -> TestResponse {
    var body = body
    body["id"] = .string(id)
    return post("/v1/collections", body, headers)
  }

  /// Changes the collection `c`.
  func update(
    _ updates: JSONTree, _ more: [String: JSONTree] = [:], _ headers: [String: String] = [:]
  ) -> TestResponse {
    post(Kept.updates, .object(more.merging(["updates": updates]) { own, _ in own }), headers)
  }

  func snapshot(
    _ sections: JSONTree, _ more: [String: JSONTree] = [:], _ headers: [String: String] = [:]
  ) -> TestResponse {
    put(Kept.snapshot, .object(more.merging(["sections": sections]) { own, _ in own }), headers)
  }

  /// The version of the collection `c`, from its description.
  var version: Int? { self.get(Kept.path).json?["version"]?.int }

  /// The ids of the items of the collection `c`, in their order.
  var ids: [String?]? { self.get(Kept.attributes).json?["attributes"]?.elements?.map { $0["id"]?.string } }
}

/// A parsed response.
struct TestResponse {
  var status: Int
  var headers: [(name: String, value: String)]
  var bytes: [UInt8]

  init(_ response: Response) {
    status = response.status
    headers = response.headers
    bytes = response.wholeBody ?? []
  }

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  var json: JSONTree? { try? JSONTree(parsing: bytes) }
  var code: String? { json?["code"]?.string }
  var detail: String? { json?["detail"]?.string }
  var pointers: [String] { json?["errors"]?.elements?.compactMap { $0["pointer"]?.string } ?? [] }
  var etag: String? { header("ETag") }
  var version: Int? { json?["version"]?.int }
}

extension Response {
  /// The body; nil if it is a stream.
  var wholeBody: [UInt8]? {
    switch body {
    case .empty: []
    case .bytes(let body): body
    case .immortal(let body): Array(body.buffer)
    case .source(let source): Array(source.unsafeBytes)
    case .stream: nil
    }
  }

  /// Gives the response to the recorder of this process, if there is one.
  func record(to method: Method, _ target: String) {
    ResponseRecorder.shared?.record(
      method.rawValue, target, status: status, headers: headers, body: wholeBody, isInProcess: true)
  }
}

/// The collection that most tests create.
enum Kept {
  static let path = "/v1/collections/c"
  static let attributes = path + "/attributes"
  static let updates = path + "/updates"
  static let snapshot = path + "/snapshot"

  static let insertion: JSONTree = [["op": "insertItems", "at": [[0, 0]], "items": [["id": "n"]]]]

  /// An insertion that can be repeated: the item has no id.
  static let anonymous: JSONTree = [["op": "insertItems", "at": [[0, 0]], "items": [[:]]]]

  /// A list with rows of 20 points in a viewport of 100 by 60.
  static func rows(_ ids: [String], bounds: JSONTree? = nil) -> JSONTree {
    var body: JSONTree = [
      "container": ["width": 100, "height": 60], "layout": ["kind": "list", "rowHeight": 20],
      "sections": [section("s", ids)],
    ]
    if let bounds { body["bounds"] = bounds }
    return body
  }

  static func section(_ id: String, _ ids: [String]) -> JSONTree {
    ["id": .string(id), "items": .array(ids.map { ["id": .string($0)] })]
  }
}
