import TestSupport
import Testing

@testable import API

/// `PUT …/bounds`, `…/viewports`, `…/layout`.
struct ViewportRequestTests {
  private static let bounds = Kept.path + "/bounds"
  private static let viewports = Kept.path + "/viewports"
  private static let layout = Kept.path + "/layout"

  private func kept(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws -> TestService {
    let service = try TestService(configure)
    _ = service.create("c", Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, 0, 100, 60]))
    return service
  }

  @Test func `scrolling answers elements with their ids, and leaves the version`() throws {
    let service = try kept()
    let answer = service.put(Self.bounds, ["bounds": [0, 100, 100, 60]])
    #expect(answer.status == 200 && answer.etag == "\"1\"" && answer.version == 1)
    #expect(answer.json?["appeared"]?.elements?.map { $0["id"] } == ["i5", "i6", "i7"])
    #expect(answer.json?["disappeared"]?.elements?.map { $0["id"] } == ["i0", "i1", "i2"])
    #expect(answer.json?["prefetch"] == [[0, 8], [0, 9], [0, 10]])
    #expect(service.get(Kept.path).json?["bounds"] == ["x": 0, "y": 100, "width": 100, "height": 60])
  }

  @Test func `what a screen showed before it was moved is not taken for what it shows`() throws {
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
      ([:], [""]), ([], [""]), (["bounds": [0, 0, -1, 5]], ["/bounds/2"]),
      (["bounds": [0, 0, 1]], ["/bounds"]),
      (["bounds": [0, 0, 1, 1], "velocity": 3, "paging": 1], ["/paging", "/velocity"]),
      (["bounds": [0, 0, 1, 1], "container": ["width": 5]], ["/container"]),
      (["bounds": [0, 0, 1, 1], "container": ["width": 5, "height": 5, "scale": 0]], ["/container/scale"]),
      (["bounds": [0, 0, 1, 1], "layout": ["kind": "grid"]], ["/layout"]),
    ]
    for (body, pointers) in cases {
      let answer = service.put(Self.bounds, body)
      #expect(answer.status == 422 && answer.pointers.sorted() == pointers, "\(body)")
    }
    #expect(service.get(Kept.path).json?["bounds"] == ["x": 0, "y": 0, "width": 100, "height": 60])
  }

  @Test func `a viewport is made, answered for, listed and ended`() throws {
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
    _ = service.put(path, ["bounds": [0, 0, 100, 60], "layout": ["kind": "grid"]])
    _ = service.put(path, ["bounds": [0, 0, 100, 60], "layout": .null])
    let listed = service.get(Self.viewports).json?["viewports"]?.elements?.last
    #expect(listed?["name"] == "watch" && listed?.members?.keys.contains("layout") == false)
  }

  @Test func `names and numbers of viewports are limited`() throws {
    let service = try kept { $0.limits.viewports = 3 }
    let body: JSONTree = ["bounds": [0, 0, 100, 60]]
    #expect(service.put(Self.viewports + "/a%20b", body).status == 400)
    #expect(service.put(Self.viewports + "/" + String(repeating: "a", count: 129), body).status == 400)
    #expect(service.put(Self.viewports + "/a", body).status == 201)
    #expect(service.put(Self.viewports + "/b", body).status == 201)
    let over = service.put(Self.viewports + "/c", body)
    #expect(over.status == 429 && over.code == "too_many_collections")
    #expect(service.put(Self.viewports + "/b", body).status == 200)
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
