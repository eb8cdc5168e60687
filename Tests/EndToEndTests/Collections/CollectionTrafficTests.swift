import Synchronization
import TestSupport
import Testing

/// Many clients of one collection, over sockets.
struct CollectionTrafficTests {
  /// A change with the version in its response, as it applies to an array.
  private enum Made: Sendable {
    case insert(String, at: Int)
    case snapshot([String])
  }

  /// Sends the change of a client; some name the version that they expect.
  private static func change(
    _ client: Int, in service: SharedHandle
  ) throws -> (answer: HTTPResponse, made: Made) {
    let id = "w\(client)"
    let place = client % 11
    let service = service.value
    switch client % 5 {
    case 0:
      let seen = try service.items(of: "c")
      let next = [id] + seen.ids.reversed()
      return (try service.snapshot(next, of: "c", ["If-Match: \"\(seen.version)\""]), .snapshot(next))
    case 1:
      let seen = try service.items(of: "c")
      return (
        try service.insert(id, at: place, into: "c", ["version": .number(Double(seen.version))]),
        .insert(id, at: place)
      )
    default: return (try service.insert(id, at: place, into: "c"), .insert(id, at: place))
    }
  }

  @Test func `two hundred concurrent clients leave the result of some order of their changes`() throws {
    let service = SharedHandle(try RunningService("--workers", "2"))
    let start = (0..<12).map { "i\($0)" }
    for id in ["c", "d", "e"] { #expect(try service.value.keep(id, start).status == 201) }
    let taken = Gathering<(version: Int, made: Made)>()
    let tally = Tally()
    let made = Atomic(0)
    let others = startConcurrently(2) {
      for round in 0..<30 {
        let id = round % 2 == 0 ? "d" : "e"
        let number = made.add(1, ordering: .relaxed).newValue
        let answers = [
          try? service.value.insert("x\(number)", into: id),
          try? service.value.ask("GET", "/v1/collections/\(id)"),
          try? service.value.ask("GET", "/v1/collections"),
        ]
        for answer in answers { tally.add("others \(answer?.status ?? 0)") }
      }
    }
    runConcurrently(jobs: 200, threads: 16) { client in
      guard let (answer, made) = try? Self.change(client, in: service) else { return tally.add("none") }
      tally.add("\(answer.status)")
      if answer.status == 200, let version = answer.json?["version"]?.int {
        if answer.header("ETag") != "\"\(version)\"" { tally.add("other tag") }
        taken.add((version, made))
      }
    }
    others()

    #expect(Set(tally.counts.keys).subtracting(["412"]) == ["200", "others 200"])
    #expect(tally.counts["others 200"] == 180)
    let history = taken.values.sorted { $0.version < $1.version }
    #expect(history.map(\.version) == Array(2..<history.count + 2), "consecutive, each once")
    #expect(history.count == tally.counts["200"] && history.count >= 120)
    var ids = start
    for (_, made) in history {
      switch made {
      case .insert(let id, let place): ids.insert(id, at: place)
      case .snapshot(let all): ids = all
      }
    }
    let final = try service.value.items(of: "c")
    #expect(final.ids == ids && final.version == history.count + 1)
    for id in ["d", "e"] { #expect(try service.value.items(of: id).version == 31) }
    let metrics = try service.value.metrics()
    #expect(metrics["tessera_collections"] == 3)
    #expect(metrics["tessera_collection_items"] == Double(ids.count + 2 * (12 + 30)))
  }

  @Test func `a change that is sent again with its key over another connection is made once`() throws {
    let service = SharedHandle(try RunningService())
    _ = try service.value.keep("c", ["a"])
    let tally = Tally()
    runConcurrently(jobs: 64, threads: 8) { client in
      let key = "Idempotency-Key: k\(client % 16)"
      var answer = try? service.value.insert("x\(client % 16)", into: "c", [:], [key])
      while answer?.status == 409 {
        answer = try? service.value.insert("x\(client % 16)", into: "c", [:], [key])
      }
      tally.add("\(answer?.status ?? 0) \(answer?.header("Idempotent-Replayed") ?? "")")
    }
    #expect(tally.counts == ["200 ": 16, "200 true": 48])
    let final = try service.value.items(of: "c")
    #expect(final.version == 17 && Set(final.ids) == Set((0..<16).map { "x\($0)" } + ["a"]))
  }
}
