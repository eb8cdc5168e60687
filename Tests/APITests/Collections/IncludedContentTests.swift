import TestSupport
import Testing

@testable import API

/// `include=content`: the content of the items that come to the client.
struct IncludedContentTests {
  private static let template: JSONTree = [
    "views": ["title": ["type": "text", "font": ["size": 20], "lineHeight": 30]],
    "constraints": ["H:|[title]|", "V:|[title]|"],
  ]

  private static func item(_ id: String) -> JSONTree {
    ["id": .string(id), "template": "note", "content": content(id)]
  }

  private static func content(_ id: String) -> JSONTree { ["title": .string("Title of \(id)")] }

  /// A header of 10 points and rows of 30 with content; the third has none and 20 points. Two rows are in view.
  private static let rows: JSONTree = [
    "container": ["width": 200, "height": 60], "bounds": [0, 0, 200, 60],
    "layout": ["kind": "list", "rowHeight": "automatic"], "templates": ["note": template],
    "sections": [
      [
        "header": ["size": [200, 10]],
        "items": .array(
          ["a", "c"].map(item) + [["id": "b", "size": [200, 20]]] + ["d", "e", "f"].map(item)),
      ]
    ],
  ]

  private static let container: JSONTree = ["width": 200, "height": 80]

  private func service() throws -> TestService {
    let service = try TestService()
    #expect(service.create("c", Self.rows).status == 201)
    return service
  }

  /// The ids of cells, and whether they have their content.
  private func contents(_ elements: JSONTree?) -> [String: Bool] {
    var found: [String: Bool] = [:]
    for element in elements?.elements ?? [] {
      guard let id = element["id"]?.string else {
        #expect(element["content"] == nil && element["template"] == nil)
        continue
      }
      found[id] = element["content"] != nil
      #expect(element["content"] == nil || element["content"] == Self.content(id), "\(element)")
      #expect((element["template"] == "note") == (element["content"] != nil), "\(element)")
    }
    return found
  }

  @Test func `elements that appear have the content of their items, and others have not`() throws {
    let service = try service()
    let first = service.put(
      Kept.path + "/viewports/v?include=content",
      ["container": Self.container, "bounds": [0, 0, 200, 80]]
    ).json
    #expect(contents(first?["appeared"]) == ["a": true, "b": false, "c": true])
    let next = service.put(
      Kept.path + "/viewports/v?include=content", ["bounds": [0, 85, 200, 60]]
    ).json
    #expect(contents(next?["appeared"]) == ["d": true, "e": true])
    #expect(contents(next?["changed"]).values.allSatisfy { !$0 })
    let without = service.put(
      Kept.path + "/viewports/w", ["container": Self.container, "bounds": [0, 0, 200, 80]]
    ).json
    #expect(contents(without?["appeared"]) == ["a": false, "b": false, "c": false])
  }

