import Collections
import TestSupport
import Testing

@testable import API

/// Viewports with outlines of their own, over HTTP.
struct OwnOutlineRequestTests {
  private static let path = Kept.path + "/viewports/anna"

  /// a, with b below it, and below that c; d; and a viewport with an outline of its own.
  private static func service(
    journal: MemoryJournal = MemoryJournal(), _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> TestService {
    let service = try TestService(journal: journal, configure)
    let body: JSONTree = [
      "id": "c", "container": ["width": 100, "height": 200],
      "layout": ["kind": "list", "rowHeight": 20],
      "sections": [
        [
          "id": "s",
          "items": [
            ["id": "a", "isExpanded": true], ["id": "b", "parent": "a"], ["id": "c", "parent": "b"],
            ["id": "d"],
          ],
        ],
        Kept.section("flat", ["x"]),
      ],
    ]
    #expect(service.create("c", body).status == 201)
    #expect(service.put(path, own).status == 201)
    return service
  }

  private static let own: JSONTree = [
    "container": ["width": 100, "height": 200], "bounds": [0, 0, 100, 200], "outline": "own",
  ]

  private static func expand(_ id: String) -> JSONTree {
    ["updates": [["op": "expandItems", "ids": [.string(id)]]]]
  }

  private static func shown(_ service: TestService, _ query: String = "") -> [String] {
    (service.get(Kept.attributes + query).json?["attributes"]?.elements ?? []).compactMap { $0["id"]?.string }
  }

  @Test func `a reader expands items in the own viewport alone`() throws {
    let service = try Self.service()
    let tag = service.get(Kept.attributes + "?viewport=anna").etag
    let answer = service.post(Kept.updates + "?viewport=anna", Self.expand("b"))
    #expect(answer.status == 200 && answer.json?["version"] == 1, "\(answer.detail ?? "")")
    let types = (answer.json?["changes"]?.elements ?? []).compactMap { change in
      change["id"]?.string.map { "\($0) \(change["type"]?.string ?? "")" }
    }
    #expect(types.sorted() == ["b reconfigure", "c insert", "d shift", "x shift"])
    #expect(Self.shown(service, "?viewport=anna") == ["a", "b", "c", "d", "x"])
    #expect(Self.shown(service) == ["a", "b", "d", "x"] && service.version == 1)
    #expect(service.get(Kept.attributes + "?viewport=anna").etag != tag)
    #expect(service.get(Kept.attributes + "?viewport=anna&id=d").json?.at("/attributes/0/frame/y") == 60)
    #expect(service.get(Kept.path + "/scroll-target?viewport=anna&id=c").status == 200)
    #expect(service.get(Kept.path + "/scroll-target?id=c").status == 404)
    // Another scroll shows the same items.
    let moved = service.put(Self.path, ["bounds": [0, 1, 100, 200]])
    #expect(moved.json?["contentSize"]?["height"] == 100 && moved.json?["appeared"]?.elements == [])
    let listed = service.get(Kept.path + "/viewports").json?["viewports"]?.elements
    #expect(listed?.map { $0["outline"] } == [nil, "own"])
    #expect(listed?.map { $0.at("/contentSize/height") } == [80, 100])
  }

  @Test func `changes for all reach the viewport at its own index paths`() throws {
    let service = try Self.service()
    #expect(service.post(Kept.updates + "?viewport=anna", Self.expand("b")).status == 200)
    let new: JSONTree = ["updates": [["op": "insertItems", "into": "b", "items": [["id": "n"]]]]]
    let answer = service.post(Kept.updates + "?viewport=anna", new)
    #expect(answer.status == 200 && answer.version == 2)
    let inserted = answer.json?["changes"]?.elements?.first { $0["type"] == "insert" }
    #expect(inserted?["id"] == "n" && inserted?["to"] == [0, 3])
    #expect(Self.shown(service, "?viewport=anna") == ["a", "b", "c", "n", "d", "x"])
    #expect(Self.shown(service) == ["a", "b", "d", "x"])
    let history = service.get(Kept.path + "/history?since=1&viewport=anna").json?["diffs"]?.elements
    #expect(history?.first?["changes"]?.elements?.contains { $0["id"] == "n" } == true, "\(history ?? [])")
    let sections: JSONTree = ["sections": [Kept.section("s", ["d", "a"]), Kept.section("flat", ["x"])]]
    #expect(service.put(Kept.snapshot + "?viewport=anna", sections).status == 200)
    #expect(Self.shown(service, "?viewport=anna") == ["d", "a", "x"])
  }

  @Test func `measurements of a viewport with an outline of its own are for it alone`() throws {
    let service = try Self.service()
    let layout: JSONTree = ["layout": ["kind": "list", "estimatedRowHeight": 20]]
    #expect(service.put(Kept.path + "/layout", layout).status == 200)
    #expect(service.post(Kept.updates + "?viewport=anna", Self.expand("b")).status == 200)
    let sizes: JSONTree = ["measurements": [["id": "c", "size": [100, 50]]]]
    let answer = service.post(Kept.path + "/measurements?viewport=anna", sizes)
    #expect(answer.status == 200 && answer.json?.at("/measured/applied") == 1, "\(answer.detail ?? "")")
    #expect(service.get(Kept.attributes + "?viewport=anna").json?.at("/contentSize/height") == 130)
    #expect(service.get(Kept.attributes).json?.at("/contentSize/height") == 80)
    let all: JSONTree = ["everything": true]
    #expect(service.post(Kept.path + "/invalidations?viewport=anna", all).status == 200)
    #expect(service.get(Kept.attributes + "?viewport=anna").json?.at("/contentSize/height") == 100)
    let carried: JSONTree = ["bounds": [0, 0, 100, 200], "measurements": [["id": "c", "size": [100, 30]]]]
    #expect(service.put(Self.path, carried).json?.at("/contentSize/height") == 110)
  }

  @Test func `a restart keeps the choices of readers`() throws {
    let journal = MemoryJournal()
    let service = try Self.service(journal: journal)
    #expect(service.post(Kept.updates + "?viewport=anna", Self.expand("b")).status == 200)
    let restarted = try TestService(journal: journal)
    #expect(Self.shown(restarted, "?viewport=anna") == ["a", "b", "c", "d", "x"])
    #expect(Self.shown(restarted) == ["a", "b", "d", "x"])
    #expect(
      restarted.put(Self.path, ["bounds": [0, 0, 100, 200], "outline": "shared"]).json?["resync"] == true)
    #expect(Self.shown(restarted, "?viewport=anna") == ["a", "b", "d", "x"])
  }

