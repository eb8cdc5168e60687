import Foundation
import TestSupport
import Testing

/// A store that fails while the service runs.
struct StoreFailureTests {
  private let store = StoreFile()

  @Test func `a full store refuses changes, goes on reading, and loses no acknowledged change`() throws {
    // No file may be larger than a megabyte.
    var service = try RunningService(["--store", "sqlite:\(store.path)"], after: "ulimit -f 2048")
    for id in ["a", "b"] { #expect(try service.keep(id, ["start"]).status == 201) }
    var kept: [String: [String]] = ["a": ["start"], "b": ["start"]]
    var refused: HTTPResponse?
    for number in 0..<3000 where refused == nil {
      let id = number % 3 == 0 ? "b" : "a"
      let item = "\(number) " + String(repeating: "long", count: 500)
      let answer = try service.insert(item, into: id)
      if answer.status == 200 { kept[id]?.insert(item, at: 0) } else { refused = answer }
    }
    let answer = try #require(refused)
    #expect(answer.status == 507 && answer.code == "store_full", "\(answer.text)")
    #expect(kept.values.map(\.count).reduce(0, +) > 30)
    for id in ["a", "b"] {
      let more = "more " + String(repeating: "long", count: 500)
      #expect(try service.insert(more, into: id).code == "store_full")
      #expect(try service.items(of: id) == (kept[id]!, kept[id]!.count))
    }
    #expect(try service.keep("c", (0..<2000).map { "row \($0)" }).code == "store_full")
    #expect(try service.ask("GET", "/v1/collections/c").status == 404)
    #expect(service.serves)
    #expect(service.process.errors.components(separatedBy: "the store is full").count == 2, "said once")
    #expect(try service.metrics()["tessera_collections"] == 2)
    #expect(service.stop() == 0)

    service = try store.serve()
    for id in ["a", "b"] {
      #expect(try service.items(of: id) == (kept[id]!, kept[id]!.count))
      #expect(try service.insert("more", into: id).status == 200)
    }
    #expect(try service.keep("c", ["x"]).status == 201)
  }

  @Test(arguments: [
    "UPDATE bases SET bytes = zeroblob(40)", "UPDATE entries SET bytes = x'00010203'", "DELETE FROM bases",
    "DELETE FROM entries",
  ])
  func `a damaged collection can only be deleted, and is no harm to others`(damage: String) throws {
    var service = try store.serve("--history-limit", "2")
    for id in ["a", "b", "c"] {
      _ = try service.keep(id, ["1", "2"])
      for number in 3...7 { _ = try service.insert("\(number)", into: id) }
    }
    service.stop()
    try store.shell("\(damage) WHERE collection = (SELECT collection FROM collections WHERE id = 'b')")
    service = try store.serve()
    for path in ["", "/attributes", "/events", "/history?since=1"] {
      let answer = try service.ask("GET", "/v1/collections/b" + path)
      #expect(answer.status == 500 && answer.code == "collection_damaged", "\(path): \(answer.text)")
    }
    #expect(try service.insert("x", into: "b").code == "collection_damaged")
    #expect(service.process.errors.contains("the collection b is damaged"))
    #expect(try service.keep("b", ["x"]).code == "collection_exists")
    let list = try service.ask("GET", "/v1/collections").json?["collections"]?.elements
    #expect(list?.compactMap { $0["id"]?.string } == ["a", "c"])
    for id in ["a", "c"] { #expect(try service.insert("8", into: id).status == 200) }

    let stale = try service.ask("DELETE", "/v1/collections/b", ["If-Match: \"77\""])
    #expect(stale.status == 412 && stale.header("ETag") != nil)
    #expect(try service.ask("DELETE", "/v1/collections/b").status == 204)
    #expect(try service.ask("DELETE", "/v1/collections/b").status == 404)
    #expect(try service.ask("GET", "/v1/collections/b").status == 404)
    let metrics = try service.metrics()
    #expect(metrics["tessera_collections"] == 2 && metrics["tessera_collection_items"] == 16)
    #expect(try service.keep("b", ["x"]).status == 201)
    service.stop()
    service = try store.serve()
    #expect(try service.items(of: "b").ids == ["x"])
    #expect(try service.items(of: "a").ids.count == 8)
  }
}
