import TestSupport
import Testing

@testable import API

/// The responses of `POST /v1/collections`.
struct CreationTests {
  @Test func `a collection is made under the client's id, at version 1`() throws {
    let service = try TestService()
    let answer = service.create("feed")
    #expect(answer.status == 201)
    #expect(answer.header("Location") == "/v1/collections/feed")
    #expect(answer.etag == "\"1\"")
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.json?["id"] == "feed" && answer.version == 1)
    #expect(answer.json?["contentSize"] == ["width": 100, "height": 60])
    #expect(answer.json?["attributes"]?.elements?.map { $0["id"] } == ["a", "b", "c"])
    #expect(service.get("/v1/collections/feed").status == 200)
  }

  @Test func `a collection without an id gets one that cannot be guessed`() throws {
    let service = try TestService()
    let answers = (0..<20).map { _ in service.post("/v1/collections", Kept.rows(["a"])) }
    let ids = answers.compactMap { $0.json?["id"]?.string }
    #expect(Set(ids).count == 20 && ids.allSatisfy { $0.utf8.count == 20 && CollectionID.isValid($0) })
    for (id, answer) in zip(ids, answers) {
      #expect(answer.status == 201 && answer.header("Location") == "/v1/collections/\(id)")
      #expect(service.get("/v1/collections/\(id)").json?["id"] == .string(id))
    }
  }

  @Test(arguments: ["bounds", "visibleRect"])
  func `the response has the visible elements only`(name: String) throws {
    let service = try TestService()
    var body = Kept.rows((0..<50).map { "i\($0)" })
    body[name] = [0, 110, 100, 60]
    let answer = service.create("c", body)
    #expect(answer.json?["attributes"]?.elements?.map { $0["id"] } == ["i5", "i6", "i7", "i8"])
    #expect(answer.json?["contentSize"] == ["width": 100, "height": 1000])
    #expect(service.get(Kept.path).json?["bounds"] == ["x": 0, "y": 110, "width": 100, "height": 60])
  }

  @Test func `without bounds the response has all elements`() throws {
    let answer = try TestService().create("c", Kept.rows((0..<50).map { "i\($0)" }))
    #expect(answer.json?["attributes"]?.elements?.count == 50)
  }

  @Test func `the response for a new collection is the stateless layout, with an id and a version`() throws {
    let service = try TestService()
    var body = Kept.rows(["a", "b", "c", "d"])
    body["visibleRect"] = [0, 30, 100, 60]
    body["layout"] = ["kind": "list", "rowHeight": 20, "sectionHeaderHeight": 10, "separator": [0, 0, 0, 0]]
    var stateless = try #require(service.post("/v1/layouts", body).json)
    stateless["id"] = "c"
    stateless["version"] = 1
    #expect(service.create("c", body).json == stateless)
  }

  @Test func `every form of items is valid, and none needs ids`() throws {
    let service = try TestService()
    var body = Kept.rows([])
    body["sections"] = [
      ["itemCount": 1000], ["itemSizes": [[1, 10], [1, 30]]], ["items": [[:], ["size": [5, 5]]]],
    ]
    body["bounds"] = [0, 0, 100, 60]
    #expect(service.create("c", body).status == 201)
    #expect(service.get(Kept.path).json?["itemCount"] == 1004)
  }

  @Test func `an id that is taken is a conflict, and the collection that has it stays as it is`() throws {
    let service = try TestService()
    _ = service.create()
    _ = service.update(Kept.insertion)
    let answer = service.create("c", Kept.rows(["z"]))
    #expect(answer.status == 409 && answer.code == "collection_exists")
    #expect(answer.detail?.contains("\"c\"") == true)
    #expect(service.version == 2 && service.ids == ["n", "a", "b", "c"])
  }

  @Test(arguments: ["a", "A-Z_0.9~", "...", "-", "1", String(repeating: "x", count: 128)])
  func `an id may have any character that needs no escaping in a path`(id: String) throws {
    let service = try TestService()
    #expect(service.create(id).status == 201)
    #expect(service.get("/v1/collections/\(id)").json?["id"] == .string(id))
    #expect(service.get("/v1/collections/\(id)/attributes").status == 200)
    #expect(service.delete("/v1/collections/\(id)").status == 204)
  }

  @Test(
    arguments: [
      "", ".", "..", "a/b", "/", "a b", "a%20", "é", "a\u{0}", "a?b", "a#b", "a\n", "😀",
      .string(String(repeating: "x", count: 129)), 7, nil, true, ["a"], [:],
    ] as [JSONTree])
  func `any other id is refused and pointed at`(id: JSONTree) throws {
    let service = try TestService()
    var body = Kept.rows(["a"])
    body["id"] = id
    let answer = service.post("/v1/collections", body)
    #expect(answer.status == 422 && answer.code == "invalid_request")
    #expect(answer.pointers == ["/id"])
    #expect(service.get("/v1/collections").json?["collections"] == [])
  }

  @Test func `every fault is pointed at`() throws {
    let answer = try TestService().post(
      "/v1/collections",
      [
        "id": "a/b", "container": ["width": -1, "height": 60], "layout": ["kind": "lsit"], "bounds": [0, 0],
        "sections": [["items": [["id": 7]]], ["itemCount": 1, "items": []]], "section": [],
        "templates": ["card": [:]],
      ])
    #expect(answer.status == 422)
    #expect(
      Set(answer.pointers) == [
        "/id", "/container/width", "/layout/kind", "/bounds", "/sections/0/items/0/id", "/sections/1",
        "/section", "/templates/card",
      ])
  }

  @Test(arguments: ["container", "layout", "sections"])
  func `a member that has to be there is named`(name: String) throws {
    var body = Kept.rows(["a"])
    body[name] = nil
    let answer = try TestService().create("c", body)
    #expect(answer.status == 422 && answer.detail?.contains(name) == true)
  }

  @Test func `bounds and visibleRect cannot be given together`() throws {
    var body = Kept.rows(["a"])
    body["bounds"] = [0, 0, 10, 10]
    body["visibleRect"] = [0, 0, 10, 10]
    let answer = try TestService().create("c", body)
    #expect(answer.status == 422 && answer.pointers == [""])
  }

  @Test func `a body is JSON and has its content type`() throws {
    let service = try TestService()
    #expect(service.ask(.post, "/v1/collections", bytes: Array("{".utf8)).code == "malformed_json")
    #expect(
      service.ask(.post, "/v1/collections", ["Content-Type": "text/plain"], bytes: [123, 125]).status == 415)
    #expect(service.post("/v1/collections", Kept.rows([]), ["Accept": "image/svg+xml"]).status == 406)
    #expect(service.post("/v1/collections?format=columns", Kept.rows([])).status == 406)
    #expect(service.get("/v1/collections").json?["collections"] == [])
  }

  @Test func `a collection whose response would be too large is not stored`() throws {
    let service = try TestService { $0.answerLimit = 2000 }
    let long = Kept.rows((0..<50).map { "i\($0)" })
    #expect(service.create("c", long).code == "answer_too_large")
    #expect(service.get(Kept.path).status == 404)
    var seen = long
    seen["bounds"] = [0, 0, 100, 60]
    #expect(service.create("c", seen).status == 201)
  }

  @Test func `content beyond all numbers is not kept`() throws {
    let service = try TestService()
    var body = Kept.rows(["a", "b"])
    body["layout"] = ["kind": "list", "rowHeight": 9_007_199_254_740_992]
    #expect(service.create("c", body).code == "content_too_large")
    #expect(service.get(Kept.path).status == 404)
  }
}
