import TestSupport
import Testing

@testable import API

/// Sections whose items have parents.
struct OutlineRequestTests {
  private static func service(_ items: JSONTree = tree) throws -> TestService {
    let service = try TestService()
    let answer = service.create("c", body(items))
    #expect(answer.status == 201, "\(answer.detail ?? "")")
    return service
  }

  private static func body(_ items: JSONTree) -> JSONTree {
    [
      "container": ["width": 100, "height": 60],
      "layout": ["kind": "list", "rowHeight": 20, "indentationWidth": 10],
      "sections": [["id": "s", "items": items], Kept.section("flat", ["x"])],
    ]
  }

  /// a, with b below it, and below that c; d.
  private static let tree: JSONTree = [
    ["id": "a", "isExpanded": true], ["id": "b", "parent": "a"], ["id": "c", "parent": "b"], ["id": "d"],
  ]

  private static func attributes(_ service: TestService) -> [JSONTree] {
    service.get(Kept.attributes).json?["attributes"]?.elements ?? []
  }

  @Test func `a list shows the items that no collapsed one hides, indented by level`() throws {
    let service = try Self.service()
    #expect(service.ids == ["a", "b", "d", "x"])
    let shown = Self.attributes(service)
    #expect(shown.map { $0["level"] } == [0, 1, 0, nil])
    #expect(shown.map { $0["isExpanded"] } == [true, false, nil, nil])
    #expect(shown.map { $0.at("/frame/x") } == [0, 10, 0, 0])
  }

  @Test func `columns have the levels of items, and whether those with children are expanded`() throws {
    let service = try Self.service()
    let objects = service.get(Kept.attributes).json?["attributes"]
    let columns = try #require(service.get(Kept.attributes + "?format=columns").json)
    #expect(columns["attributes"]?["level"] == ["rows": [0, 1, 2], "values": [0, 1, 0]])
    #expect(columns["attributes"]?["isExpanded"] == ["rows": [0, 1], "values": [1, 0]])
    #expect(try columns.objectsFromColumns()["attributes"] == objects)
    let binary = service.get(Kept.attributes, ["Accept": "application/vnd.tessera.columns"])
    #expect(try BinaryResponse(binary.bytes).columnsForm()["attributes"] == columns["attributes"])
  }

  @Test func `items expand and collapse by their ids, and the diff has what appears, goes and moves`() throws
  {
    let service = try Self.service()
    let answer = service.update([["op": "expandItems", "ids": ["b"]]])
    #expect(answer.status == 200 && answer.version == 2)
    #expect(service.ids == ["a", "b", "c", "d", "x"])
    let changes = answer.json?["changes"]?.elements ?? []
    let types = Dictionary(
      changes.compactMap { change in change["id"]?.string.map { ($0, change["type"]?.string) } },
      uniquingKeysWith: { first, _ in first })
    #expect(types["c"] == "insert" && types["b"] == "reconfigure" && types["d"] == "shift", "\(types)")
    #expect(changes.first { $0["id"] == "b" }?["isExpanded"] == true)
    #expect(changes.first { $0["id"] == "c" }?["level"] == 2)
    #expect(service.update([["op": "collapseItems", "ids": ["a"]]]).status == 200)
    #expect(service.ids == ["a", "d", "x"])
    // b has stayed expanded.
    #expect(service.update([["op": "expandItems", "ids": ["a"]]]).status == 200)
    #expect(service.ids == ["a", "b", "c", "d", "x"])
    let all: JSONTree = [["op": "collapseItems", "ids": ["a"], "descendants": true]]
    #expect(service.update(all).status == 200)
    #expect(service.update([["op": "expandItems", "ids": ["a"]]]).status == 200)
    #expect(service.ids == ["a", "b", "d", "x"])
  }

