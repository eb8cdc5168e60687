import TestSupport

/// A client that changes collections and records the responses.
///
/// It creates items in batches of three, whose ids name client, batch and position.
struct ChangingClient: Sendable {
  /// The known state of an object that the client created.
  enum Standing { case there, gone, unknown }

  struct Batch: Hashable, Sendable {
    var client: Int
    var number: Int
    var collection: String

    var ids: [String] { (0..<3).map { "c\(client)-b\(number)-\($0)" } }
  }

  /// The collections that all clients change.
  static let shared = (0..<5).map { "shared-\($0)" }

  let number: Int
  private var random: SeededGenerator
  private var made = 0
  var batches: [Batch: Standing] = [:]
  /// The collections that only this client knows.
  var own: [String: Standing] = [:]
  /// The newest version of every collection in a response to a change.
  private(set) var versions: [String: Int] = [:]
  private(set) var answered = 0
  /// Responses that the service should never send.
  private(set) var faults: [String] = []

  init(_ number: Int, seed: UInt64) {
    self.number = number
    random = SeededGenerator(seed: seed)
  }

  /// Changes one thing after another until the service is gone, and reports each response.
  mutating func changeUntilGone(_ port: UInt16, _ report: () -> Void = {}) {
    guard let client = HTTPClient(port: port) else { return }
    while changeSomething(over: client) { report() }
  }

  /// - Returns: whether a response came.
  private mutating func changeSomething(over client: HTTPClient) -> Bool {
    let collection = random.pick(Self.shared)
    switch random.integer(0...19) {
    case 0...11: return insert(into: collection, over: client)
    case 12...14: return deleteBatch(over: client)
    case 15, 16: return turnAround(collection, over: client)
    case 17: return changeRowHeight(of: collection, over: client)
    default: return makeOrEnd(over: client)
    }
  }

  private mutating func insert(into collection: String, over client: HTTPClient) -> Bool {
    made += 1
    let batch = Batch(client: number, number: made, collection: collection)
    let update: JSONTree = [
      "op": "insertItems", "at": [[0, 0], [0, 1], [0, 2]],
      "items": .array(batch.ids.map { ["id": .string($0)] }),
    ]
    batches[batch] = .unknown
    guard let answer = send("POST", collection, "updates", ["updates": [update]], over: client) else {
      return false
    }
    if answer.status == 200 { batches[batch] = .there } else { fault("insert", answer) }
    return true
  }

  private mutating func deleteBatch(over client: HTTPClient) -> Bool {
    guard let batch = batches.first(where: { $0.value == .there })?.key else { return true }
    let update: JSONTree = ["op": "deleteItems", "ids": .array(batch.ids.map { .string($0) })]
    batches[batch] = .unknown
    guard let answer = send("POST", batch.collection, "updates", ["updates": [update]], over: client) else {
      return false
    }
    if answer.status == 200 { batches[batch] = .gone } else { fault("delete", answer) }
    return true
  }

  /// Puts the items into another order by a snapshot, unless another client comes in between.
  private mutating func turnAround(_ collection: String, over client: HTTPClient) -> Bool {
    guard let seen = SeenList(collection, over: client) else { return false }
    let items = seen.ids.reversed().map { JSONTree.object(["id": .string($0)]) }
    let body: JSONTree = [
      "version": .number(Double(seen.version)), "sections": [["id": "s", "items": .array(items)]],
    ]
    guard let answer = send("PUT", collection, "snapshot", body, over: client) else { return false }
    if answer.status != 200, answer.status != 412 { fault("snapshot", answer) }
    return true
  }

  private mutating func changeRowHeight(of collection: String, over client: HTTPClient) -> Bool {
    let layout: JSONTree = ["kind": "list", "rowHeight": .number(Double(random.integer(1...9) * 10))]
    guard let answer = send("PUT", collection, "layout", ["layout": layout], over: client) else {
      return false
    }
    if answer.status != 200 { fault("layout", answer) }
    return true
  }

  private mutating func makeOrEnd(over client: HTTPClient) -> Bool {
    if own.count > 2, let id = own.first(where: { $0.value == .there })?.key {
      own[id] = .unknown
      guard let answer = client.request("DELETE", "/v1/collections/\(id)") else { return false }
      if answer.status == 204 { own[id] = .gone } else { fault("end", answer) }
      return true
    }
    made += 1
    let id = "own-\(number)-\(made)"
    own[id] = .unknown
    let body: JSONTree = [
      "id": .string(id), "container": ["width": 100, "height": 60], "layout": ["kind": "list"],
      "sections": [["itemCount": 3]],
    ]
    guard let answer = post("/v1/collections", body, over: client) else { return false }
    if answer.status == 201 { own[id] = .there } else { fault("create", answer) }
    return true
  }
}

extension ChangingClient {
  private mutating func send(
    _ method: String, _ collection: String, _ path: String, _ body: JSONTree, over client: HTTPClient
  ) -> HTTPResponse? {
    let answer = client.request(
      method, "/v1/collections/\(collection)/\(path)", ["Content-Type: application/json"],
      body: Array(body.description.utf8))
    guard let answer else { return nil }
    if answer.status == 200, let version = answer.json?["version"]?.int {
      answered += 1
      versions[collection] = max(version, versions[collection] ?? 0)
    }
    return answer
  }

  private func post(_ path: String, _ body: JSONTree, over client: HTTPClient) -> HTTPResponse? {
    client.request("POST", path, ["Content-Type: application/json"], body: Array(body.description.utf8))
  }

  private mutating func fault(_ what: String, _ answer: HTTPResponse) {
    faults.append("\(what): \(answer.status) \(answer.code ?? "")")
  }
}
