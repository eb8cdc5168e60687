import TestSupport
import Testing

@testable import PageEngine

/// Outlines in a page: it makes their edits itself.
struct OutlineProposalTests {
  @Test func `a page expands an item before the service does, and others may move items meanwhile`() throws {
    var origin = try Origin([
      "container": ["width": 100, "height": 200], "layout": ["kind": "list", "rowHeight": 20],
      "bounds": [0, 0, 100, 200],
      "sections": [
        [
          "id": "s",
          "items": [
            ["id": "a", "isExpanded": true], ["id": "b", "parent": "a"], ["id": "c", "parent": "b"],
            ["id": "d"],
          ],
        ]
      ],
    ])
    let page = try PageReplica.following(origin)
    #expect(try page.ids() == ["a", "b", "d"])
    let expansion = [UInt8].updates(["op": "expandItems", "ids": ["b"]])
    try page.propose(expansion, id: "own")
    #expect(try page.ids() == ["a", "b", "c", "d"])
    _ = try page.take(
      try origin.order(.updates(["op": "moveItem", "id": "d", "into": "a", "edge": "start"])))
    #expect(try page.ids() == ["a", "d", "b", "c"])
    _ = try page.take(try origin.order(expansion, id: "own"))
    #expect(try page.ids() == ["a", "d", "b", "c"])
    #expect(page.proposalCount == 0 && page.stored() == origin.base)
  }

  @Test func `a change is decoded again where its anchor is elsewhere in an outline of its own`() throws {
    var origin = try Origin.list(4)
    let page = try PageReplica.following(origin)
    let viewport: JSONTree = [
      "container": ["width": 100, "height": 200], "bounds": [0, 0, 100, 60], "outline": "own",
    ]
    try page.propose(Array(viewport.description.utf8), .viewport, id: "viewport")
    let body: JSONTree = [
      "updates": [["op": "reloadItems", "ids": ["row 0"]]], "anchor": ["id": "row 2"],
    ]
    let request = PageRequest(kind: .updates, viewport: "mine", body: Array(body.description.utf8))
    let change = try PageChange(request, of: page.shown, request.call)
    _ = try page.take(try origin.order(.updates(.insert("last", at: 4))))
    #expect(try change.rebased(on: page.shown) != nil)
    _ = try page.take(try origin.order(.updates(.delete("row 1"))))
    #expect(try change.rebased(on: page.shown) == nil)
  }
}
