import Collections
import HTTPServer
import Support
import Synchronization
import TestSupport
import Testing

@testable import API

/// A request with an `Idempotency-Key` that is sent again: it is carried out once, whatever it changes, before a restart
/// and after it.
struct KeyedRetryTests {
  /// A request of one of the routes that change something.
  struct Keyed: Sendable, CustomTestStringConvertible {
    var method: HTTPServer.Method
    var route: String
    var body: JSONTree?
    /// Whether an item has to be on the move.
    var movesItem = false
    /// What a repetition after a restart gets.
    var afterRestart = 409

    var testDescription: String { "\(method.rawValue) \(route)" }

    func send(to service: TestService, key: String?) -> TestResponse {
      let target = route.replacing("{collection}", with: "c").replacing("{name}", with: "second")
      let headers = key.map { ["Idempotency-Key": $0] } ?? [:]
      return service.ask(method, target, headers, bytes: body.map { Array($0.description.utf8) } ?? [])
    }
  }

  private static let bounds: JSONTree = ["bounds": [0, 20, 100, 60]]
  private static let second: JSONTree = [
    "bounds": [0, 20, 100, 60], "container": ["width": 100, "height": 60],
  ]
  private static let measurement: JSONTree = ["measurements": [["id": "a", "size": [100, 33]]]]

  static let requests: [Keyed] = [
    Keyed(method: .post, route: "/v1/collections", body: named("new")),
    Keyed(method: .post, route: "/v1/collections/{collection}/updates", body: ["updates": Kept.insertion]),
    Keyed(
      method: .put, route: "/v1/collections/{collection}/snapshot",
      body: ["sections": [Kept.section("s", ["z"])]]),
    Keyed(
      method: .put, route: "/v1/collections/{collection}/layout",
      body: ["layout": ["kind": "list", "rowHeight": 30]]),
    Keyed(method: .post, route: "/v1/collections/{collection}/measurements", body: measurement),
    Keyed(
      method: .post, route: "/v1/collections/{collection}/invalidations", body: ["indexPaths": [[0, 1]]]),
    Keyed(method: .post, route: "/v1/collections/{collection}/movement/end", body: [:], movesItem: true),
    // A restart loses positions and movements, so a repetition of these is a new request.
    Keyed(method: .put, route: "/v1/collections/{collection}/bounds", body: bounds, afterRestart: 200),
    Keyed(
      method: .put, route: "/v1/collections/{collection}/viewports/{name}",
      body: second, afterRestart: 200),
    Keyed(method: .delete, route: "/v1/collections/{collection}/viewports/{name}"),
    Keyed(
      method: .post, route: "/v1/collections/{collection}/movement",
      body: ["id": "a"], afterRestart: 201),
    Keyed(
      method: .patch, route: "/v1/collections/{collection}/movement",
      body: ["targetPosition": ["x": 50, "y": 30]],
      movesItem: true,
      afterRestart: 404),
    Keyed(
      method: .delete, route: "/v1/collections/{collection}/movement", movesItem: true, afterRestart: 404),
    Keyed(method: .delete, route: "/v1/collections/{collection}", afterRestart: 204),
  ]

  private static func named(_ id: String) -> JSONTree {
    var body = Kept.rows(["a"])
    body["id"] = .string(id)
    return body
  }

