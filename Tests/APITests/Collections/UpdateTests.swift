import TestSupport
import Testing

@testable import API

/// `POST /v1/collections/{collection}/updates`.
struct UpdateTests {
  private static func service(bounds: JSONTree? = nil) throws -> TestService {
    let service = try TestService()
    #expect(service.create("c", Kept.rows(["a", "b", "c", "d", "e"], bounds: bounds)).status == 201)
    return service
  }

  @Test func `the response to a batch has its changes, the version before and the version after`() throws {
    let service = try Self.service()
    let answer = service.update(Kept.insertion)
    #expect(answer.status == 200 && answer.etag == "\"2\"")
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.json?["fromVersion"] == 1 && answer.version == 2)
    #expect(answer.json?["changes"]?.elements?.map { $0["type"] }.first == "insert")
    #expect(answer.json?["updates"] == nil)
    #expect(service.ids == ["n", "a", "b", "c", "d", "e"])
  }

  @Test func `versions go up one by one`() throws {
    let service = try Self.service()
    for version in 2...6 {
      let answer = service.update([["op": "deleteItems", "at": [[0, 0]]]])
      #expect(answer.json?["fromVersion"]?.int == version - 1 && answer.version == version)
    }
    #expect(service.version == 6 && service.ids == [])
  }

  @Test func `an empty batch changes nothing, at the next version`() throws {
    let service = try Self.service()
    let answer = service.update([])
    #expect(answer.status == 200 && answer.version == 2 && answer.json?["changes"] == [])
    #expect(service.version == 2)
  }

  @Test func `ids stand in for places, as the collection has them now`() throws {
    let service = try Self.service()
    _ = service.update(Kept.insertion)
    #expect(service.update([["op": "deleteItems", "ids": ["n", "c"]]]).status == 200)
    #expect(service.ids == ["a", "b", "d", "e"])
    #expect(
      service.update([["op": "reloadSections", "ids": ["s"], "sections": [["itemCount": 1]]]]).status == 200)
    #expect(service.ids == [nil])
  }

  @Test func `ids that nothing has are pointed at`() throws {
    let service = try Self.service()
    let unknown = service.update([["op": "deleteItems", "ids": ["a", "z"]]])
    #expect(unknown.status == 422 && unknown.pointers == ["/updates/0/ids/1"])
    #expect(service.version == 1)
  }

  @Test func `every conflict is an entry in UIKit's words, and nothing is changed`() throws {
    let service = try Self.service(bounds: [0, 20, 100, 60])
    let before = service.get(Kept.attributes).json
    let answer = service.update([
      ["op": "insertItems", "at": [[0, 0]], "items": [["id": "n"]]], ["op": "deleteItems", "at": [[0, 0]]],
      ["op": "deleteItems", "at": [[0, 9], [0, 0]]],
    ])
    #expect(answer.status == 422 && answer.code == "invalid_request")
    #expect(Set(answer.pointers) == ["/updates/1", "/updates/2"])
    let details = answer.json?["errors"]?.elements?.compactMap { $0["detail"]?.string } ?? []
    #expect(
      details.contains(
        "attempt to delete item 9 from section 0 which only contains 5 items before the update"))
    #expect(service.get(Kept.attributes).json == before && service.version == 1)
  }

  @Test(
    arguments: [
      ([], ""), (["updates": []], nil), (["updates": 7], "/updates"),
      (["updates": [], "scope": "some"], "/scope"),
      (["updates": [], "runs": true], "/runs"), (["updates": [], "runs": 1, "scope": "all"], "/runs"),
      (["updates": [], "anchor": "top"], "/anchor"), (["updates": [], "anchor": ["id": "z"]], "/anchor/id"),
      (["updates": [], "version": "1"], "/version"), (["updates": [], "version": 0], "/version"),
      (["updates": [], "version": 1.5], "/version"), (["updates": [], "sections": []], "/sections"),
      (["updates": [["op": "explode"]]], "/updates/0/op"), ([:], ""),
    ] as [(JSONTree, String?)])
  func `a body is decoded to its end, and errors have pointers`(body: JSONTree, pointer: String?) throws {
    let service = try Self.service()
    let answer = service.post(Kept.updates, body)
    #expect(answer.status == (pointer == nil ? 200 : 422))
    #expect(answer.pointers == (pointer.map { [$0] } ?? []))
    #expect(service.version == (pointer == nil ? 2 : 1))
  }

  @Test func `a body that is no JSON is refused as one, and its type has to be`() throws {
    let service = try Self.service()
    #expect(service.ask(.post, Kept.updates, bytes: Array("[".utf8)).code == "malformed_json")
    #expect(service.ask(.post, Kept.updates, ["Content-Type": "text/xml"], bytes: [123]).status == 415)
    #expect(service.post(Kept.updates, ["updates": []], ["Accept": "image/svg+xml"]).status == 406)
    #expect(service.version == 1)
  }

  @Test func `with bounds the response has the visible changes, with scope all every change`() throws {
    let service = try Self.service(bounds: [0, 0, 100, 40])
    let deletion: JSONTree = [["op": "deleteItems", "at": [[0, 0]]]]
    #expect(service.update(deletion).json?["changes"]?.elements?.count == 3)
    #expect(service.update(deletion, ["scope": "all"]).json?["changes"]?.elements?.count == 4)
  }

  @Test func `equal shifts are folded into runs`() throws {
    let service = try Self.service()
    let answer = service.update(Kept.insertion, ["scope": "all", "runs": true])
    #expect(answer.json?["changes"]?.elements?.count == 1)
    #expect(
      answer.json?["shifts"] == [
        ["category": "cell", "from": [0, 0], "to": [0, 1], "count": 5, "by": ["x": 0, "y": 20]]
      ])
  }

  @Test func `the anchor decides what keeps its place, and the bounds follow`() throws {
    let anchors: [(JSONTree, Double)] = [
      ("automatic", 60), ("start", 40), ("none", 40), ("end", 60), (["id": "c"], 60), (["id": "a"], 60),
    ]
    for (anchor, offset) in anchors {
      let service = try TestService()
      _ = service.create("c", Kept.rows(["a", "b", "c", "d", "e"], bounds: [0, 40, 100, 40]))
      let answer = service.update(Kept.insertion, ["anchor": anchor])
      #expect(answer.json?.at("/contentOffset/to/y")?.number == offset, "\(anchor)")
      #expect(service.get(Kept.path).json?.at("/bounds/y")?.number == offset, "\(anchor)")
    }
  }

  @Test func `the next change begins where the last one left the screen`() throws {
    let service = try Self.service(bounds: [0, 40, 100, 40])
    _ = service.update(Kept.insertion)
    let answer = service.update(Kept.anonymous)
    #expect(answer.json?["contentOffset"] == ["from": ["x": 0, "y": 60], "to": ["x": 0, "y": 80]])
  }

  @Test func `items count against the limit of a request, those that come and those there are`() throws {
    let service = try TestService { $0.limits.items = 6 }
    _ = service.create("c", Kept.rows(["a", "b", "c", "d", "e"]))
    #expect(service.update(Kept.insertion).status == 200)
    #expect(service.update(Kept.anonymous).code == "too_many_items")
    #expect(service.version == 2)
    #expect(service.update([["op": "deleteItems", "at": [[0, 0]]]]).status == 200)
    #expect(service.update(Kept.insertion).status == 200)
  }

  @Test func `a change whose response would be too large is not made`() throws {
    let service = try TestService { $0.answerLimit = 3000 }
    _ = service.create("c", Kept.rows((0..<40).map { "i\($0)" }, bounds: [0, 0, 100, 40]))
    #expect(service.update(Kept.insertion, ["scope": "all"]).code == "answer_too_large")
    #expect(service.version == 1 && service.get(Kept.path).json?["itemCount"] == 40)
    #expect(service.update(Kept.insertion).status == 200)
    #expect(service.version == 2)
  }

  @Test func `content that would reach beyond all numbers is not made`() throws {
    let service = try Self.service()
    let tall: JSONTree = ["size": [1, 9_007_199_254_740_992]]
    let answer = service.update([["op": "insertItems", "at": [[0, 0], [0, 1]], "items": [tall, tall]]])
    #expect(answer.code == "content_too_large" && service.version == 1)
  }

  @Test func `a collection that is not there takes no updates`() throws {
    let answer = try Self.service().post("/v1/collections/other/updates", ["updates": []])
    #expect(
      answer.status == 404 && answer.code == "not_found" && answer.detail?.contains("\"other\"") == true)
  }
}
