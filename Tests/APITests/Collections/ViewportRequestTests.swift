import Collections
import TestSupport
import Testing

@testable import API

/// `PUT …/bounds`, `…/viewports`, `…/layout`.
struct ViewportRequestTests {
  private static let bounds = Kept.path + "/bounds"
  private static let viewports = Kept.path + "/viewports"
  private static let layout = Kept.path + "/layout"
  private static let watch: JSONTree = [
    "bounds": [0, 0, 100, 60], "container": ["width": 100, "height": 60],
  ]

  private func kept(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws -> TestService {
    let service = try TestService(configure)
    _ = service.create("c", Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, 0, 100, 60]))
    return service
  }

  @Test func `scrolling returns elements with their ids, and keeps the version`() throws {
    let service = try kept()
    let answer = service.put(Self.bounds, ["bounds": [0, 100, 100, 60]])
    #expect(answer.status == 200 && answer.etag == "\"1\"" && answer.version == 1)
    #expect(answer.json?["appeared"]?.elements?.map { $0["id"] } == ["i5", "i6", "i7"])
    #expect(answer.json?["disappeared"]?.elements?.map { $0["id"] } == ["i0", "i1", "i2"])
    #expect(
      answer.json?["prefetch"] == [
        ["indexPath": [0, 8], "id": "i8"], ["indexPath": [0, 9], "id": "i9"],
        ["indexPath": [0, 10], "id": "i10"],
      ])
    #expect(service.get(Kept.path).json?["bounds"] == ["x": 0, "y": 100, "width": 100, "height": 60])
  }

  @Test func `a cancelled prefetch names the item that was predicted, wherever it is now`() throws {
    let service = try kept()
    #expect(service.put(Self.bounds, ["bounds": [0, 100, 100, 60]]).status == 200)
    let move: JSONTree = ["op": "moveItem", "id": "i9", "after": "i19"]
    let insertion: JSONTree = ["op": "insertItems", "at": [[0, 0]], "items": [["id": "new"]]]
    #expect(service.update([insertion, move]).version == 2)
    #expect(service.update([["op": "deleteItems", "ids": ["i10"]]]).version == 3)
    let back = service.put(Self.bounds, ["bounds": [0, 60, 100, 60]])
    let cancelled: JSONTree = [["indexPath": [0, 9], "id": "i8"], ["indexPath": [0, 19], "id": "i9"]]
    #expect(back.json?["cancelPrefetch"] == cancelled, "\(back.json?["cancelPrefetch"] as Any)")
  }

  @Test func `items without ids are predicted by their index paths alone`() throws {
    let service = try TestService()
    var body = Kept.rows([], bounds: [0, 0, 100, 60])
    body["sections"] = [["id": "s", "itemCount": 20]]
    #expect(service.create("c", body).status == 201)
    let answer = service.put(Self.bounds, ["bounds": [0, 100, 100, 60]])
    #expect(answer.json?["prefetch"]?[0] == ["indexPath": [0, 8]])
  }

  @Test func `a viewport learns how many items are in the sections behind its window`() throws {
    let service = try TestService()
    func section(_ name: String, _ count: Int) -> JSONTree {
      ["id": .string(name), "items": .array((0..<count).map { ["id": .string("\(name)\($0)")] })]
    }
    let body: JSONTree = [
      "container": ["width": 100, "height": 60], "layout": ["kind": "list", "rowHeight": 20],
      "sections": [section("a", 4), section("b", 5), section("c", 0), section("d", 7)],
    ]
    #expect(service.create("c", body).status == 201)
    func behind(_ y: Double) -> JSONTree? {
      service.put(Self.bounds, ["bounds": [0, .number(y), 100, 60]]).json?["itemsBehind"]
    }
    // The rows of the first section end at 80, and those of the second at 180.
    #expect(behind(0) == 12)
    #expect(behind(40) == 7)
    #expect(behind(100) == 7)
    #expect(behind(140) == nil)
    #expect(service.update([["op": "deleteItems", "ids": ["d1"]]]).status == 200)
    #expect(behind(0) == 11)
  }

  @Test func `views at the edges of the content appear without any section`() throws {
    let service = try TestService()
    let layout: JSONTree = [
      "kind": "compositional", "sections": [["group": ["size": ["height": 40], "items": [[:]]]]],
      "boundarySupplementaryItems": [["kind": "header", "size": ["height": 30]]],
    ]
    let body: JSONTree = ["container": ["width": 100, "height": 60], "layout": layout, "sections": []]
    #expect(service.create("c", body).status == 201)
    let answer = service.put(Self.bounds, ["bounds": [0, 0, 100, 60]])
    #expect(answer.status == 200 && answer.json?["appeared"]?.elements?.count == 1)
    #expect(answer.json?["itemCounts"] == [])
  }

  @Test func `elements shown before a viewport moved are not mistaken for those it shows now`() throws {
    let service = try kept()
    #expect(service.get(Kept.attributes, ["If-None-Match": "\"1\""]).status == 304)
    _ = service.put(Self.bounds, ["bounds": [0, 100, 100, 60]])
    for path in [Kept.attributes, Kept.path, Kept.path + "/viewports"] {
      let moved = service.get(path, ["If-None-Match": "\"1\""])
      #expect(moved.status == 200 && moved.etag?.hasPrefix("\"1.") == true, "\(path)")
      let known = service.get(path, ["If-None-Match": moved.etag ?? ""])
      #expect(known.status == 304 && known.etag == moved.etag, "\(path)")
    }
    _ = service.update(Kept.insertion)
    #expect(service.get(Kept.attributes, ["If-None-Match": "\"2\""]).status == 304)
  }

  @Test func `every fault of a body is named with its pointer`() throws {
    let service = try kept()
    let cases: [(JSONTree, [String])] = [
      ([], [""]), (["bounds": [0, 0, -1, 5]], ["/bounds/2"]),
      (["bounds": [0, 0, 1]], ["/bounds"]),
      (["bounds": [0, 0, 1, 1], "velocity": 3, "paging": 1], ["/paging", "/velocity"]),
      (["bounds": [0, 0, 1, 1], "container": ["width": 5]], ["/container"]),
      (["bounds": [0, 0, 1, 1], "container": ["width": 5, "height": 5, "scale": 0]], ["/container/scale"]),
      (["bounds": [0, 0, 1, 1], "layout": ["kind": "grid"]], ["/layout"]),
      (["bounds": [0, 0, 1, 1], "overscan": [1, 1, 1, 1], "resync": 1], ["/overscan", "/resync"]),
      (
        ["bounds": [0, 0, 1, 1], "overscan": ["top": -1, "bottom": 101, "unit": "screens"]],
        ["/overscan/bottom", "/overscan/top"]
      ),
      (
        ["bounds": [0, 0, 1, 1], "overscan": ["above": 1, "unit": "pages"]],
        ["/overscan/above", "/overscan/unit"]
      ),
    ]
    for (body, pointers) in cases {
      let answer = service.put(Self.bounds, body)
      #expect(answer.status == 422 && answer.pointers.sorted() == pointers, "\(body)")
    }
    #expect(service.get(Kept.path).json?["bounds"] == ["x": 0, "y": 0, "width": 100, "height": 60])
  }

  @Test func `a viewport is created, read, listed and deleted`() throws {
    let service = try kept()
    let watch: JSONTree = [
      "bounds": [0, 0, 50, 40], "container": ["width": 50, "height": 40],
      "layout": ["kind": "grid", "columns": 2, "columnSpacing": 0, "rowSpacing": 0],
    ]
    #expect(service.put(Self.viewports + "/watch", watch).status == 201)
    #expect(service.put(Self.viewports + "/watch", watch).status == 200)
    let seen = service.get(Kept.attributes + "?viewport=watch&id=i3")
    #expect(seen.json?.at("/attributes/0/frame") == ["x": 25, "y": 25, "width": 25, "height": 25])
    let change = service.ask(
      .post, Kept.updates + "?viewport=watch",
      bytes: Array(JSONTree.object(["updates": Kept.insertion]).description.utf8))
    #expect(change.status == 200 && change.json?.at("/contentSize/to/width") == 50)
    let listed = service.get(Self.viewports).json?["viewports"]?.elements
    #expect(listed?.map { $0["name"] } == ["main", "watch"] && listed?.last?["layout"] == watch["layout"])
    #expect(service.delete(Self.viewports + "/watch").status == 204)
    #expect(service.get(Kept.attributes + "?viewport=watch").status == 404)
    #expect(service.delete(Self.viewports + "/watch").status == 404)
    #expect(service.delete(Self.viewports + "/main").status == 405)
  }

  @Test func `null goes back to the collection's layout`() throws {
    let service = try kept()
    let path = Self.viewports + "/watch"
    var watch = Self.watch
    watch["layout"] = ["kind": "grid"]
    _ = service.put(path, watch)
    _ = service.put(path, ["bounds": [0, 0, 100, 60], "layout": .null])
    let listed = service.get(Self.viewports).json?["viewports"]?.elements?.last
    #expect(listed?["name"] == "watch" && listed?.members?.keys.contains("layout") == false)
  }

  @Test func `names and numbers of viewports are limited`() throws {
    let service = try kept { $0.limits.viewports = 3 }
    let body = Self.watch
    #expect(service.put(Self.viewports + "/a%20b", body).status == 400)
    #expect(service.put(Self.viewports + "/" + String(repeating: "a", count: 129), body).status == 400)
    #expect(service.put(Self.viewports + "/a", body).status == 201)
    #expect(service.put(Self.viewports + "/b", body).status == 201)
    let over = service.put(Self.viewports + "/c", body)
    #expect(over.status == 429 && over.code == "too_many_collections")
    #expect(service.put(Self.viewports + "/b", body).status == 200)
  }

  @Test func `a viewport that does not exist is created with a container, and with nothing less`() throws {
    let service = try kept()
    let path = Self.viewports + "/watch"
    for body: JSONTree in [["bounds": [0, 0, 50, 40]], ["bounds": [0, 0, 50, 40], "resync": true]] {
      let refused = service.put(path, body)
      #expect(refused.status == 404 && refused.code == "not_found")
      #expect(
        refused.detail
          == "The collection has no viewport \"watch\". To create it, send its \"container\" too.")
    }
    #expect(service.get(Self.viewports).json?["viewports"]?.elements?.count == 1)
    #expect(service.put(path, Self.watch, ["Idempotency-Key": "k"]).status == 201)
    #expect(service.put(path, ["bounds": [0, 20, 50, 40]]).status == 200)
    #expect(service.delete(path).status == 204)
    let back = service.put(path, ["bounds": [0, 0, 50, 40]])
    #expect(back.status == 404)
    #expect(service.put(path, ["bounds": [0, 0, 50, 40]], ["If-Match": "*"]).status == 412)
  }

  @Test(arguments: [
    "null", "[]", "{}", "{\"width\":1e999,\"height\":1}", "{\"width\":-1,\"height\":1}",
    "{\"width\":\"NaN\",\"height\":1}", "{\"width\":1}", "{\"width\":1,\"width\":1,\"height\":1}",
  ])
  func `a container that is none creates nothing`(container: String) throws {
    let service = try kept()
    let body = Array("{\"bounds\":[0,0,9,9],\"container\":\(container)}".utf8)
    let refused = service.ask(.put, Self.viewports + "/watch", bytes: body)
    #expect(refused.status == 422 || refused.status == 400, "\(refused.status)")
    #expect(refused.pointers.allSatisfy { $0.hasPrefix("/container") }, "\(refused.pointers)")
    #expect(service.get(Self.viewports).json?["viewports"]?.elements?.count == 1)
  }

  @Test func `a viewport has elements beyond its bounds as far as its overscan says, until that changes`()
    throws
  {
    let service = try kept()
    let overscan: JSONTree = ["top": 0.5, "left": 0, "bottom": 1, "right": 0, "unit": "screens"]
    let first = service.put(
      Self.bounds, ["bounds": [0, 100, 100, 60], "overscan": ["unit": "screens", "bottom": 1, "top": 0.5]])
    #expect(first.json?["window"] == ["x": 0, "y": 70, "width": 100, "height": 150])
    #expect(first.json?["appeared"]?.elements?.map { $0["id"] } == (3..<11).map { .string("i\($0)") })
    #expect(first.json?["resync"] == nil)
    #expect(service.get(Kept.path).json?["overscan"] == overscan)
    #expect(service.get(Self.viewports).json?.at("/viewports/0/overscan") == overscan)
    let second = service.put(Self.bounds, ["bounds": [0, 120, 100, 60]])
    #expect(second.json?["appeared"]?.elements?.map { $0["id"] } == ["i11"])
    #expect(second.json?["disappeared"]?.elements?.map { $0["id"] } == ["i3"])
    let without = service.put(Self.bounds, ["bounds": [0, 120, 100, 60], "overscan": [:]])
    #expect(without.json?["window"] == without.json?["bounds"])
    #expect(service.get(Kept.path).json?["overscan"] == nil)
    func reaching(_ top: JSONTree) -> TestResponse {
      service.put(Self.bounds, ["bounds": [0, 0, 100, 60], "overscan": ["top": top]])
    }
    #expect(reaching(9e15).status == 200)
    let beyond = reaching(9_007_199_254_740_992)
    #expect(beyond.status == 422 && beyond.code == "content_too_large")
  }

  @Test func `a collection is created with the elements of its window`() throws {
    let service = try TestService()
    var body = Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, 100, 100, 60])
    body["overscan"] = ["top": 40]
    let created = service.create("c", body)
    #expect(created.json?["attributes"]?.elements?.map { $0["id"] } == (3..<8).map { .string("i\($0)") })
    let moved = service.put(Self.bounds, ["bounds": [0, 120, 100, 60]])
    #expect(moved.json?["appeared"]?.elements?.map { $0["id"] } == ["i8"])
    #expect(moved.json?["disappeared"]?.elements?.map { $0["id"] } == ["i3"])
  }

  @Test func `a client that requests a resync gets the whole window`() throws {
    let service = try kept()
    _ = service.put(Self.bounds, ["bounds": [0, 100, 100, 60]])
    let anew = service.put(
      Self.bounds, ["bounds": [0, 100, 100, 60], "resync": true, "container": ["width": 90, "height": 60]])
    #expect(anew.json?["resync"] == true && anew.json?["diff"] == nil)
    #expect(anew.json?["appeared"]?.elements?.map { $0["id"] } == ["i5", "i6", "i7"])
    #expect(service.put(Self.bounds, ["bounds": [0, 100, 100, 60]]).json?["resync"] == nil)
  }

  @Test func `after a restart the first outcome lists the whole window and says so`() throws {
    let journal = MemoryJournal()
    let service = try TestService(journal: journal)
    _ = service.create("c", Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, 100, 100, 60]))
    _ = service.update(Kept.insertion)
    let restarted = try TestService(journal: journal)
    let outcome = restarted.put(Self.bounds, ["bounds": [0, 100, 100, 60]])
    #expect(outcome.json?["resync"] == true && outcome.json?["appeared"]?.elements?.count == 3)
    #expect(restarted.put(Self.bounds, ["bounds": [0, 100, 100, 60]]).json?["resync"] == nil)
  }

  @Test func `after a restart a viewport is there, in its own width and layout`() throws {
    let journal = MemoryJournal()
    let service = try TestService(journal: journal)
    _ = service.create("c", Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, 100, 100, 60]))
    let path = Self.viewports + "/watch"
    let narrow: JSONTree = [
      "bounds": [0, 40, 50, 60], "container": ["width": 50, "height": 60],
      "layout": ["kind": "grid", "columns": 2], "overscan": ["bottom": 10],
    ]
    #expect(service.put(path, narrow).status == 201)
    let listed = service.get(Self.viewports)
    let restarted = try TestService(journal: journal)
    let again = restarted.get(Self.viewports)
    #expect(again.json?.at("/viewports/1") == listed.json?.at("/viewports/1"))
    #expect(restarted.get(Kept.attributes + "?viewport=watch").status == 200)
    let outcome = restarted.put(path, ["bounds": [0, 40, 50, 60]])
    #expect(outcome.status == 200 && outcome.json?["resync"] == true)
    #expect(restarted.delete(path).status == 204)
    let third = try TestService(journal: journal)
    #expect(third.put(path, ["bounds": [0, 40, 50, 60]]).status == 404)
  }

  @Test func `a diff says which elements come into the window and which leave it`() throws {
    let service = try kept()
    let answer = service.update([["op": "insertItems", "at": [[0, 0]], "items": [["id": "new"]]]])
    let changes = answer.json?["changes"]?.elements ?? []
    #expect(changes.count == 4)
    for change in changes {
      #expect((change["presence"] == "disappears") == (change["id"] == "i2"))
    }
  }

  @Test func `moving a screen may be meant for one version`() throws {
    let service = try kept()
    let body: JSONTree = ["bounds": [0, 20, 100, 60]]
    #expect(service.put(Self.bounds, body, ["If-Match": "\"2\""]).status == 412)
    #expect(service.put(Self.bounds, body, ["If-Match": "\"1\""]).status == 200)
  }

  @Test func `a layout is changed, described and may be refused`() throws {
    let service = try kept()
    let grid: JSONTree = ["kind": "grid", "columns": 4]
    let answer = service.put(Self.layout + "", ["layout": grid, "scope": "all"])
    #expect(answer.status == 200 && answer.version == 2)
    #expect(answer.json?["changes"]?.elements?.count == 20)
    #expect(service.get(Kept.path).json?["layout"] == grid)
    #expect(service.get(Kept.path).json?["kind"] == "grid")
    #expect(service.put(Self.layout, ["layout": ["kind": "gird"]]).pointers == ["/layout/kind"])
    #expect(service.put(Self.layout, [:]).status == 422)
    #expect(service.put(Self.layout, ["layout": grid, "version": 1]).status == 412)
    #expect(service.version == 2)
  }

  @Test func `a stranger's collection has no screens`() throws {
    let service = try TestService()
    #expect(service.put(Self.bounds, ["bounds": [0, 0, 1, 1]]).status == 404)
    #expect(service.get(Self.viewports).status == 404)
    #expect(service.put(Self.layout, ["layout": ["kind": "list"]]).status == 404)
  }
}
