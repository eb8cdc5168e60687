import JSON
import TestSupport
import Testing
import Wire

@testable import PageEngine

/// Changes of a page that the service has not ordered yet.
struct ProposalTests {
  @Test func `a change of a page is shown at once, and has the response of the service`() throws {
    var origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    let body = [UInt8].updates(.insert("new", at: 1))
    let answer = try page.propose(body, id: "a")
    #expect(answer.status == 200 && answer.isProposal)
    #expect(try JSONTree(parsing: answer.body)["version"] == 2)
    #expect(try page.ids() == ["row 0", "new", "row 1", "row 2"])
    #expect(page.version == 1 && page.proposalCount == 1 && page.lastProposal?.body == body)
    try origin.order(body)
    #expect(try page.shown() == PageReplica.following(origin).shown())
  }

  @Test func `the entry of the page's own change settles it, and a view has nothing to learn`() throws {
    var origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    let body = [UInt8].updates(.delete("row 1"))
    try page.propose(body, id: "a")
    let events = try page.take(origin.order(body, id: "a"))
    #expect(events == [])
    #expect(page.proposalCount == 0 && page.version == 2 && page.stored() == origin.base)
    #expect(try page.ids() == ["row 0", "row 2"])
  }

  @Test func `ids of a proposal mean what they mean after the changes of others, and index paths stay`()
    throws
  {
    var origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    try page.propose(.updates(.insert("by id", after: "row 1")), id: "a")
    try page.propose(.updates(.insert("by path", at: 0)), id: "b")
    let events = try page.take(origin.order(.updates(.insert("theirs", at: 0))))
    #expect(events.contains { $0["event"] == "reset" && $0["viewport"] == "mine" })
    #expect(try page.ids() == ["by path", "theirs", "row 0", "row 1", "by id", "row 2"])
    #expect(page.proposalCount == 2)
  }

  @Test func `a section that scrolls across shows the same items before, with and after a proposal`() throws {
    let layout: JSONTree = [
      "kind": "compositional",
      "sections": [
        ["group": ["size": [50, 60], "items": [[:]]], "orthogonalScrollingBehavior": "continuous"]
      ],
    ]
    var origin = try Origin([
      "container": ["width": 100, "height": 200], "layout": layout, "bounds": [0, 0, 100, 200],
      "sections": [["id": "s", "items": .array((0..<40).map { ["id": .string("item \($0)")] })]],
    ])
    let page = try PageReplica.following(origin)
    let scrolled: JSONTree = ["orthogonalOffsets": [["section": "s", "offset": 1000]]]
    _ = try page.propose(Array(scrolled.description.utf8), .viewport, id: "scroll")
    #expect(try page.ids() == ["item 20", "item 21"])
    let answer = try page.propose(.updates(.insert("new", at: 0)), id: "a")
    #expect(
      try JSONTree(parsing: answer.body)["orthogonalOffsets"] == [["section": 0, "from": 1000, "to": 1050]])
    #expect(try page.ids() == ["item 20", "item 21"])
    _ = try page.take(origin.order(.updates(.delete("item 3"))))
    #expect(try page.ids() == ["item 20", "item 21"])
    _ = try page.withdraw("a")
    #expect(try page.ids() == ["item 20", "item 21"])
  }

  @Test func `a proposal without ids is made again as it was, at the end that a section has now`() throws {
    var origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    let append: JSONTree = ["op": "insertItems", "section": "s", "items": [["id": "last"]]]
    try page.propose(.updates(append), id: "a")
    _ = try page.take(origin.order(.updates(.insert("theirs", at: 3))))
    #expect(try page.ids() == ["row 0", "row 1", "row 2", "theirs", "last"])
  }

  @Test func `a proposal about an item that another deletes is lost, and the others stay`() throws {
    var origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    try page.propose(.updates(.delete("row 1")), id: "a")
    try page.propose(.updates(.insert("new", at: 0)), id: "b")
    let events = try page.take(origin.order(.updates(.delete("row 1"))))
    #expect(events.filter { $0["event"] == "lost" }.map { $0["requestId"] } == ["a"])
    #expect(try page.ids() == ["new", "row 0", "row 2"])
    #expect(page.proposalCount == 1)
  }

  @Test func `a view learns of new content at the same version where nothing else differs`() throws {
    for isOther in [false, true] {
      var origin = try Origin.list(3)
      let page = try PageReplica.following(origin)
      try page.propose(.updates(.delete("row 1")), id: "a")
      var item: JSONTree = ["id": "row 0"]
      if isOther { item["content"] = "new" }
      let again: JSONTree = ["op": "reconfigureItems", "ids": ["row 0"], "items": [item]]
      let events = try page.take(origin.order(.updates(.delete("row 1"), again)))
      #expect(events.contains { $0["event"] == "lost" })
      #expect(events.contains { $0["event"] == "reset" } == isOther)
    }
  }

  @Test func `an index path beyond the items that others have left loses a proposal`() throws {
    var origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    try page.propose(.updates(["op": "deleteItems", "at": [[0, 2]]]), id: "a")
    let events = try page.take(origin.order(.updates(.delete("row 0"))))
    #expect(events.contains { $0["event"] == "lost" && $0["requestId"] == "a" })
    #expect(try page.ids() == ["row 1", "row 2"])
  }

  @Test func `a change that is taken back takes those with it that need it`() throws {
    let origin = try Origin.list(3)
    let page = try PageReplica.following(origin)
    try page.propose(.updates(.insert("first", at: 0)), id: "a")
    try page.propose(.updates(.insert("beside it", after: "first")), id: "b")
    try page.propose(.updates(.insert("elsewhere", at: 1)), id: "c")
    let events = try JSONTree(parsing: page.withdraw("a")).elements ?? []
    #expect(events.filter { $0["event"] == "lost" }.map { $0["requestId"] } == ["b"])
    #expect(try page.ids() == ["row 0", "elsewhere", "row 1", "row 2"])
    #expect(try JSONTree(parsing: page.withdraw("unknown")) == [])
  }

  @Test func `a request for another version than the page shows makes nothing`() throws {
    let page = try PageReplica.following(Origin.list(3))
    let body: JSONTree = ["updates": [.delete("row 0")], "version": 7]
    let problem = #expect(throws: Problem.self) {
      try page.propose(Array(body.description.utf8), id: "a")
    }
    #expect(problem?.code == .versionMismatch)
    #expect(page.proposalCount == 0)
    #expect(try page.ids().count == 3)
  }

  @Test func `a drag ends as one batch, which the service takes for the same`() throws {
    var origin = try Origin.list(4)
    let page = try PageReplica.following(origin)
    try page.propose(Array(#"{"id":"row 0"}"#.utf8), .movementBeginning, id: "begin")
    try page.propose(Array(#"{"targetIndexPath":[0,2]}"#.utf8), .movement, id: "move")
    #expect(page.proposalCount == 0)
    try page.propose([], .movementEnd, id: "end")
    let proposal = try #require(page.lastProposal)
    #expect(proposal.kind == .updates)
    #expect(try page.ids() == ["row 1", "row 2", "row 0", "row 3"])
    let before = try page.shown()
    #expect(try page.take(origin.order(proposal.body, id: "end")) == [])
    #expect(try page.shown() == before)
    #expect(page.stored() == origin.base)
  }
}
