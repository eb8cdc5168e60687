import TestSupport
import Testing

@testable import API

/// What responses and diffs say about the window of a viewport, beside its elements.
struct WindowFactsTests {
  private static let bounds = Kept.path + "/bounds"

  private static func section(_ name: String, _ count: Int) -> JSONTree {
    [
      "id": .string(name),
      "items": .array((0..<count).map { ["id": .string("\(name)\($0)"), "size": [100, 20]] }),
    ]
  }

  /// Rows of 20 points under headers of 10 that pin.
  private func kept(_ counts: [Int], bounds: JSONTree? = [0, 0, 100, 60]) throws -> TestService {
    let service = try TestService()
    var body: JSONTree = [
      "container": ["width": 100, "height": 60],
      "layout": ["kind": "list", "rowHeight": 20, "sectionHeaderHeight": 10],
      "sections": .array(zip(["a", "b", "c"], counts).map { Self.section($0, $1) }),
    ]
    body["bounds"] = bounds
    #expect(service.create("c", body).status == 201)
    return service
  }

  private static func range(_ section: Int, _ least: Double, _ most: Double) -> JSONTree {
    [
      "category": "supplementary", "kind": "header", "indexPath": [.number(Double(section)), 0],
      "least": .number(least), "most": .number(most),
    ]
  }

  @Test func `a header that stays as it is gets the range of its longer section`() throws {
    let service = try kept([4, 9, 3])
    let scrolled = service.put(Self.bounds, ["bounds": [0, 20, 100, 60]])
    // The header begins at 0, and at most at the end of the rows, 90, less its height.
    #expect(scrolled.json?["pinRanges"] == [Self.range(0, 0, 80)])
    let insertion: JSONTree = ["op": "insertItems", "at": [[0, 4]], "items": [["id": "new"]]]
    let diff = service.update([insertion])
    #expect(diff.json?["changes"]?.elements?.contains { $0["kind"] == "header" } == false)
    #expect(diff.json?["pinRanges"] == [Self.range(0, 0, 100)])
  }

  @Test func `a diff counts the items of the sections in the window and behind it`() throws {
    let service = try kept([2, 9, 3])
    let diff = service.update([["op": "deleteItems", "ids": ["a0", "c1"]]])
    #expect(
      diff.json?["itemCounts"] == [["section": 0, "count": 1], ["section": 1, "count": 9]])
    #expect(diff.json?["itemsBehind"] == 2)
    let moved = service.update([["op": "moveSection", "from": 1, "to": 2]])
    #expect(
      moved.json?["itemCounts"] == [["section": 0, "count": 1], ["section": 1, "count": 2]])
    #expect(moved.json?["itemsBehind"] == 9)
    let last = service.update([["op": "deleteSections", "at": [2]]])
    #expect(last.json?["itemsBehind"] == nil)
  }

  @Test func `without bounds there is no window to say anything about`() throws {
    let diff = try kept([2, 9, 3], bounds: nil).update([["op": "deleteItems", "ids": ["a0"]]])
    #expect(diff.status == 200)
    for name in ["itemCounts", "itemsBehind", "pinRanges", "orthogonalSections"] {
      #expect(diff.json?[name] == nil, "\(name)")
    }
  }

  @Test func `a diff has the sections in the window that scroll across`() throws {
    let service = try TestService()
    let layout: JSONTree = [
      "kind": "compositional",
      "sections": [
        [
          "group": ["size": ["width": 40, "height": 20], "items": [[:]]],
          "orthogonalScrollingBehavior": "continuous",
        ]
      ],
    ]
    let body: JSONTree = [
      "container": ["width": 100, "height": 60], "layout": layout, "bounds": [0, 0, 100, 60],
      "sections": [Self.section("a", 4)],
    ]
    #expect(service.create("c", body).status == 201)
    let insertion: JSONTree = ["op": "insertItems", "at": [[0, 4]], "items": [["id": "new"]]]
    let diff = service.update([insertion])
    #expect(diff.json?.at("/orthogonalSections/0/contentSize/width") == 200)
  }
}
