import CollectionModel
import LayoutEngine
import TestSupport
import Testing

@testable import PageEngine

/// Deltas of sessions that show outlines, against the responses as JSON to the same steps.
struct OutlineDeltaTests {
  /// A tree of three levels in the first section, in which every third item is expanded.
  static func body(items: Int = 40) -> JSONTree {
    var body = DeltaTests.body([
      "kind": "list", "rowHeight": 30, "indentationWidth": 10, "sectionHeaderHeight": 24,
    ])
    let tree = (0..<items).map { item -> JSONTree in
      var described: JSONTree = [
        "id": .string("0-\(item)"), "template": "t", "content": ["n": .number(Double(item))],
        "isExpanded": .bool(item % 3 == 0),
      ]
      if item % 7 != 0 { described["parent"] = .string("0-\(item % 3 == 1 ? item - 1 : item / 7 * 7)") }
      return described
    }
    let first: JSONTree = ["id": "section 0", "items": .array(tree)]
    body["sections"] = .array([first] + (body["sections"]?.elements ?? []).dropFirst())
    return body
  }

  @Test(arguments: TestEffort.part(of: Array<UInt64>(1...12)))
  func `deltas have the levels of outlines as responses as JSON do, whichever client changes them`(
    seed: UInt64
  ) throws {
    var walk = try Walk(Twins(Self.body()), seed: seed)
    for step in 0..<60 {
      try walk.step()
      try walk.twins.check("seed \(seed), step \(step): \(walk.what)")
    }
  }

  @Test func `a delta has the levels of filled rows, and no bytes for them without an outline`() throws {
    var twins = try Twins(Self.body())
    let first = try #require(twins.last.delta)
    let cells = twins.picture.elements.values.filter { $0.category == "cell" }
    #expect(first.count(of: .levelRows) == cells.count { $0.path.section == 0 })
    let expanded = twins.picture.elements.values.first { $0.id == "0-0" }
    #expect(expanded?.isExpanded == true && expanded?.level == 0)
    try twins.change(["updates": [["op": "collapseItems", "ids": ["0-0"]]]])
    #expect(twins.last.delta?.count(of: .levelRows) ?? 0 > 0)
    #expect(twins.picture.elements.values.first { $0.id == "0-0" }?.isExpanded == false)
    let flat = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30]))
    let delta = try #require(flat.last.delta)
    #expect(delta.unsigned(.levels) == 0 && delta.count(of: .textRows) > 0)
  }
}
