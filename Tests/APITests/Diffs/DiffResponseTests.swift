import TestSupport
import Testing

@testable import API

/// The responses of `POST /v1/diffs`.
struct DiffResponseTests {
  private func answer(_ body: JSONTree) throws -> JSONTree { try DiffRequestTests.answer(body) }

  private func scrolled(to y: Double, _ updates: JSONTree, _ more: [String: JSONTree] = [:]) throws
    -> JSONTree
  {
    var body = DiffRequestTests.body(updates, more)
    body["before"]!["sections"] = [["items": .array((0..<20).map { ["id": .string("i\($0)")] })]]
    body["before"]!["bounds"] = [0, .number(y), 100, 60]
    return try answer(body)
  }

  @Test func `nothing happens in an empty batch`() throws {
    let diff = try answer(DiffRequestTests.body([]))
    #expect(diff["changes"]?.elements == [])
    #expect(diff["contentSizeAdjustment"] == ["width": 0, "height": 0])
  }

  @Test func `rows prepended above a scrolled list leave the visible rows in place`() throws {
    let insertion: JSONTree = [["op": "insertItems", "at": [[0, 0]], "items": [["id": "n"]]]]
    let diff = try scrolled(to: 100, insertion)
    #expect(diff.at("/contentOffset/to/y") == 120)
    #expect(diff.at("/contentOffsetAdjustment/y") == 20)
    for change in diff["changes"]?.elements ?? [] {
      let initial = try #require(change.at("/initial/frame/y")?.number)
      let final = try #require(change.at("/final/frame/y")?.number)
      #expect(initial - 100 == final - 120)
    }
  }

  @Test func `an anchor decides what keeps its place`() throws {
    let insertion: JSONTree = [["op": "insertItems", "at": [[0, 0]], "items": [["id": "n"]]]]
    for (anchor, offset) in [("start", 100.0), ("none", 100), ("automatic", 120), ("end", 120)] {
      let diff = try scrolled(to: 100, insertion, ["anchor": .string(anchor)])
      #expect(diff.at("/contentOffset/to/y")?.number == offset, "\(anchor)")
    }
    let behind: JSONTree = [["op": "insertItems", "at": [[0, 7]], "items": [["id": "n"]]]]
    #expect(try scrolled(to: 100, behind, ["anchor": ["id": "i19"]]).at("/contentOffset/to/y") == 120)
    #expect(try scrolled(to: 100, behind).at("/contentOffset/to/y") == 100)
  }

  @Test func `a diff with bounds has the visible changes, and with scope all every change`() throws {
    let deletion: JSONTree = [["op": "deleteItems", "at": [[0, 1]]]]
    #expect(try scrolled(to: 0, deletion)["changes"]?.elements?.count == 3)
    #expect(try scrolled(to: 0, deletion, ["scope": "all"])["changes"]?.elements?.count == 19)
  }

  @Test func `equal shifts are folded into runs, of which each change can be made again`() throws {
    let batch: JSONTree = [
      ["op": "deleteItems", "at": [[0, 1]]], ["op": "insertItems", "at": [[0, 9]], "items": [["id": "n"]]],
    ]
    let folded = try scrolled(to: 0, batch, ["scope": "all", "runs": true])
    let whole = try scrolled(to: 0, batch, ["scope": "all"])
    let shifts = try #require(folded["shifts"]?.elements)
    #expect(shifts.map { $0["count"] } == [8])
    #expect(
      shifts[0] == [
        "category": "cell", "from": [0, 2], "to": [0, 1], "count": 8, "by": ["x": 0, "y": -20],
      ])
    let left = try #require(folded["changes"]?.elements)
    #expect(left.count + 8 == whole["changes"]?.elements?.count)
    #expect(left.allSatisfy { whole["changes"]!.elements!.contains($0) })
  }

  @Test func `two states with another layout go from the old frames to the new`() throws {
    var after = DiffRequestTests.before
    after["layout"] = ["kind": "flow", "itemSize": [30, 30]]
    let diff = try answer(["before": DiffRequestTests.before, "after": after])
    let changes = try #require(diff["changes"]?.elements)
    #expect(changes.map { $0["type"] } == ["shift", "shift", "shift", "shift"])
    #expect(changes[0].at("/initial/frame/width") == 100 && changes[0].at("/final/frame/width") == 30)
  }

  @Test func `a response beyond its limit is rejected`() throws {
    let body = DiffRequestTests.body([["op": "deleteItems", "at": [[0, 0]]]])
    let request = try DiffRequest.decode(
      Array(body.description.utf8), limits: RequestLimits(), isCancelled: { false })
    let solved = try DiffSolver(limits: RequestLimits()).solve(request)
    #expect(throws: Problem.self) { try solved.encoded(as: .objects, EncodingBudget(bytes: 300)) }
  }

  @Test func `inserts count against the limit of items`() throws {
    var limits = RequestLimits()
    limits.items = 6
    let body = DiffRequestTests.body([
      ["op": "insertSections", "at": [0], "sections": [["itemCount": 3]]]
    ])
    #expect(throws: Problem.self) {
      let request = try DiffRequest.decode(
        Array(body.description.utf8), limits: limits, isCancelled: { false })
      _ = try DiffSolver(limits: limits).solve(request)
    }
  }

  @Test func `all changes of too many elements are refused, the visible ones are returned`() throws {
    var body = DiffRequestTests.body([["op": "insertItems", "at": [[0, 0]], "items": [[:]]]])
    body["before"]!["sections"] = [["itemCount": 9_000_000]]
    #expect(DiffRequestTests.refusal(body)?.code == .answerTooLarge)
    body["before"]!["bounds"] = [0, 0, 100, 60]
    #expect(try answer(body)["changes"]?.elements?.count == 4)
    body["scope"] = "all"
    #expect(DiffRequestTests.refusal(body)?.code == .answerTooLarge)
  }

  @Test func `a later state with a visible rect decides the content offset`() throws {
    var before = DiffRequestTests.before
    before["bounds"] = [0, 0, 100, 40]
    var after = DiffRequestTests.before
    after["visibleRect"] = [0, 20, 100, 40]
    let diff = try answer(["before": before, "after": after, "scope": "all"])
    #expect(diff["contentOffset"] == ["from": ["x": 0, "y": 0], "to": ["x": 0, "y": 20]])
    #expect(try answer(["before": before, "after": before]).at("/contentOffset/to/y") == 0)
  }
}
