import Collections
import TestSupport
import Testing

@testable import API

/// `GET /v1/collections/{collection}` and `GET /v1/collections`.
struct DescriptionTests {
  @Test func `a collection is described in the client's own words`() throws {
    let service = try TestService(clock: { UTCTime(milliseconds: 1_896_134_400_000) })
    var body = Kept.rows(["a", "b"], bounds: [0, 5, 100, 30])
    body["layout"] = [
      "kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 20, "separator": [0, 1, 0, 0.25],
    ]
    body["container"] = ["width": 100, "height": 60, "insets": ["top": 3], "layoutDirection": "rightToLeft"]
    _ = service.create("c", body)
    let answer = service.get(Kept.path)
    #expect(answer.status == 200 && answer.etag == "\"1\"")
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.header("Cache-Control") == "no-cache")
    #expect(
      answer.json == [
        "id": "c", "version": 1, "kind": "list", "sectionCount": 1, "itemCount": 2,
        "contentSize": ["width": 100, "height": 40], "createdAt": "2030-02-01T00:00:00.000Z",
        "updatedAt": "2030-02-01T00:00:00.000Z", "layout": body["layout"]!,
        "container": body["container"]!, "bounds": ["x": 0, "y": 5, "width": 100, "height": 30],
      ])
  }

  @Test func `a collection without bounds is described without them`() throws {
    let service = try TestService()
    _ = service.create()
    #expect(service.get(Kept.path).json?.members?.keys.contains("bounds") == false)
  }

  @Test func `an insertion above the bounds moves the content offset along`() throws {
    let service = try TestService()
    _ = service.create("c", Kept.rows((0..<9).map { "i\($0)" }, bounds: [0, 45, 100, 60]))
    _ = service.update(Kept.insertion)
    let json = service.get(Kept.path).json
    #expect(json?["version"] == 2 && json?["itemCount"] == 10)
    #expect(json?["bounds"] == ["x": 0, "y": 65, "width": 100, "height": 60])
    #expect(json?.at("/contentSize/height") == 200)
  }

  @Test(arguments: [
    ("\"2\"", 304), ("*", 304), ("W/\"2\"", 304), ("\"1\", \"2\"", 304), ("\"1\"", 200), ("2", 200),
    ("", 200),
  ])
  func `a client that has the version gets no body`(tags: String, status: Int) throws {
    let service = try TestService()
    _ = service.create()
    _ = service.update(Kept.insertion)
    for path in [Kept.path, Kept.attributes] {
      let answer = service.get(path, ["If-None-Match": tags])
      #expect(answer.status == status && answer.etag == "\"2\"", "\(path)")
      #expect(answer.bytes.isEmpty == (status == 304))
    }
  }

  @Test func `a description has the layout of the collection, whatever the main viewport shows`() throws {
    let service = try TestService()
    _ = service.create()
    let own: JSONTree = ["bounds": [0, 0, 100, 60], "layout": ["kind": "grid", "columns": 2]]
    #expect(service.put(Kept.path + "/viewports/main", own).status == 200)
    let answer = service.get(Kept.path)
    #expect(answer.json?.at("/layout/kind") == "list")
    #expect(String(decoding: answer.bytes, as: UTF8.self).split(separator: "\"layout\":").count == 2)
    #expect(service.get(Kept.path + "/viewports").json?.at("/viewports/0/layout/kind") == "grid")
  }

  @Test func `a description takes no query`() throws {
    let service = try TestService()
    _ = service.create()
    #expect(service.get(Kept.path + "?rect=0,0,1,1").status == 400)
  }

  @Test func `collections are listed page by page, in the order of their ids`() throws {
    let service = try TestService()
    for id in ["d", "b", "a", "e", "c"] { _ = service.create(id, Kept.rows([id])) }
    /// The ids of a page, and behind a bar the id after which the next one begins.
    func page(_ query: String) -> String {
      let json = service.get("/v1/collections" + query).json
      let ids = json?["collections"]?.elements?.compactMap { $0["id"]?.string } ?? []
      return ids.joined() + (json?["nextCursor"]?.string.map { "|" + (ListCursor($0)?.id ?? "?") } ?? "")
    }
    func cursor(_ id: String) -> String { "cursor=" + ListCursor(id: id, filter: "").text }
    #expect(page("") == "abcde")
    #expect(page("?limit=2") == "ab|b")
    #expect(page("?limit=2&" + cursor("b")) == "cd|d")
    #expect(page("?limit=2&" + cursor("d")) == "e")
    #expect(page("?limit=5") == "abcde" && page("?limit=4") == "abcd|d")
    #expect(page("?" + cursor("bb")) == "cde")
    #expect(page("?" + cursor("zz")) == "")
  }

  @Test func `an entry of the list is the description without the client's words`() throws {
    let service = try TestService(clock: { UTCTime(milliseconds: 1_896_134_400_000) })
    _ = service.create()
    #expect(
      service.get("/v1/collections").json?["collections"] == [
        [
          "id": "c", "version": 1, "kind": "list", "sectionCount": 1, "itemCount": 3,
          "contentSize": ["width": 100, "height": 60], "createdAt": "2030-02-01T00:00:00.000Z",
          "updatedAt": "2030-02-01T00:00:00.000Z",
        ]
      ])
  }

  @Test(arguments: [
    "limit=0", "limit=1001", "limit=-1", "limit=1.5", "limit=", "limit=ten", "limit=99999999999999999999",
    "limit=1&limit=2", "page=2", "limits=2",
  ])
  func `an invalid query for the list is rejected`(query: String) throws {
    let answer = try TestService().get("/v1/collections?" + query)
    #expect(answer.status == 400 && answer.code == "bad_request")
    if query.hasPrefix("limits") { #expect(answer.detail?.contains("Did you mean limit?") == true) }
  }
}
