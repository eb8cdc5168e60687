import TestSupport
import Testing
import Wire

@testable import PageEngine

/// Feeds that are damaged, or not those of the collection.
struct HostileFeedTests {
  @Test func `a damaged base is no replica, and a damaged entry leaves a replica as it is`() throws {
    var origin = try Origin.list(6)
    let base = origin.base
    let page = try PageReplica.following(origin)
    let entry = try origin.order(.updates(.insert("new", at: 2), .delete("row 5")))
    let before = try page.shown()
    var random = SeededGenerator(seed: 9)
    for _ in 0..<TestEffort.part(of: 4000) {
      let damagedBase = damaged(base, &random)
      let problem = #expect(throws: Problem.self) { try PageReplica.reading(damagedBase) }
      #expect(problem.map { [.invalidRequest, .notAcceptable].contains($0.code) } == true)
      let damagedEntry = damaged(random.chance(1, in: 2) ? entry : base, &random)
      #expect(throws: Problem.self) { try page.take(damagedEntry) }
    }
    #expect(page.version == 1)
    #expect(try page.shown() == before)
    _ = try page.take(entry)
    #expect(page.stored() == origin.base)
  }

  /// Returns the bytes with one bit changed, and often cut.
  private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    bytes[random.integer(0...bytes.count - 1)] ^= 1 << UInt8(random.integer(0...7))
    return random.chance(1, in: 3) ? Array(bytes.prefix(random.integer(0...bytes.count))) : bytes
  }

  @Test func `bytes that are no feed are refused`() throws {
    let page = try PageReplica.following(Origin.list(3))
    var random = SeededGenerator(seed: 3)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8(random.integer(0...255)) }
      #expect(throws: Problem.self) { try PageReplica.reading(bytes) }
      #expect(throws: Problem.self) { try page.take(bytes) }
    }
    #expect(page.version == 1)
  }

  @Test func `an entry that the replica has is none, and one after a gap is refused`() throws {
    var origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    let entries = try (0..<3).map { try origin.order(.updates(.insert("new \($0)", at: 0))) }
    _ = try page.take(entries[0])
    #expect(try page.take(entries[0]) == [])
    let problem = #expect(throws: Problem.self) { try page.take(entries[2]) }
    #expect(problem?.code == .historyGone)
    #expect(page.version == 2)
    _ = try page.take(entries[1])
    _ = try page.take(entries[2])
    #expect(page.stored() == origin.base)
  }

  @Test func `an entry of another collection is refused, and proposals stay`() throws {
    let page = try PageReplica.following(Origin.list(3))
    try page.propose(.updates(.insert("mine", at: 0)), id: "a")
    var other = try Origin.list(9)
    let entry = try other.order(.updates(.delete("row 8")))
    let problem = #expect(throws: Problem.self) { try page.take(entry) }
    #expect(problem?.code == .collectionDamaged)
    #expect(page.version == 1 && page.proposalCount == 1)
    #expect(try page.ids() == ["mine", "row 0", "row 1", "row 2"])
  }

  @Test func `a feed of a newer form leaves the collection to the service`() throws {
    var bytes = try Origin.list(3).base
    // It begins with the number of the form.
    bytes[0] += 2
    let newer = bytes
    let problem = #expect(throws: Problem.self) { try PageReplica.reading(newer) }
    #expect(problem?.code == .notAcceptable)
  }

  @Test func `an entry makes an event for each viewport, with its changes`() throws {
    var origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    let events = try page.take(origin.order(.updates(.insert("new", at: 1)), id: "theirs"))
    let event = try #require(events.first { $0["viewport"] == "mine" })
    #expect(event["event"] == "message")
    #expect(event.at("/data/requestId") == "theirs")
    #expect(event.at("/data/fromVersion") == 1 && event.at("/data/version") == 2)
    let inserted = event.at("/data/changes")?.elements?.filter { $0["type"] == "insert" }
    #expect(inserted?.map { $0["id"] } == ["new"])
  }
}
