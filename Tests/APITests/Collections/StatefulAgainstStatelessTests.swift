import TestSupport
import Testing

@testable import API

/// A stored collection changes as the difference of two complete states does.
struct StatefulAgainstStatelessTests {
  private static let bounds: JSONTree = [0, 70, 200, 150]

  /// Whether a state has the same layout whatever came before it.
  private static func forgets(_ kind: Int) -> Bool { RandomFeed.layouts[kind]["columnAssignment"] != "kept" }

  @Test(arguments: RandomFeed.layouts.indices.filter(forgets))
  func `every batch returns the diff of the two states, and the layout that it leaves is that of the second`(
    kind: Int
  ) throws {
    for (seed, bounds) in ([Self.bounds, nil] as [JSONTree?]).enumerated() {
      var feed = RandomFeed(RandomFeed.layouts[kind], seed: UInt64(seed + 1) * 1009)
      let service = try TestService()
      #expect(service.create("c", feed.body(bounds: bounds)).status == 201)
      var (made, refused) = (0, 0)
      for round in 0..<60 {
        if let complaint = step(service, &feed, &made, &refused) {
          Issue.record("\(feed.layout["kind"]!), seed \(seed), round \(round): \(complaint)")
          return
        }
      }
      #expect(made > 20 && refused > 0 && service.version == made + 1)
    }
  }

  private func step(
    _ service: TestService, _ feed: inout RandomFeed, _ made: inout Int, _ refused: inout Int
  ) -> String? {
    let description = service.get(Kept.path).json!
    var change: JSONTree = ["updates": .array(feed.operations())]
    if let scope = feed.random.pick(["all", "visible", nil] as [String?]) {
      change["scope"] = .string(scope)
    }
    if change["scope"] == "all", feed.random.chance(1, in: 2) { change["runs"] = true }
    if let anchor = feed.random.pick(["start", "end", "none", "automatic", nil] as [String?]) {
      change["anchor"] = .string(anchor)
    }
    var whole = change
    whole["before"] = feed.body(bounds: description["bounds"])
    let expected = service.post("/v1/diffs", whole)
    let answer = service.post(Kept.updates, change)
    guard expected.status == 200 else {
      refused += 1
      if answer.status != expected.status || answer.json != expected.json {
        return "refused \(answer.json ?? .null), not \(expected.json ?? .null)"
      }
      return service.get(Kept.path).json == description ? nil : "changed by what was refused"
    }
    made += 1
    // The client of the stateless diff has all items itself.
    guard answer.status == 200,
      let diff = answer.json?.without(
        "fromVersion", "version", "itemCounts", "itemsBehind", "pinRanges", "orthogonalSections")
    else {
      return "\(change): \(answer.json ?? .null)"
    }
    if let difference = diff.difference(from: expected.json!) { return "\(change): \(difference)" }
    feed.sections = ReferenceBatch(change["updates"]!.elements!).applied(to: feed.sections)
    return state(service, feed)
  }

  /// The first difference between the collection and the stateless layout of its state.
  private func state(_ service: TestService, _ feed: RandomFeed) -> String? {
    var body = feed.body()
    let bounds = service.get(Kept.path).json?["bounds"]
    if let bounds { body["visibleRect"] = bounds }
    let expected = service.post("/v1/layouts", body).json!
    let rect: String? = bounds.map { bounds in
      "?rect=" + ["x", "y", "width", "height"].map { "\(bounds[$0]!.number!)" }.joined(separator: ",")
    }
    let answer = service.get(Kept.attributes + (rect ?? "")).json!
    return answer["attributes"]!.difference(from: expected["attributes"]!, at: "/attributes")
      ?? answer["contentSize"]!.difference(from: expected["contentSize"]!, at: "/contentSize")
  }

  @Test(arguments: RandomFeed.layouts.indices)
  func `the updates that a snapshot found make the same of a twin`(kind: Int) throws {
    var feed = RandomFeed(RandomFeed.layouts[kind], seed: 77)
    let service = try TestService()
    for id in ["c", "twin"] { #expect(service.create(id, feed.body(bounds: Self.bounds)).status == 201) }
    for round in 0..<40 {
      let next = feed.next()
      // An item that moves into a new section stays the same item in a snapshot, and is another in a batch: neither may
      // be the anchor here.
      let answer = service.snapshot(.array(next), ["anchor": "start"])
      let updates = try #require(answer.json?["updates"]?.elements, "\(answer.detail ?? "")")
      let batch = updates.map { filled($0, from: feed.sections, to: next) }
      let twin = service.post("/v1/collections/twin/updates", ["updates": .array(batch), "anchor": "start"])
      #expect(twin.status == 200, "round \(round): \(twin.detail ?? "")")
      feed.sections = next
      let difference = service.get("/v1/collections/twin/attributes").json?.without("id")
        .difference(from: service.get(Kept.attributes).json!.without("id"))
      #expect(difference == nil, "round \(round): \(JSONTree.array(batch))")
      if difference != nil { return }
      if Self.forgets(kind) { #expect(state(service, feed) == nil, "round \(round)") }
    }
  }

  /// An operation with the items and sections that it brings.
  private func filled(_ operation: JSONTree, from old: [JSONTree], to new: [JSONTree]) -> JSONTree {
    func item(_ path: JSONTree, of sections: [JSONTree]) -> JSONTree {
      sections[path[0]!.int!]["items"]![path[1]!.int!]!
    }
    // A batch names its items in one way.
    var operation = operation.without("ids").without("id")
    let at = operation["at"]?.elements ?? []
    switch operation["op"]?.string {
    case "insertItems": operation["items"] = .array(at.map { item($0, of: new) })
    case "insertSections": operation["sections"] = .array(at.map { new[$0.int!] })
    case "reloadItems", "reconfigureItems":
      let all = new.flatMap { $0["items"]!.elements! }
      operation["items"] = .array(
        at.map { path in all.first { $0["id"] == item(path, of: old)["id"] }! })
    default: break
    }
    return operation
  }
}
