import TestSupport
import Testing

/// Collections without requests leave memory, and are loaded again unchanged.
struct IdleTests {
  private let store = StoreFile()

  private func inMemory(_ service: RunningService) throws -> Double? {
    try service.metrics()["tessera_collections_in_memory"]
  }

  @Test func `an idle collection leaves memory, and comes back as it was`() throws {
    let service = try store.serve("--collection-idle", "300ms")
    let ids = (0..<5).map { "c\($0)" }
    let rows = (0..<50).map { "row \($0)" }
    for (place, id) in ids.enumerated() {
      _ = try service.keep(id, rows)
      _ = try service.insert("new", into: id)
      let bounds: JSONTree = ["bounds": [0, .number(Double(100 + 20 * place)), 100, 60]]
      #expect(try service.send("PUT", "/v1/collections/\(id)/bounds", bounds).status == 200)
    }
    #expect(try eventually { try inMemory(service) == 0 })
    #expect(try service.metrics()["tessera_collections"] == 5)
    // On a busy machine the first may have left again before the last is there.
    let areLoaded = try eventually {
      for (place, id) in ids.enumerated() {
        let described = try service.ask("GET", "/v1/collections/\(id)").json
        #expect(described?.at("/bounds/y") == .number(Double(100 + 20 * place)))
        #expect(try service.items(of: id) == (["new"] + rows, 2))
      }
      return try inMemory(service) == 5
    }
    #expect(areLoaded)
    // One is scrolled back to its position at the last change, and that counts too.
    #expect(
      try service.send("PUT", "/v1/collections/c0/bounds", ["bounds": [0, 140, 100, 60]]).status == 200)
    _ = try service.insert("newer", into: "c0")
    let kept = try service.ask("GET", "/v1/collections/c0").json?["bounds"]
    for place in [300, 160] {
      let bounds: JSONTree = ["bounds": [0, .number(Double(place)), 100, 60]]
      #expect(try service.send("PUT", "/v1/collections/c0/bounds", bounds).status == 200)
      #expect(try eventually { try inMemory(service) == 0 })
      #expect(try service.ask("GET", "/v1/collections/c0").json?.at("/bounds/y") == .number(Double(place)))
    }
    #expect(kept?["y"] == 160)
    #expect(try eventually { try inMemory(service) == 0 })
    #expect(try service.insert("newer", into: "c3").json?.at("/contentOffset/from/y") == 160)
  }

  @Test func `a collection with a viewport of a client, or with a movement, stays in memory`() throws {
    let service = try store.serve(
      "--collection-idle", "300ms", "--viewport-idle", "1h", "--movement-timeout", "1h")
    for id in ["shown", "moved", "left"] { _ = try service.keep(id, ["a", "b", "c", "d"]) }
    let screen: JSONTree = ["bounds": [0, 20, 100, 40], "container": ["width": 100, "height": 40]]
    #expect(try service.send("PUT", "/v1/collections/shown/viewports/watch", screen).status == 201)
    let hold: JSONTree = ["id": "a", "targetPosition": [50, 30]]
    #expect(try service.send("POST", "/v1/collections/moved/movement", hold).status == 201)
    #expect(try eventually { try inMemory(service) == 2 })
    // Others leave that were used later.
    for id in ["later", "last"] {
      _ = try service.keep(id, ["a"])
      #expect(try eventually { try inMemory(service) == 2 })
    }
    #expect(try service.ask("GET", "/v1/collections/shown/viewports").text.contains("watch"))
    #expect(try service.send("POST", "/v1/collections/moved/movement/end", [:]).status == 200)
    #expect(try service.ask("DELETE", "/v1/collections/shown/viewports/watch").status == 204)
    #expect(try eventually { try inMemory(service) == 0 })
  }

  @Test func `a watcher of a collection that left memory gets its next change`() throws {
    let service = try store.serve("--collection-idle", "300ms")
    _ = try service.keep("c", ["a"])
    let stream = try EventStream(service, "/v1/collections/c/events")
    #expect(stream.next()?.name == "open")
    #expect(try eventually { try inMemory(service) == 0 })
    for version in 2...4 {
      _ = try service.insert("i\(version)", into: "c")
      #expect(stream.next()?.version == version)
      #expect(try eventually { try inMemory(service) == 0 })
    }
  }
}
