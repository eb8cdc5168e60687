import TestSupport
import Testing

@testable import API

/// An id names one item or one section of a stored collection.
struct UniqueIDTests {
  private static func service() throws -> TestService {
    let service = try TestService()
    #expect(service.create("c", Kept.rows(["a", "b", "c"])).status == 201)
    return service
  }

  @Test func `a collection in which an id repeats is not created, and the repetitions are pointed at`() throws
  {
    let service = try TestService()
    var body = Kept.rows([])
    body["sections"] = [Kept.section("s", ["a", "b", "a"]), Kept.section("s", ["c", "b"])]
    let answer = service.create("c", body)
    #expect(answer.status == 422)
    #expect(answer.pointers == ["/sections/1/id", "/sections/0/items/2/id", "/sections/1/items/1/id"])
    #expect(answer.json?["errors"]?[1]?["detail"] == "the item at [0, 0] has the id \"a\" too")
    #expect(service.get(Kept.path).status == 404)
  }

  @Test func `items and sections without ids do not repeat, and neither do ids of an item and a section`()
    throws
  {
    let service = try TestService()
    var body = Kept.rows([])
    body["sections"] = [["items": [[:], [:], ["id": "s"]]], ["itemCount": 3], Kept.section("s", ["a"])]
    #expect(service.create("c", body).status == 201)
  }

  @Test func `a snapshot in which an id repeats is refused at the repetition`() throws {
    let service = try Self.service()
    let answer = service.snapshot([Kept.section("s", ["a", "x", "x"])])
    #expect(answer.status == 422 && answer.pointers == ["/sections/0/items/2/id"])
    #expect(service.version == 1)
  }

  @Test(
    arguments: [
      ([["op": "insertItems", "at": [[0, 0]], "items": [["id": "b"]]]], "/updates/0/items/0/id"),
      ([["op": "insertItems", "after": "a", "items": [["id": "x"], ["id": "x"]]]], "/updates/0/items/1/id"),
      ([["op": "reloadItems", "ids": ["a"], "items": [["id": "b"]]]], "/updates/0/items/0/id"),
      ([["op": "reconfigureItems", "ids": ["a"], "items": [["id": "c"]]]], "/updates/0/items/0/id"),
      (
        [
          ["op": "insertItems", "after": "a", "items": [["id": "x"]]],
          ["op": "reloadItems", "ids": ["b"], "items": [["id": "x"]]],
        ], "/updates/1/items/0/id"
      ),
      (
        [
          [
            "op": "insertSections", "at": [0],
            "sections": [["id": "t", "items": [["id": "x"], ["id": "a"]]]],
          ]
        ],
        "/updates/0/sections/0/items/1/id"
      ),
      (
        [["op": "insertSections", "at": [0], "sections": [["id": "s", "items": []]]]],
        "/updates/0/sections/0/id"
      ),
      (
        [["op": "reloadSections", "at": [0], "sections": [["items": [["id": "y"], ["id": "y"]]]]]],
        "/updates/0/sections/0/items/1/id"
      ),
    ] as [(JSONTree, String)])
  func `an update that gives an id twice is refused at the second`(_ updates: JSONTree, _ pointer: String)
    throws
  {
    let service = try Self.service()
    let answer = service.update(updates)
    #expect(answer.status == 422 && answer.pointers == [pointer], "\(answer.pointers) \(answer.detail ?? "")")
    #expect(service.version == 1 && service.ids == ["a", "b", "c"])
  }

  @Test(
    arguments: [
      (
        [["op": "insertItems", "after": "a", "items": [["id": "b"]]], ["op": "deleteItems", "ids": ["b"]]],
        ["a", "b", "c"]
      ),
      ([["op": "reloadItems", "ids": ["a", "b"], "items": [["id": "b"], ["id": "a"]]]], ["b", "a", "c"]),
      ([["op": "reconfigureItems", "ids": ["a"], "items": [["id": "a"]]]], ["a", "b", "c"]),
      (
        [
          [
            "op": "reloadSections", "ids": ["s"],
            "sections": [["id": "s", "items": [["id": "c"], ["id": "a"]]]],
          ]
        ],
        ["c", "a"]
      ),
      (
        [
          ["op": "deleteSections", "ids": ["s"]],
          ["op": "insertSections", "at": [0], "sections": [["id": "s", "items": [["id": "a"]]]]],
        ], ["a"]
      ),
    ] as [(JSONTree, [String])])
  func `an id that the same update makes free may be given again`(_ updates: JSONTree, _ ids: [String]) throws
  {
    let service = try Self.service()
    let answer = service.update(updates)
    #expect(answer.status == 200, "\(answer.detail ?? "")")
    #expect(service.ids == ids)
  }
}