  @Test func `attributes have the content, measured or not`() throws {
    let service = try service()
    let all = service.get(Kept.attributes + "?include=content").json?["attributes"]
    #expect(contents(all) == ["a": true, "b": false, "c": true, "d": true, "e": true, "f": true])
    #expect(
      contents(service.get(Kept.attributes + "?include=content&id=f").json?["attributes"]) == ["f": true])
    #expect(contents(service.get(Kept.attributes + "?id=f").json?["attributes"]) == ["f": false])
  }

  @Test func `diffs and the history have the content of inserted and of reconfigured items`() throws {
    let service = try service()
    let updates: JSONTree = [
      ["op": "insertItems", "at": [[0, 0]], "items": [Self.item("n")]],
      ["op": "reconfigureItems", "at": [[0, 0]], "items": [Self.item("r")]],
    ]
    let diff = service.post(
      Kept.updates + "?include=content", ["updates": updates, "anchor": "none"]
    ).json
    let changes = contents(diff?["changes"])
    // The row that goes out of view comes without.
    #expect(changes == ["n": true, "r": true, "c": false])
    #expect(service.post(Kept.updates, ["updates": [["op": "deleteItems", "ids": ["n"]]]]).status == 200)
    let history = Kept.path + "/history?since=1"
    let told = service.get(history + "&include=content").json?["diffs"]?.elements ?? []
    #expect(told.count == 2)
    #expect(contents(told.first?["changes"]) == changes)
    // The row comes into view again where the deleted one was.
    let appears = told.last?["changes"]?.elements?.filter { $0["presence"] == "appears" } ?? []
    #expect(contents(.array(appears)) == ["c": true])
    let without = service.get(history).json?["diffs"]?.elements ?? []
    #expect(contents(without.first?["changes"]).values.allSatisfy { !$0 })
  }

  @Test func `an item that moves and changes comes with its new content, in the history too`() throws {
    let service = try TestService()
    var rows = Self.rows
    rows["sections"] = [["id": "old", "items": .array(["a", "c", "d", "e"].map(Self.item))]]
    #expect(service.create("c", rows).status == 201)
    var anew = Self.item("c")
    anew["content"] = ["title": "Other"]
    let batch: JSONTree = [
      ["op": "reconfigureItems", "ids": ["c"], "items": [anew]],
      ["op": "moveItem", "id": "c", "before": "a"],
    ]
    func check(_ diff: JSONTree?, _ fact: String, hasContent: Bool = true, line: Int = #line) {
      let moved = diff?["changes"]?.elements?.first { $0["id"] == "c" }
      #expect(moved?["type"] == "move" && moved?[fact] == true, "line \(line): \(diff as Any)")
      #expect((moved?["content"] == anew["content"]) == hasContent, "line \(line)")
      #expect((moved?["content"] == nil) == !hasContent, "line \(line)")
      #expect((moved?["template"] == "note") == hasContent, "line \(line)")
      let others = diff?["changes"]?.elements?.filter { $0["id"] != "c" } ?? []
      #expect(others.allSatisfy { $0["reconfigured"] == nil && $0["reloaded"] == nil }, "line \(line)")
    }
    check(service.post(Kept.updates + "?include=content", ["updates": batch]).json, "reconfigured")
    anew["content"] = ["title": "Once more"]
    // A snapshot moves it into a section that is new, too.
    let snapshot: JSONTree = [
      "sections": [
        ["id": "new", "items": [anew]],
        ["id": "old", "items": .array(["a", "d", "e"].map(Self.item))],
      ]
    ]
    check(service.put(Kept.path + "/snapshot?include=content", snapshot).json, "reloaded")
    let history = service.get(Kept.path + "/history?since=1&include=content").json?["diffs"]?.elements ?? []
    check(history.last, "reloaded")
    anew["content"] = ["title": "Other"]
    check(history.first, "reconfigured")
    let without = service.get(Kept.path + "/history?since=1").json?["diffs"]?.elements ?? []
    check(without.first, "reconfigured", hasContent: false)
  }

  @Test(arguments: [
    "include=contents", "include=", "include=content,content", "include=content&include=content",
  ])
  func `anything else is a bad request that names the parameter, and changes nothing`(query: String) throws {
    let service = try service()
    let answers = [
      service.get(Kept.attributes + "?" + query), service.get(Kept.path + "/history?since=1&" + query),
      service.put(Kept.path + "/bounds?" + query, ["bounds": [0, 70, 200, 60]]),
      service.post(Kept.updates + "?" + query, ["updates": Kept.insertion]),
    ]
    for answer in answers {
      #expect(answer.status == 400 && answer.detail?.contains("include") == true, "\(answer)")
    }
    #expect(service.get(Kept.path).json?["version"] == 1)
  }

  @Test func `only objects have content`() throws {
    let answer = try service().get(Kept.attributes + "?include=content&format=columns")
    #expect(answer.status == 400 && answer.detail?.contains("format=objects") == true)
  }

  @Test func `a token needs the right to read for it, whatever else it allows`() throws {
    let tokens = try TokenService()
    let bounds = Kept.path + "/bounds?include=content"
    let body: JSONTree = ["bounds": [0, 0, 100, 60]]
    let scroll = TokenService.bearer(try tokens.token(.scroll))
    #expect(tokens.service.put(bounds, body, scroll).status == 403)
    #expect(tokens.service.put(Kept.path + "/bounds", body, scroll).status == 200)
    #expect(
      tokens.service.put(bounds, body, TokenService.bearer(try tokens.token(.read, .scroll))).status == 200)
  }
}
