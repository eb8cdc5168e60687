import TestSupport
import Testing

@testable import API

/// `PUT /v1/collections/{collection}/snapshot`.
struct SnapshotTests {
  private func service(bounds: JSONTree? = nil) throws -> TestService {
    let service = try TestService()
    var body = Kept.rows([], bounds: bounds)
    body["sections"] = [Kept.section("s", ["a", "b", "c"]), Kept.section("t", ["d", "e"])]
    _ = service.create("c", body)
    return service
  }

  @Test func `the response has the updates that were found, with their changes`() throws {
    let service = try service()
    let answer = service.snapshot([Kept.section("s", ["a", "c", "n"]), Kept.section("t", ["d", "e"])])
    #expect(answer.status == 200 && answer.etag == "\"2\"")
    #expect(answer.json?["fromVersion"] == 1 && answer.version == 2)
    #expect(
      answer.json?["updates"] == [
        ["op": "deleteItems", "at": [[0, 1]], "ids": ["b"]],
        ["op": "insertItems", "at": [[0, 2]], "ids": ["n"]],
      ])
    let types = answer.json?["changes"]?.elements?.compactMap { $0["type"]?.string } ?? []
    #expect(types.sorted() == ["delete", "insert", "shift"])
    #expect(service.ids == ["a", "c", "n", "d", "e"])
  }

  @Test func `an item that goes to another section is a move of it`() throws {
    let service = try service()
    let answer = service.snapshot([Kept.section("s", ["a", "c"]), Kept.section("t", ["d", "b", "e"])])
    #expect(answer.json?["updates"] == [["op": "moveItem", "id": "b", "from": [0, 1], "to": [1, 1]]])
    #expect(service.ids == ["a", "c", "d", "b", "e"])
  }

  @Test func `an empty snapshot empties the collection`() throws {
    let service = try service(bounds: [0, 40, 100, 60])
    let answer = service.snapshot([])
    #expect(answer.status == 200)
    #expect(answer.json?["updates"] == [["op": "deleteSections", "at": [0, 1], "ids": ["s", "t"]]])
    let json = service.get(Kept.path).json
    #expect(json?["sectionCount"] == 0 && json?["itemCount"] == 0 && json?.at("/bounds/y") == 0)
    #expect(service.snapshot([Kept.section("u", ["z"])]).version == 3)
    #expect(service.ids == ["z"])
  }

  /// The change was made after everything before it: the version shows it.
  @Test func `a snapshot of the same state changes nothing, at the next version`() throws {
    let service = try service(bounds: [0, 20, 100, 60])
    let answer = service.snapshot([Kept.section("s", ["a", "b", "c"]), Kept.section("t", ["d", "e"])])
    #expect(answer.status == 200 && answer.version == 2 && service.version == 2)
    #expect(answer.json?["updates"] == [] && answer.json?["changes"] == [])
    #expect(answer.json?["contentOffsetAdjustment"] == ["x": 0, "y": 0])
  }

  @Test func `an item that is described anew is a reload`() throws {
    let service = try service()
    let answer = service.snapshot([
      ["id": "s", "items": [["id": "a"], ["id": "b", "size": [1, 50]], ["id": "c"]]],
      Kept.section("t", ["d", "e"]),
    ])
    #expect(answer.json?["updates"] == [["op": "reloadItems", "at": [[0, 1]], "ids": ["b"]]])
    #expect(service.get(Kept.attributes + "?id=b").json?.at("/attributes/0/frame/height") == 50)
  }

  @Test func `a section that describes itself anew is changed, without an operation that would say so`()
    throws
  {
    let service = try service()
    var section = Kept.section("s", ["a", "b", "c"])
    section["header"] = ["size": [0, 10]]
    let answer = service.snapshot([section, Kept.section("t", ["d", "e"])])
    #expect(answer.json?["updates"] == [])
    #expect(answer.json?["changes"]?.elements?.first?["type"] == "insert")
    #expect(service.get(Kept.attributes + "?kind=header&section=0").status == 200)
  }

  @Test func `ids that repeat are pointed at where they do`() throws {
    let service = try service()
    let items = service.snapshot([Kept.section("s", ["a", "b"]), Kept.section("t", ["x", "a"])])
    #expect(items.status == 422 && items.code == "invalid_request")
    #expect(items.pointers == ["/sections/1/items/1/id"])
    #expect(items.detail?.hasSuffix("the item at [0, 0] has the id \"a\" too") == true)
    let sections = service.snapshot([Kept.section("s", []), Kept.section("t", []), Kept.section("s", [])])
    #expect(sections.pointers == ["/sections/2/id"])
    #expect(sections.detail?.hasSuffix("section 0 has the id \"s\" too") == true)
    #expect(service.version == 1)
  }

  @Test func `ids that are missing are pointed at`() throws {
    let service = try service()
    let answer = service.snapshot([["id": "s", "items": [["id": "a"], [:]]], ["items": [["id": "b"]]]])
    #expect(answer.status == 422)
    #expect(Set(answer.pointers) == ["/sections/0/items/1", "/sections/1"])
  }

  @Test func `a collection without ids takes no snapshot, and says that it is the collection`() throws {
    let service = try TestService()
    var body = Kept.rows([])
    body["sections"] = [["id": "s", "items": [["id": "a"], [:]]], ["itemCount": 1000]]
    _ = service.create("c", body)
    let answer = service.snapshot([Kept.section("s", ["a"])])
    #expect(answer.status == 422 && answer.code == "invalid_request")
    #expect(answer.pointers.allSatisfy { $0 == "" } && answer.pointers.count == 2)
    #expect(answer.detail?.contains("before has no identifier") == true)
    #expect(answer.detail?.contains("/0/items") == false)
    #expect(service.version == 1)
    #expect(
      service.update([["op": "deleteSections", "at": [1]], ["op": "deleteItems", "at": [[0, 1]]]]).status
        == 200)
    #expect(service.snapshot([Kept.section("s", ["a", "b"])]).status == 200)
  }

  @Test(
    arguments: [
      ([:], ""), (["sections": 7], "/sections"), (["sections": [], "updates": []], "/updates"),
      (["sections": [], "scope": "some"], "/scope"), (["sections": [], "anchor": ["id": "z"]], "/anchor/id"),
      (["sections": [["id": "s"]]], "/sections/0"),
      (["sections": [["id": "s", "items": [["id": 1]]]]], "/sections/0/items/0/id"),
      (["sections": [["id": "s", "items": [], "metrics": ["rowHight": 1]]]], "/sections/0/metrics/rowHight"),
    ] as [(JSONTree, String)])
  func `an error in a body has a pointer to its position`(body: JSONTree, pointer: String) throws {
    let service = try service()
    let answer = service.put(Kept.snapshot, body)
    #expect(answer.status == 422 && answer.pointers.contains(pointer), "\(answer.pointers)")
    #expect(service.version == 1)
  }

  @Test func `scope, runs and anchor are taken as of a batch`() throws {
    let service = try service(bounds: [0, 40, 100, 40])
    let next: JSONTree = [Kept.section("s", ["n", "a", "b", "c"]), Kept.section("t", ["d", "e"])]
    let answer = service.snapshot(next, ["scope": "all", "runs": true, "anchor": "start"])
    #expect(answer.json?.at("/contentOffset/to/y") == 40)
    #expect(answer.json?["shifts"]?.elements?.count == 2 && answer.json?["changes"]?.elements?.count == 1)
    let again: JSONTree = [Kept.section("s", ["m", "n", "a", "b", "c"]), Kept.section("t", ["d", "e"])]
    #expect(service.snapshot(again).json?.at("/contentOffset/to/y") == 60)
  }

  @Test func `a change too large for its response, or for a collection, is not made`() throws {
    let service = try TestService {
      $0.answerLimit = 3000
      $0.limits.items = 30
    }
    _ = service.create("c", Kept.rows(["a"]))
    #expect(service.snapshot([Kept.section("s", (0..<31).map { "i\($0)" })]).code == "too_many_items")
    #expect(service.snapshot([Kept.section("s", (0..<30).map { "i\($0)" })]).code == "answer_too_large")
    #expect(service.version == 1 && service.ids == ["a"])
  }

  @Test func `a collection that is not there takes none`() throws {
    #expect(try service().put("/v1/collections/d/snapshot", ["sections": []]).status == 404)
  }
}
