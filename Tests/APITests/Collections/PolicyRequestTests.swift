import Collections
import TestSupport
import Testing

@testable import API

/// The policies of viewports in requests and responses.
struct PolicyRequestTests {
  private static let bounds = Kept.path + "/bounds"
  private static let viewports = Kept.path + "/viewports"
  private static let policy: [String: JSONTree] = [
    "follow": "end", "followDistance": 5, "contentAlignment": "center", "roomBelow": ["id": "i19"],
  ]

  /// Twenty rows of 20 points in a viewport of 60.
  private func kept(
    _ more: [String: JSONTree] = [:], at y: Double = 0, journal: MemoryJournal = MemoryJournal()
  ) throws -> TestService {
    let service = try TestService(journal: journal)
    var body = Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, .number(y), 100, 60])
    for (name, value) in more { body[name] = value }
    #expect(service.create("c", body).status == 201)
    return service
  }

  private func append(to service: TestService) -> JSONTree? {
    service.update([["op": "insertItems", "section": "s", "items": [["id": "new"]]]]).json
  }

  @Test func `a collection is created with a policy, which its description and its list have`() throws {
    let service = try kept(Self.policy)
    let (main, list) = (service.get(Kept.path).json, service.get(Self.viewports).json?.at("/viewports/0"))
    for (name, value) in Self.policy {
      #expect(main?[name] == value && list?[name] == value, "\(name)")
    }
    let plain = try kept()
    for name in Self.policy.keys { #expect(plain.get(Kept.path).json?[name] == nil, "\(name)") }
  }

  @Test func `a field that is absent stays, and null resets it`() throws {
    let service = try kept(Self.policy)
    #expect(service.put(Self.bounds, ["follow": "start"]).status == 200)
    #expect(service.get(Kept.path).json?["follow"] == "start")
    #expect(service.get(Kept.path).json?["followDistance"] == 5)
    #expect(service.put(Self.bounds, ["followDistance": .null, "roomBelow": .null]).status == 200)
    let json = service.get(Kept.path).json
    #expect(json?["follow"] == "start" && json?["contentAlignment"] == "center")
    #expect(json?["followDistance"] == nil && json?["roomBelow"] == nil)
    #expect(service.put(Self.bounds, ["follow": .null, "contentAlignment": .null]).status == 200)
    #expect(service.get(Kept.path).json?["follow"] == nil)
  }

  @Test func `each viewport keeps its own policy when others change the collection`() throws {
    let service = try kept(["follow": "none"], at: 340)
    let watch: JSONTree = [
      "container": ["width": 100, "height": 60], "bounds": [0, 340, 100, 60], "follow": "end",
    ]
    #expect(service.put(Self.viewports + "/watch", watch).status == 201)
    _ = append(to: service)
    let list = service.get(Self.viewports).json
    #expect(list?.at("/viewports/0/bounds/y") == 340 && list?.at("/viewports/1/bounds/y") == 360)
    #expect(list?.at("/viewports/0/follow") == "none" && list?.at("/viewports/1/follow") == "end")
  }

  @Test func `a policy survives a restart, in changes of others too`() throws {
    let journal = MemoryJournal()
    let first = try kept(at: 340, journal: journal)
    #expect(first.put(Self.bounds, ["follow": "end"]).status == 200)
    let second = try TestService(journal: journal)
    #expect(second.get(Kept.path).json?["follow"] == "end")
    #expect(append(to: second)?.at("/contentOffset/to/y") == 360)
    let third = try TestService(journal: journal)
    #expect(third.get(Kept.path).json?["follow"] == "end")
    #expect(third.get(Kept.path).json?.at("/bounds/y") == 360)
  }

  @Test func `another policy is another representation`() throws {
    let service = try kept()
    let first = service.put(Self.bounds, ["follow": "end"]).status == 200 ? service.get(Kept.path).etag : nil
    #expect(service.put(Self.bounds, ["follow": "start"]).status == 200)
    let second = service.get(Kept.path, ["If-None-Match": first ?? ""])
    #expect(first != nil && second.status == 200 && second.etag != first)
  }

  @Test func `every fault of a policy is named with its pointer, and nothing is applied`() throws {
    let service = try kept()
    let cases: [([String: JSONTree], [String])] = [
      (["follow": "bottom"], ["/follow"]), (["follow": 1], ["/follow"]),
      (["followDistance": -1], ["/followDistance"]), (["followDistance": "x"], ["/followDistance"]),
      (["followDistance": 1e300], ["/followDistance"]),
      (["contentAlignment": "middle"], ["/contentAlignment"]), (["roomBelow": "i3"], ["/roomBelow"]),
      (["roomBelow": [:]], ["/roomBelow"]), (["roomBelow": ["id": "gone"]], ["/roomBelow/id"]),
      (["roomBelow": ["id": "i3", "indexPath": [0, 3]]], ["/roomBelow"]),
      (["roomBelow": ["indexPath": [0, 20]]], ["/roomBelow/indexPath"]),
      (["roomBelow": ["indexPath": [1, 0]]], ["/roomBelow/indexPath"]),
      (
        ["follow": "start", "contentAlignment": "x", "followDistance": -2],
        ["/contentAlignment", "/followDistance"]
      ),
    ]
    for (fields, pointers) in cases {
      var body = Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, 0, 100, 60])
      for (name, value) in fields { body[name] = value }
      let put = service.put(Self.bounds, .object(fields))
      #expect(put.status == 422 && put.pointers.sorted() == pointers, "\(fields)")
      let created = service.create("other", body)
      #expect(created.status == 422 && created.pointers.sorted() == pointers, "\(fields)")
      let diff = DiffRequestTests.refusal(["before": body, "updates": []])
      #expect(
        diff?.faults.map(\.pointer).sorted() == pointers.map { "/before" + $0 }, "\(fields)")
    }
    #expect(service.get(Kept.path).json?["follow"] == nil)
  }

  @Test func `the policy of a viewport that does not exist is a 404`() throws {
    let service = try kept()
    #expect(service.put(Self.viewports + "/gone", ["follow": "end"]).status == 404)
    #expect(service.put(Self.viewports + "/gone", .object(Self.policy)).status == 404)
    let new = service.put(
      Self.viewports + "/new", ["followDistance": 2, "container": ["width": 100, "height": 60]])
    #expect(new.status == 422 && new.pointers == [""])
  }

  @Test func `a new viewport opens at the edge that it follows, or at an item, also without bounds`() throws {
    let service = try kept()
    let container: JSONTree = ["width": 100, "height": 60]
    func opened(_ name: String, _ more: [String: JSONTree]) -> JSONTree? {
      let outcome = service.put(
        Self.viewports + "/" + name, .object(more.merging(["container": container]) { own, _ in own }))
      #expect(outcome.status == 201, "\(name)")
      #expect(outcome.json?["appeared"]?.elements?.isEmpty == false, "\(name)")
      return outcome.json?.at("/bounds/y")
    }
    #expect(opened("a", ["follow": "end"]) == 340)
    #expect(opened("b", ["follow": "end", "bounds": [0, 0, 100, 60]]) == 340)
    #expect(opened("c", ["follow": "start"]) == 0)
    #expect(opened("d", ["scrollTo": ["id": "i9", "position": "top"]]) == 180)
    #expect(opened("end", ["scrollTo": ["edge": "end"]]) == 340)
    #expect(opened("start", ["scrollTo": ["edge": "start"], "follow": "end"]) == 0)
    #expect(opened("e", ["follow": "end", "bounds": [0, 100, 100, 60]]) == 100)
    #expect(
      opened(
        "f",
        ["contentAlignment": "end", "container": ["width": 100, "height": 500], "bounds": [0, 0, 100, 500]])
        == -100)
    // With insets the start of 20 rows of 20 is at -15, and their end at 400 + 25 - 60.
    let inset: JSONTree = ["width": 100, "height": 60, "insets": ["top": 15, "bottom": 25]]
    #expect(opened("g", ["follow": "end", "container": inset, "bounds": [0, -15, 100, 60]]) == 365)
    #expect(opened("h", ["follow": "start", "container": inset, "bounds": [0, 0, 100, 60]]) == -15)
    #expect(opened("i", ["follow": "end", "container": inset, "bounds": [0, -10, 100, 60]]) == -10)
    #expect(opened("j", ["container": inset, "bounds": [0, 0, 100, 60]]) == 0)
  }

  @Test func `a range of offsets is in responses where a policy has a say in it`() throws {
    let service = try kept()
    #expect(service.put(Self.bounds, ["bounds": [0, 20, 100, 60]]).json?["scrollRange"] == nil)
    let room = service.put(Self.bounds, ["roomBelow": ["indexPath": [0, 19]]])
    #expect(room.json?["scrollRange"] == ["least": 0, "most": 380])
    #expect(service.get(Kept.path).json?["roomBelow"] == ["id": "i19"])
    let range: JSONTree = ["from": ["least": 0, "most": 380], "to": ["least": 0, "most": 400]]
    #expect(service.update(Kept.insertion).json?["scrollRange"] == range)
    #expect(service.get(Kept.path + "/history?since=1").json?.at("/diffs/0/scrollRange") == range)
    let target = service.put(Self.bounds, ["scrollTo": ["id": "i19", "position": "top"]])
    #expect(target.json?.at("/bounds/y") == 400)
  }

  @Test func `the element that the reader saw is named where it has moved on screen`() throws {
    let service = try kept(at: 100)
    #expect(service.update(Kept.insertion).json?["anchor"] == nil)
    let deleted = service.update([["op": "deleteItems", "ids": ["i5"]]]).json
    #expect(deleted?["anchor"] == ["id": "i5", "indexPath": [0, 6], "reason": "deleted"])
    #expect(service.get(Kept.path + "/history?since=2").json?.at("/diffs/0/anchor") == deleted?["anchor"])
    #expect(service.put(Self.bounds, ["bounds": [0, 40, 100, 60]]).json?["anchor"] == nil)
    let start = try kept()
    #expect(start.update(Kept.insertion).json?.at("/anchor/reason") == "edge")
  }

  @Test func `bounds at an earlier version are as far from the reader's place as they were then`() throws {
    let service = try kept(at: 100)
    #expect(service.update(Kept.insertion).version == 2)
    let old = service.put(
      Self.bounds, ["bounds": [0, 110, 100, 60], "boundsVersion": 1, "resync": true])
    #expect(old.json?.at("/bounds/y") == 130)
    #expect(old.json?["contentOffsetAdjustment"] == ["x": 0, "y": 20])
    let newest = service.put(Self.bounds, ["bounds": [0, 110, 100, 60], "boundsVersion": 2])
    #expect(newest.json?.at("/bounds/y") == 110 && newest.json?["contentOffsetAdjustment"] == nil)
    // Before the client's own report, nothing is known.
    let unknown = service.put(Self.bounds, ["bounds": [0, 200, 100, 60], "boundsVersion": 1])
    #expect(unknown.json?.at("/bounds/y") == 110)
    for version: JSONTree in [0, 3, "x"] {
      let wrong = service.put(Self.bounds, ["bounds": [0, 0, 100, 60], "boundsVersion": version])
      #expect(wrong.status == 422 && wrong.pointers == ["/boundsVersion"], "\(version)")
    }
  }

  @Test func `a diff follows the policy of the state before, or the one that the state after has`() throws {
    let short: JSONTree = [
      "container": ["width": 100, "height": 60], "layout": ["kind": "list", "rowHeight": 20],
      "sections": [["id": "s", "items": [["id": "a"]]]], "bounds": [0, -40, 100, 60],
      "contentAlignment": "end",
    ]
    let insertion: JSONTree = [["op": "insertItems", "at": [[0, 1]], "items": [["id": "b"]]]]
    let inserted = try DiffRequestTests.answer(["before": short, "updates": insertion])
    #expect(inserted.at("/contentOffset/to/y") == -20)
    #expect(
      inserted["scrollRange"]
        == ["from": ["least": -40, "most": -40], "to": ["least": -20, "most": -20]])
    var after = short
    after["sections"] = [["id": "s", "items": [["id": "a"], ["id": "b"]]]]
    after["bounds"] = nil
    after["contentAlignment"] = nil
    let kept = try DiffRequestTests.answer(["before": short, "after": after])
    #expect(kept.at("/contentOffset/to/y") == -20)
    after["contentAlignment"] = "center"
    let other = try DiffRequestTests.answer(["before": short, "after": after])
    #expect(other.at("/contentOffset/to/y") == -10)
  }

  @Test func `bounds at the old offset in another layout hold the place in a diff too`() throws {
    let before: JSONTree = [
      "container": ["width": 100, "height": 60], "layout": ["kind": "list", "rowHeight": 20],
      "sections": [["id": "s", "items": .array((0..<40).map { ["id": .string("i\($0)")] })]],
      "bounds": [0, 200, 100, 60],
    ]
    var after = before
    after["layout"] = ["kind": "list", "rowHeight": 30]
    let held = try DiffRequestTests.answer(["before": before, "after": after])
    #expect(held.at("/contentOffset/to/y") == 300)
    after["bounds"] = [0, 90, 100, 60]
    let elsewhere = try DiffRequestTests.answer(["before": before, "after": after])
    #expect(elsewhere.at("/contentOffset/to/y") == 90)
  }
}
