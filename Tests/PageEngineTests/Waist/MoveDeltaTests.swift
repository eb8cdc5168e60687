import CollectionModel
import LayoutEngine
import TestSupport
import Testing

@testable import PageEngine

/// The deltas of moves: of those with measurements, and of those to a goal.
struct MoveDeltaTests {
  private let screen = Rect(x: 0, y: 0, width: 320, height: 480)

  @Test func `a move without news has no delta`() throws {
    var twins = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30]), prefetches: false)
    try twins.move(screen)
    #expect(twins.last.delta == nil)
    let move = try twins.session.move(Rect(x: 0, y: 0.5, width: 320, height: 480), .zero, 0, 0)
    #expect(try !twins.session.scroll(move))
  }

  @Test func `a move says which measurements were not applied, and why`() throws {
    var twins = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30]))
    let measurements: JSONTree = [
      ["id": "0-1", "size": [320, 90]], ["id": "nobody", "size": [320, 90]],
    ]
    try twins.move(screen, more: ["measurements": measurements])
    #expect(twins.last.response["ignored"]?.elements?.count == 2)
    #expect(twins.last.delta?.count(of: .rowKeys) == 0)
    try twins.move(Rect(x: 0, y: 30, width: 320, height: 480))
    #expect(twins.last.delta?.count(of: .ignored) == 0)
    try twins.check("ignored measurements")
  }

  @Test func `a move with measurements says how far the page scrolls on`() throws {
    var twins = try Twins(DeltaTests.body(DeltaTests.kinds[2].layout))
    let bounds = Rect(x: 0, y: 300, width: 320, height: 480)
    try twins.move(bounds)
    try twins.move(bounds, more: ["measurements": [["id": "0-3", "size": [320, 90]]]])
    let delta = try #require(twins.last.delta)
    // Its estimate was 40.
    #expect(delta.double(.adjustment, 1) == 50 && delta.has(.proposal) && delta.cause == .scroll)
    // The page has the body of the move itself.
    #expect(twins.page.proposalCount == 1 && twins.page.lastProposal == nil)
    try twins.check("measured")
  }

  @Test func `measurements of a move stay proposed when another deletes the item to which it went`() throws {
    var twins = try Twins(DeltaTests.body(DeltaTests.kinds[2].layout))
    let measurements: JSONTree = ["measurements": [["id": "0-3", "size": [320, 90]]]]
    let record = Records.move(measurements, goal: ([1, 2, 29], 0))
    #expect(try twins.session.scroll(screen, record))
    #expect(twins.page.proposalCount == 1)
    let before = try twins.page.contentHeight()
    let entry = try twins.origin.order(.updates(.delete("2-29")))
    _ = try twins.page.apply(entry, includesContent: true)
    // The row of 20 + 29 % 7 * 6 points is gone, and the measured one is as high as before.
    #expect(try twins.page.proposalCount == 1 && twins.page.contentHeight() == before - 26)
  }

  @Test func `a move to a goal says where it is, by a key or an index path`() throws {
    var twins = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30]))
    let (key, item) = try #require(twins.picture.elements.first { $0.value.id == "0-12" })
    let offset = item.look.frame.y
    for target in [[0, key, 0], [1, 0, 12]] {
      let record = Records.move(goal: (target, 0))
      #expect(try twins.session.scroll(screen, record))
      let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
      twins.picture.apply(delta)
      #expect(delta.numbers(of: .bounds, 2) == [0, offset])
    }
  }

  @Test func `a move to a section brings its header, by its number or its id`() throws {
    var twins = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30, "sectionHeaderHeight": 20]))
    let target: JSONTree = ["section": 1, "position": "top"]
    try twins.move(screen, more: ["scrollTo": target])
    let offset = try #require(twins.last.response.at("/bounds/y")?.number)
    let id = try #require(twins.page.shown.state.sections[1].id)
    for (target, name) in [([3, 1, 0], "move"), ([4, 0, id.utf8.count], id)] {
      let record = Records.move(goal: (target, 0), id: name)
      #expect(try twins.session.scroll(screen, record))
      let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
      twins.picture.apply(delta)
      #expect(delta.numbers(of: .bounds, 2) == [0, offset] && offset > 0)
    }
  }
}

extension PageSession {
  /// Moves the viewport to a rect, with a record of what else the move has.
  fileprivate func scroll(_ bounds: Rect, _ record: [UInt8]) throws -> Bool {
    try put(record)
    return try scroll(move(bounds, .zero, Waist.MoveFlag.record.bit, record.count))
  }
}

extension PageReplica {
  fileprivate func contentHeight() throws -> Double {
    let viewport = try #require(shown.viewport("mine"))
    return shown.layout(shownOn: "mine", viewport).contentSize.height
  }
}