  @Test func `items are inserted into an item, move with those below them, and go with it`() throws {
    let service = try Self.service()
    let new: JSONTree = [["id": "n", "isExpanded": true], ["id": "m", "parent": "n"]]
    #expect(
      service.update([["op": "insertItems", "into": "a", "edge": "start", "items": new]]).status == 200)
    #expect(service.ids == ["a", "n", "m", "b", "d", "x"])
    #expect(service.update([["op": "moveItem", "id": "n", "section": "s"]]).status == 200)
    #expect(service.ids == ["a", "b", "d", "n", "m", "x"])
    #expect(service.update([["op": "moveItem", "id": "a", "into": "m"]]).status == 200)
    #expect(service.ids == ["d", "n", "m", "x"])
    #expect(service.update([["op": "expandItems", "ids": ["m"], "descendants": true]]).status == 200)
    #expect(service.ids == ["d", "n", "m", "a", "b", "c", "x"])
    #expect(Self.attributes(service).map { $0["level"] } == [0, 0, 1, 2, 3, 4, nil])
    #expect(service.update([["op": "deleteItems", "ids": ["m"]]]).status == 200)
    #expect(service.ids == ["d", "n", "x"])
    #expect(service.update([["op": "expandItems", "ids": ["c"]]]).status == 422)
  }

  @Test func `an item of a section without parents can get children`() throws {
    let service = try Self.service()
    let child: JSONTree = ["op": "insertItems", "into": "x", "items": [["id": "y"]]]
    #expect(service.update([child, ["op": "expandItems", "ids": ["x"]]]).status == 200)
    #expect(service.ids == ["a", "b", "d", "x", "y"])
  }

  @Test func `wrong trees are refused with the item, and nothing is stored`() throws {
    let service = try TestService()
    let wrong: [(JSONTree, String)] = [
      ([["id": "a", "parent": "none"]], "/sections/0/items/0/parent"),
      ([["id": "a", "parent": "x"]], "/sections/0/items/0/parent"),
      ([["id": "a", "parent": "a"]], "/sections/0/items/0/parent"),
      ([["id": "a", "parent": "b"], ["id": "b", "parent": "a"]], "/sections/0/items/0/parent"),
      ([["id": "a"], ["parent": "a"]], "/sections/0/items/1"),
      ([["id": "a"], ["id": "a", "parent": "a"]], "/sections/0/items/1/id"),
      (
        [["id": "a"], ["id": "b", "parent": "a", "indentationLevel": 2]],
        "/sections/0/items/1/indentationLevel"
      ),
      // The id of a hidden item is that of an item of another section.
      ([["id": "a"], ["id": "x", "parent": "a"]], "/sections/0/items"),
    ]
    for (items, pointer) in wrong {
      let answer = service.create("c", Self.body(items))
      #expect(answer.status == 422 && answer.pointers == [pointer], "\(items): \(answer.pointers)")
    }
    #expect(service.get(Kept.path).status == 404)
  }

  @Test func `wrong operations are refused as a whole, with their place`() throws {
    let service = try Self.service()
    let wrong: [JSONTree] = [
      ["op": "expandItems", "ids": ["none"]], ["op": "expandItems", "ids": ["x"]],
      ["op": "moveItem", "id": "a", "into": "c"], ["op": "moveItem", "id": "a", "after": "a"],
      ["op": "moveItem", "id": "b", "after": "x"],
      ["op": "insertItems", "into": "a", "items": [["id": "c"]]],
      ["op": "insertItems", "into": "a", "items": [["id": "x"]]],
      ["op": "insertItems", "into": "a", "items": [[:]]],
      ["op": "deleteItems", "at": [[0, 0]]], ["op": "insertItems", "at": [[0, 1]], "items": [["id": "n"]]],
      ["op": "moveItem", "from": [0, 2], "to": [0, 0]],
      ["op": "insertItems", "section": "flat", "items": [["id": "c"]]],
    ]
    for operation in wrong {
      let answer = service.update(.array([["op": "reloadItems", "at": [[1, 0]]], operation]))
      #expect(answer.status == 422, "\(operation)")
      let alone = service.update(.array([operation]))
      #expect(alone.status == 422 && alone.pointers.allSatisfy { $0.hasPrefix("/updates/0") }, "\(operation)")
    }
    #expect(service.version == 1 && service.ids == ["a", "b", "d", "x"])
    let drag = service.post(Kept.path + "/movement", ["id": "a"])
    #expect(drag.status == 422 && drag.pointers == ["/id"], "\(drag.detail ?? "")")
  }

  @Test(arguments: ["deleteSections", "insertSections", "moveSection", "reloadSections"])
  func `an operation on sections beside one of an outline is refused by what it is`(_ name: String) throws {
    let service = try Self.service()
    let answer = service.update([["op": "expandItems", "ids": ["b"]], ["op": .string(name)]])
    #expect(answer.status == 422 && answer.pointers == ["/updates/1/op"])
    #expect(answer.detail?.contains("no operations on sections; send two requests") == true)
    let unknown = service.update([["op": "expandItems", "ids": ["b"]], ["op": "deleteSection"]])
    #expect(unknown.detail?.contains("unknown value \"deleteSection\"") == true)
  }

  @Test func `a description with a parent is one fault, wherever the parent is`() throws {
    let service = try Self.service()
    for parent: JSONTree in ["a", "d", "none"] {
      let operation: JSONTree = [
        "op": "reconfigureItems", "ids": ["b"], "items": [["id": "b", "parent": parent]],
      ]
      #expect(service.update([operation]).pointers == ["/updates/0/items/0"], "\(parent)")
    }
  }

  @Test func `a snapshot gives a section another tree, and items keep their identity`() throws {
    let service = try Self.service()
    let sections: JSONTree = [
      [
        "id": "s",
        "items": [
          ["id": "d", "isExpanded": true], ["id": "a", "parent": "d"], ["id": "b", "parent": "a"],
        ],
      ],
      Kept.section("flat", ["x"]),
    ]
    #expect(service.snapshot(sections).status == 200)
    #expect(service.ids == ["d", "a", "x"])
    #expect(Self.attributes(service).map { $0["level"] } == [0, 1, nil])
    #expect(service.update([["op": "expandItems", "ids": ["a"]]]).status == 200)
    #expect(service.ids == ["d", "a", "b", "x"])
    // A flat section again: its items are named by index paths as before.
    #expect(service.snapshot([Kept.section("s", ["d", "a"]), Kept.section("flat", ["x"])]).status == 200)
    #expect(service.update([["op": "deleteItems", "at": [[0, 0]]]]).status == 200)
    #expect(service.ids == ["a", "x"])
  }

  @Test func `sections come and are reloaded with their trees, whose hidden items have ids of their own`()
    throws
  {
    let service = try Self.service()
    func section(_ id: String, _ parent: String, _ child: String) -> JSONTree {
      [
        "id": .string(id),
        "items": [["id": .string(parent)], ["id": .string(child), "parent": .string(parent)]],
      ]
    }
    for child in ["x", "c"] {
      let new: JSONTree = ["op": "insertSections", "at": [0], "sections": [section("t", "e", child)]]
      let answer = service.update([new])
      #expect(answer.status == 422 && answer.pointers == ["/updates/0"], "\(answer.pointers)")
    }
    #expect(
      service.update([["op": "insertSections", "at": [0], "sections": [section("t", "e", "f")]]]).status
        == 200)
    // c was hidden in the section that is reloaded.
    #expect(
      service.update([["op": "reloadSections", "ids": ["s"], "sections": [section("s", "c", "a")]]]).status
        == 200)
    #expect(service.ids == ["e", "c", "x"])
    #expect(service.update([["op": "expandItems", "ids": ["e", "c"]]]).status == 200)
    #expect(service.ids == ["e", "f", "c", "a", "x"])
  }
}