  /// A service with the collection that the requests need.
  private func service(_ journal: MemoryJournal, for request: Keyed) throws -> TestService {
    let service = try TestService(journal: journal)
    var body = Kept.rows(["a", "b", "c", "d", "e"], bounds: [0, 0, 100, 60])
    body["layout"] = ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 20]
    #expect(service.create("c", body).status == 201)
    // An invalidation needs something to invalidate.
    let measured = service.post(
      "\(Kept.path)/measurements", ["measurements": [["id": "b", "size": [100, 25]]]])
    #expect(measured.version == 2)
    if request.method == .delete, request.route.hasSuffix("{name}") {
      #expect(service.put("\(Kept.path)/viewports/second", Self.second).status == 201)
    }
    if request.movesItem {
      #expect(service.post("\(Kept.path)/movement", ["id": "a"]).status == 201)
      #expect(
        service.ask(
          .patch, "\(Kept.path)/movement", bytes: Array("{\"targetPosition\": {\"x\": 50, \"y\": 70}}".utf8)
        ).status == 200)
    }
    return service
  }

  /// A journal that learns of a request only while the service computes its response.
  private final class LateRequest: WrappingJournal {
    let inner = MemoryJournal(isExclusive: false)
    private let hasAsked = Atomic(false)

    func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> {
      let isFirst = !hasAsked.exchange(true, ordering: .relaxed)
      return isFirst && request.key == "late" ? Pending(.success(nil)) : inner.stored(request)
    }
  }

  @Test func `a request is not refused for what its first attempt, on another server, has changed`() throws {
    let journal = LateRequest()
    let (first, second) = (try TestService(journal: journal.inner), try TestService(journal: journal))
    #expect(first.create("c", Kept.rows(["a"])).status == 201)
    let headers = ["Idempotency-Key": "late", "If-Match": "\"1\""]
    #expect(first.update(Kept.insertion, [:], headers).status == 200)
    let again = second.update(Kept.insertion, [:], headers)
    #expect(again.status == 409 && again.code == "answer_not_kept")
    #expect(again.header("Location") == Kept.path)
  }

  @Test func `every route that changes something is among them`() {
    let changing = Service.routes.filter {
      // A deletion by prefix takes no key: its repetition deletes the rest.
      $0.method != .get && $0.template.hasPrefix("/v1/collections/")
        || $0.method == .post && $0.template == "/v1/collections"
    }
    #expect(
      Set(changing.map { "\($0.method.rawValue) \($0.template)" })
        == Set(Self.requests.map { "\($0.method.rawValue) \($0.route)" }))
  }

  @Test(arguments: requests) func `a repetition gets the same response, and changes nothing`(request: Keyed)
    throws
  {
    let service = try service(MemoryJournal(), for: request)
    let first = request.send(to: service, key: "k")
    #expect((200...204).contains(first.status), "\(first.json?.description ?? "")")
    let version = service.version
    for _ in 0..<2 {
      let again = request.send(to: service, key: "k")
      #expect(again.status == first.status && again.bytes == first.bytes)
      #expect(again.header("Idempotent-Replayed") == "true" && again.etag == first.etag)
    }
    #expect(service.version == version)
    let other = service.update([], [:], ["Idempotency-Key": "k"])
    let isGone = request.method == .delete && request.route.hasSuffix("{collection}")
    #expect(other.code == "idempotency_key_reused" || isGone)
  }

  @Test(arguments: requests) func `a repetition after a restart makes no further version`(request: Keyed)
    throws
  {
    let journal = MemoryJournal()
    let before = try service(journal, for: request)
    #expect((200...204).contains(request.send(to: before, key: "k").status))
    let (version, ids) = (before.version, before.ids)
    let after = try TestService(journal: journal)
    let again = request.send(to: after, key: "k")
    #expect(again.status == request.afterRestart, "\(again.json?.description ?? "")")
    #expect(again.status != 409 || again.code == "answer_not_kept")
    #expect(after.version == version)
    if again.status == 409 { #expect(after.ids == ids) }
  }

  @Test func `a change that made no version is not made later, when it would make one`() throws {
    let journal = MemoryJournal()
    let before = try service(journal, for: Self.requests[4])
    #expect(before.post("\(Kept.path)/measurements", Self.measurement).version == 3)
    let first = before.post("\(Kept.path)/measurements", Self.measurement, ["Idempotency-Key": "k"])
    #expect(first.status == 200 && first.version == 3)
    #expect(before.post("\(Kept.path)/invalidations", ["indexPaths": [[0, 0]]]).version == 4)
    let after = try TestService(journal: journal)
    let again = after.post("\(Kept.path)/measurements", Self.measurement, ["Idempotency-Key": "k"])
    #expect(again.code == "answer_not_kept")
    #expect(after.version == 4)
  }

  @Test func `a rejected request stores no key`() throws {
    let journal = MemoryJournal()
    let before = try TestService(journal: journal)
    _ = before.create()
    let wrong: JSONTree = [["op": "deleteItems", "at": [[0, 9]]]]
    #expect(before.update(wrong, [:], ["Idempotency-Key": "k"]).status == 422)
    let after = try TestService(journal: journal)
    #expect(after.update(Kept.insertion, [:], ["Idempotency-Key": "k"]).status == 200)
    #expect(after.version == 2)
  }

  @Test func `a key outlives its collection, and the one that is created again is not changed by it`() throws
  {
    let journal = MemoryJournal()
    let before = try TestService(journal: journal)
    _ = before.create()
    #expect(before.update(Kept.insertion, [:], ["Idempotency-Key": "k"]).version == 2)
    #expect(before.delete(Kept.path).status == 204)
    #expect(before.create("c", Kept.rows(["a"]), ["Idempotency-Key": "made"]).status == 201)
    let after = try TestService(journal: journal)
    #expect(after.create("c", Kept.rows(["a"]), ["Idempotency-Key": "made"]).code == "answer_not_kept")
    #expect(after.create("c", Kept.rows(["a"]), ["Idempotency-Key": "other"]).code == "collection_exists")
    let again = after.update(Kept.insertion, [:], ["Idempotency-Key": "k"])
    #expect(again.code == "answer_not_kept" && after.version == 1)
    // The retry of a deletion does not delete the next collection.
    #expect(after.ask(.delete, Kept.path, ["Idempotency-Key": "d"]).status == 204)
    #expect(after.create("c", Kept.rows(["n"])).status == 201)
    let last = try TestService(journal: journal)
    let deletion = last.ask(.delete, Kept.path, ["Idempotency-Key": "d"])
    #expect(deletion.status == 204 && deletion.header("Idempotent-Replayed") == "true")
    #expect(last.ids == ["n"])
  }

  @Test func `a creation without an id is carried out once, and the retry says where`() throws {
    let journal = MemoryJournal()
    let before = try TestService(journal: journal)
    let made = before.post("/v1/collections", Kept.rows(["a"]), ["Idempotency-Key": "k"])
    let path = try #require(made.header("Location"))
    for isDeleted in [false, true] {
      let after = try TestService(journal: journal)
      if isDeleted { #expect(after.delete(path).status == 204) }
      let again = after.post("/v1/collections", Kept.rows(["a"]), ["Idempotency-Key": "k"])
      #expect(again.code == "answer_not_kept" && again.header("Location") == path)
      #expect(after.get("/v1/collections").json?["collections"]?.elements?.count == (isDeleted ? 0 : 1))
    }
  }

  @Test func `a key that another request has used is found out after a restart`() throws {
    let journal = MemoryJournal()
    let before = try TestService(journal: journal)
    #expect(before.create("c", Kept.rows(["a"]), ["Idempotency-Key": "k"]).status == 201)
    let after = try TestService(journal: journal)
    #expect(after.create("c", Kept.rows(["b"]), ["Idempotency-Key": "k"]).code == "idempotency_key_reused")
    #expect(after.update(Kept.insertion, [:], ["Idempotency-Key": "k"]).code == "idempotency_key_reused")
    #expect(after.version == 1)
  }

  @Test func `a key is another one by its last character`() throws {
    let journal = MemoryJournal()
    let before = try TestService(journal: journal)
    _ = before.create()
    let long = String(repeating: "x", count: 254)
    #expect(before.update(Kept.insertion, [:], ["Idempotency-Key": long + "a"]).version == 2)
    let after = try TestService(journal: journal)
    #expect(after.update(Kept.insertion, [:], ["Idempotency-Key": long + "a"]).code == "answer_not_kept")
    #expect(after.update(Kept.anonymous, [:], ["Idempotency-Key": long + "b"]).version == 3)
  }

  @Test func `of many repetitions at once after a restart, none is carried out`() throws {
    let journal = MemoryJournal()
    let before = try TestService(journal: journal)
    _ = before.create()
    #expect(before.update(Kept.insertion, [:], ["Idempotency-Key": "k"]).version == 2)
    let after = try TestService(journal: journal) { $0.workers = 2 }
    let codes = Gathering<String>()
    runConcurrently(jobs: 60, threads: 6) { _ in
      codes.add(after.update(Kept.insertion, [:], ["Idempotency-Key": "k"]).code ?? "made")
    }
    #expect(Set(codes.values).isSubset(of: ["answer_not_kept", "request_in_progress"]))
    #expect(after.version == 2)
  }
}