  @Test func `what an outline of a viewport cannot be is refused`() throws {
    let service = try Self.service { $0.limits.outlines = 1 }
    let main = service.put(Kept.path + "/viewports/main", ["bounds": [0, 0, 100, 60], "outline": "own"])
    #expect(main.status == 422 && main.pointers == ["/outline"], "\(main.pointers)")
    for value: JSONTree in ["mine", 1, [:]] {
      let wrong = service.put(Self.path, ["bounds": [0, 0, 100, 60], "outline": value])
      #expect(wrong.status == 422 && wrong.pointers == ["/outline"])
    }
    let second = service.put(Kept.path + "/viewports/ben", Self.own)
    #expect(second.status == 429 && second.code == "too_many_collections")
    let both: JSONTree = [
      "updates": [["op": "expandItems", "ids": ["b"]], ["op": "deleteItems", "ids": ["d"]]]
    ]
    let mixed = service.post(Kept.updates + "?viewport=anna", both)
    #expect(mixed.status == 422 && mixed.pointers == ["/updates/1"])
    let unknown = service.post(Kept.updates + "?viewport=anna", Self.expand("none"))
    #expect(unknown.status == 422 && unknown.pointers == ["/updates/0"])
    let drag = service.post(Kept.path + "/movement?viewport=anna", ["id": "x"])
    #expect(drag.status == 422 && drag.pointers == ["/id"], "\(drag.detail ?? "")")
    #expect(Self.shown(service, "?viewport=anna") == ["a", "b", "d", "x"] && service.version == 1)
  }
}
