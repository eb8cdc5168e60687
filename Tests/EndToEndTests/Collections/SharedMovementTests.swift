import TestSupport
import Testing

/// Several clients that move items of one collection, each in a viewport of its own, over sockets.
struct SharedMovementTests {
  private static let path = "/v1/collections/c"

  private static func addViewport(_ name: String, to service: RunningService) throws {
    let viewport: JSONTree = ["bounds": [0, 0, 100, 60], "container": ["width": 100, "height": 60]]
    #expect(try service.send("PUT", "\(path)/viewports/\(name)", viewport).status == 201)
  }

  @Test func `of many clients that pick up one item at once, one holds it and the others learn which`() throws
  {
    let service = SharedHandle(try RunningService("--workers", "2"))
    #expect(try service.value.keep("c", ["a", "b", "c"]).status == 201)
    for client in 0..<8 { try Self.addViewport("v\(client)", to: service.value) }
    let answers = Gathering<(client: Int, status: Int, holder: String?)>()
    runConcurrently(jobs: 8, threads: 8) { client in
      let answer = try? service.value.send("POST", "\(Self.path)/movement?viewport=v\(client)", ["id": "b"])
      answers.add((client, answer?.status ?? 0, answer?.json?["viewport"]?.string))
    }
    let holders = answers.values.filter { $0.status == 201 }
    #expect(holders.count == 1 && answers.values.count == 8)
    let holder = try #require(holders.first)
    for other in answers.values where other.client != holder.client {
      #expect(other.status == 409 && other.holder == "v\(holder.client)")
    }
    #expect(
      try service.value.ask("DELETE", "\(Self.path)/movement?viewport=v\(holder.client)").status == 200)
    #expect(try service.value.send("POST", "\(Self.path)/movement", ["id": "b"]).status == 201)
  }

  @Test func `clients that each move an item with keys leave all of them where they were put`() throws {
    let service = SharedHandle(try RunningService("--workers", "2"))
    let movers = (0..<6).map { "m\($0)" }
    let anchors = (0..<6).map { "a\($0)" }
    #expect(try service.value.keep("c", movers + anchors).status == 201)
    for mover in movers { try Self.addViewport(mover, to: service.value) }
    let stream = try EventStream(service.value, "\(Self.path)/events?scope=all")
    #expect(try #require(stream.next()).name == "open")
    let tally = Tally()
    runConcurrently(jobs: 6, threads: 6) { client in
      let movement = "\(Self.path)/movement"
      let query = "?viewport=m\(client)"
      func send(_ method: String, _ target: String, _ body: JSONTree) {
        tally.add("\((try? service.value.send(method, target + query, body))?.status ?? 0)")
      }
      send("POST", movement, ["id": .string("m\(client)")])
      send("PATCH", movement, ["targetIndexPath": [0, 0]])
      send("PATCH", movement, ["before": .string("a\(client)")])
      send("PATCH", movement, ["after": .string("a\(client)")])
      send("POST", movement + "/end", [:])
    }
    #expect(tally.counts == ["201": 6, "200": 24])
    let items = try service.value.items(of: "c")
    #expect(items.ids == (0..<6).flatMap { ["a\($0)", "m\($0)"] } && items.version == 7)
    var moved: Set<String> = []
    for _ in 0..<6 {
      let event = try #require(stream.next()?.json)
      let update = event["updates"]?[0]
      #expect(update?["op"] == "moveItem" && update?["id"] == event["viewport"])
      if let id = update?["id"]?.string { moved.insert(id) }
    }
    #expect(moved == Set(movers))
  }
}
