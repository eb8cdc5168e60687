import Foundation
import Synchronization

/// Clients of every kind, each on a thread of its own.
final class Load: Sendable {
  struct Counts {
    var responses = 0
    var changes = 0
    var reads = 0
    var streams = 0
    var events = 0
    var made = 0
    /// The number of unexpected responses, by request and status.
    var unexpected: [String: Int] = [:]
  }

  /// The number of collections that exist for the whole run, and of their rows.
  static let collections = 8
  static let rows = 200

  private let port: UInt16
  private let state = Mutex(Counts())
  private let isOver = Atomic(false)
  private let threads = DispatchGroup()

  init(port: UInt16) { self.port = port }

  var counts: Counts { state.withLock { $0 } }

  func makeShared(_ number: Int) {
    guard let client = Client(port: port) else { return }
    ask(client, "POST", "/v1/collections", Self.body("shared-\(number)"), expecting: 201) { _ in }
  }

  func begin() {
    for number in 0..<4 { run { client, round in self.change(client, number, round) } }
    for number in 0..<2 { run { client, round in self.read(client, number + round) } }
    for number in 0..<2 { run { client, round in self.makeAndEnd(client, "own-\(number)-\(round)") } }
    for number in 0..<2 { run { _, round in self.watch(number + round) } }
  }

  /// Stops the clients after their current requests.
  func end() {
    isOver.store(true, ordering: .relaxed)
    threads.wait()
  }

  /// Repeats some work on a thread, and reconnects from time to time.
  private func run(_ body: @escaping @Sendable (Client, Int) -> Void) {
    threads.enter()
    let thread = Thread { [self] in
      var client: Client?
      var round = 0
      while !isOver.load(ordering: .relaxed) {
        if client == nil || round % 500 == 0 { client = Client(port: port) }
        guard let client else {
          note("a connection", 0)
          break
        }
        body(client, round)
        round += 1
      }
      threads.leave()
    }
    thread.start()
  }

  private static func body(_ id: String) -> String {
    let items = (0..<rows).map { "{\"id\":\"row-\($0)\"}" }.joined(separator: ",")
    return
      "{\"id\":\"\(id)\",\"container\":{\"width\":320,\"height\":480},\"layout\":{\"kind\":\"list\"},\"bounds\":[0,400,320,480],"
      + "\"sections\":[{\"id\":\"s\",\"items\":[\(items)]}]}"
  }

  /// A row comes and one goes, so that there are always as many.
  private func change(_ client: Client, _ number: Int, _ round: Int) {
    let path = "/v1/collections/shared-\((number + round) % Self.collections)"
    let body =
      "{\"updates\":[{\"op\":\"insertItems\",\"at\":[[0,\(round % Self.rows)]],\"items\":[{\"id\":\"n\(number)-\(round)\"}]},"
      + "{\"op\":\"deleteItems\",\"at\":[[0,\(round * 7 % Self.rows)]]}]}"
    let key = round % 10 == 0 ? "Idempotency-Key: k\(number)-\(round)\r\n" : ""
    ask(client, "POST", path + "/updates", body, key) { $0.changes += 1 }
    if round % 20 == 0 {
      let bounds = "{\"bounds\":[0,\(round * 13 % 8000),320,480]}"
      ask(client, "PUT", path + "/bounds", bounds) { _ in }
    }
  }

  private func read(_ client: Client, _ round: Int) {
    let path = "/v1/collections/shared-\(round % Self.collections)"
    ask(client, "GET", path + "/attributes?rect=0,\(round % 9000),320,480") { $0.reads += 1 }
    if round % 10 == 0 { ask(client, "GET", "/v1/collections") { $0.reads += 1 } }
    if round % 10 == 5 { ask(client, "GET", path) { $0.reads += 1 } }
    if round % 100 == 50 { ask(client, "GET", path + "/attributes?format=columns") { $0.reads += 1 } }
  }

  private func makeAndEnd(_ client: Client, _ id: String) {
    ask(client, "POST", "/v1/collections", Self.body(id), expecting: 201) { _ in }
    for round in 0..<3 {
      let body = "{\"updates\":[{\"op\":\"deleteItems\",\"at\":[[0,\(round)]]}]}"
      ask(client, "POST", "/v1/collections/\(id)/updates", body) { $0.changes += 1 }
    }
    ask(client, "DELETE", "/v1/collections/\(id)", expecting: 204) { $0.made += 1 }
  }

  /// Watches for some events and leaves, mostly without a word.
  private func watch(_ round: Int) {
    guard let client = Client(port: port) else { return note("a stream", 0) }
    let scope = round % 3 == 0 ? "?scope=all" : ""
    let status = client.open("/v1/collections/shared-\(round % Self.collections)/events\(scope)")
    guard status == 200 else { return note("GET events", status) }
    var events = 0
    while events < 20 + round % 200, !isOver.load(ordering: .relaxed) {
      guard let more = client.readEvents() else { return note("an event", 0) }
      events += more
    }
    state.withLock {
      $0.streams += 1
      $0.events += events
    }
  }

  private func ask(
    _ client: Client, _ method: String, _ target: String, _ body: String? = nil, _ headers: String = "",
    expecting expected: Int = 200, _ count: (inout Counts) -> Void
  ) {
    let status = client.ask(method, target, body, headers)
    guard status == expected else {
      // All collections count as one.
      let words = target.split(separator: "?")[0].split(separator: "/")
      return note("\(method) \(words.count == 3 ? "a collection" : words.last ?? "")", status)
    }
    state.withLock {
      $0.responses += 1
      count(&$0)
    }
  }

  private func note(_ asked: String, _ status: Int) {
    state.withLock { $0.unexpected["\(asked): \(status)", default: 0] += 1 }
  }
}
