import TestSupport
import Testing

/// The measurements of content, after the service restarts on the same store.
struct ContentRestartTests {
  private let store = StoreFile()

  private func body(_ rows: Int) -> JSONTree {
    let items = (0..<rows).map { row -> JSONTree in
      let title = Array(repeating: "row", count: 1 + row * 7 % 40).joined(separator: " ")
      return [
        "id": .string("r\(row)"), "template": "card", "content": ["title": .string("\(title) \(row)")],
      ]
    }
    return [
      "id": "feed", "container": ["width": 240, "height": 300, "scale": 2],
      "layout": ["kind": "list", "rowHeight": "automatic"], "bounds": [0, 0, 240, 300],
      "templates": [
        "card": [
          "views": ["title": ["type": "text", "textStyle": "body", "lines": 0]],
          "constraints": ["H:|-[title]-|", "V:|-8-[title]-8-|"], "layoutMargins": [0, 16, 0, 16],
        ]
      ],
      "sections": [["items": .array(items)]],
    ]
  }

  private func shown(_ service: RunningService) throws -> [String] {
    let described = try service.ask("GET", "/v1/collections/feed")
    let all = try service.ask("GET", "/v1/collections/feed/attributes")
    return [described.text, all.text, all.header("ETag") ?? ""]
  }

  @Test func `a restart restores every size without measuring again, and later items are measured`() throws {
    var service = try store.serve()
    #expect(try service.send("POST", "/v1/collections", body(300)).status == 201)
    for y in [900.0, 2400, 1500] {
      let moved = try service.send(
        "PUT", "/v1/collections/feed/bounds", ["bounds": [0, .number(y), 240, 300]])
      #expect(moved.status == 200)
    }
    let insert: JSONTree = [
      "op": "insertItems", "at": [[0, 3]],
      "items": [["id": "new", "template": "card", "content": ["title": "A title of its own"]]],
    ]
    #expect(
      try service.send("POST", "/v1/collections/feed/updates", ["updates": [insert]]).status == 200)
    let before = try shown(service)
    let measured = try #require(try service.metrics()["tessera_cells_sized_total{from=\"content\"}"])
    #expect(measured > 20 && measured < 200)
    #expect(service.stop() == 0)
    service = try store.serve()
    #expect(try shown(service) == before)
    #expect(try service.metrics()["tessera_cells_sized_total{from=\"content\"}"] == 0)
    let next = try service.send("PUT", "/v1/collections/feed/bounds", ["bounds": [0, 6000, 240, 300]])
    #expect(next.status == 200)
    let appeared = try #require(next.json?["appeared"]?.elements)
    #expect(!appeared.isEmpty && appeared.allSatisfy { $0["estimated"] == nil })
    #expect(try #require(try service.metrics()["tessera_cells_sized_total{from=\"content\"}"]) > 0)
  }

  @Test func `a watcher gets the sizes that scrolling measured`() throws {
    let service = try store.serve()
    #expect(try service.send("POST", "/v1/collections", body(200)).status == 201)
    let stream = try EventStream(service, "/v1/collections/feed/events?scope=all")
    _ = stream.next()
    let moved = try service.send("PUT", "/v1/collections/feed/bounds", ["bounds": [0, 3000, 240, 300]])
    let event = try #require(stream.next())
    #expect(event.id == "2" && event.json?["cause"] == "bounds")
    #expect(moved.json?["version"] == 2)
    let resized = (event.json?["changes"]?.elements ?? []).filter {
      $0.at("/initial/estimated") == true && $0.at("/final/estimated") == nil
    }
    #expect(resized.count >= (moved.json?["appeared"]?.elements?.count ?? .max))
  }
}
