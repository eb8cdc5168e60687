import TestSupport
import Testing

/// A service that stops and starts again over the same store.
struct RestartTests {
  private let store = StoreFile()

  private static let examples = Repository.files("examples", withExtension: "json")

  /// A collection as clients read it: its description, and the visible elements of its main viewport.
  private func read(
    _ id: String, from service: RunningService, _ headers: [String] = []
  ) throws -> [String] {
    let described = try service.ask("GET", "/v1/collections/\(id)", headers)
    let rect = (described.json?["bounds"]).map { bounds in
      ["x", "y", "width", "height"].map { bounds[$0]?.description ?? "" }.joined(separator: ",")
    }
    let shown = try service.ask(
      "GET", "/v1/collections/\(id)/attributes" + (rect.map { "?rect=\($0)" } ?? ""), headers)
    return [described, shown].flatMap { ["\($0.status)", $0.header("ETag") ?? "", $0.text] }
  }

  @Test func `collections of every kind are as they were, and shown where they were scrolled to last`() throws
  {
    var service = try store.serve()
    for name in Self.examples {
      var body = try JSONTree(parsing: Repository.text("examples/\(name).json"))
      let visible = body["visibleRect"]?.elements?.compactMap(\.number) ?? [0, 0, 300, 400]
      body["visibleRect"] = nil
      body["id"] = .string(name)
      body["bounds"] = .array(visible.map { .number($0) })
      let made = try service.send("POST", "/v1/collections", body)
      #expect(made.status == 201, "\(name): \(made.text.prefix(300))")
      // Items of an outline are named by their ids.
      let id = body.at("/sections/0/items/0/id")
      var deletion: JSONTree = id.map { ["ids": [$0]] } ?? ["at": [[0, 0]]]
      deletion["op"] = "deleteItems"
      let changed = try service.send("POST", "/v1/collections/\(name)/updates", ["updates": [deletion]])
      #expect(changed.status == 200, "\(name): \(changed.text.prefix(300))")
      let scrolled: [JSONTree] = [visible[0], visible[1] + 37, visible[2], visible[3]].map { .number($0) }
      let moved = try service.send("PUT", "/v1/collections/\(name)/bounds", ["bounds": .array(scrolled)])
      #expect(moved.status == 200, "\(name): \(moved.text.prefix(300))")
    }
    let before = try Self.examples.map { try read($0, from: service) }
    let list = try service.ask("GET", "/v1/collections").text
    #expect(service.stop() == 0)
    service = try store.serve()
    #expect(try service.ask("GET", "/v1/collections").text == list)
    for (name, before) in zip(Self.examples, before) {
      #expect(try read(name, from: service) == before, "\(name)")
      #expect(before[0] == "200" && before[1].hasPrefix("\"2") && before[3] == "200")
    }
    let metrics = try service.metrics()
    #expect(metrics["tessera_collections"] == Double(Self.examples.count))
  }

  @Test func `collections stay with their owners, also while a key is replaced`() throws {
    let (old, new) = (["Authorization: Bearer old"], ["Authorization: Bearer new"])
    var service = try store.serve(environment: ["TESSERA_KEYS": "old"])
    _ = try service.keep("c", ["of the old key"], old)
    service.stop()
    service = try store.serve(environment: ["TESSERA_KEYS": "new,old"])
    #expect(try service.items(of: "c", old).ids == ["of the old key"])
    #expect(try service.ask("GET", "/v1/collections/c", new).status == 404)
    _ = try service.keep("c", ["of the new key"], new)
    service.stop()
    service = try store.serve(environment: ["TESSERA_KEYS": "new"])
    #expect(try service.items(of: "c", new).ids == ["of the new key"])
    #expect(try service.ask("GET", "/v1/collections/c", old).status == 401)
    service.stop()
    // Without keys there is one owner more, who has nothing yet.
    service = try store.serve()
    #expect(try service.ask("GET", "/v1/collections").json?["collections"] == [])
    service.stop()
    service = try store.serve(environment: ["TESSERA_KEYS": "old,new"])
    #expect(try service.items(of: "c", old).ids == ["of the old key"])
    #expect(try service.items(of: "c", new).ids == ["of the new key"])
    // The file has no key, and nothing with which a short key could be guessed offline.
    #expect(try #require(store.bytes).firstRange(of: Array("Bearer".utf8)) == nil)
  }

  @Test func `a stream goes on behind the last event from before the restart`() throws {
    var service = try store.serve()
    _ = try service.keep("c", [])
    let stream = try EventStream(service, "/v1/collections/c/events?scope=all")
    _ = stream.next()
    for number in 0..<3 { _ = try service.insert("i\(number)", into: "c") }
    let told = stream.next(3)
    #expect(told.compactMap(\.id) == ["2", "3", "4"])
    service.stop()
    service = try store.serve()
    let again = try EventStream(service, "/v1/collections/c/events?scope=all", ["Last-Event-ID: 2"])
    let repeated = again.next(2)
    #expect(repeated.map(\.data) == told.dropFirst().map(\.data))
    _ = try service.insert("i3", into: "c")
    #expect(again.next()?.id == "5")
    let history = try service.ask("GET", "/v1/collections/c/history?since=1&scope=all").json
    #expect(history?["diffs"]?.elements?.compactMap { $0["version"]?.int } == [2, 3, 4, 5])
  }

  @Test(arguments: [[], ["--history-limit", "3"]])
  func `a change that was made before is not made twice`(arguments: [String]) throws {
    var service = try store.serve(arguments)
    _ = try service.keep("c", [])
    let keys = (0..<5).map { "Idempotency-Key: k\($0)" }
    for (number, key) in keys.enumerated() {
      #expect(try service.insert("i\(number)", into: "c", [:], [key]).status == 200)
    }
    service.stop()
    service = try store.serve(arguments)
    for (number, key) in keys.enumerated() {
      let again = try service.insert("i\(number)", into: "c", [:], [key])
      #expect(again.status == 409 && again.code == "answer_not_kept", "\(key): \(again.text)")
    }
    #expect(try service.items(of: "c").version == 6)
    #expect(try service.insert("new", into: "c", [:], ["Idempotency-Key: k5"]).status == 200)
  }
}
