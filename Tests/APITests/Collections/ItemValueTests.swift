import TestSupport
import Testing

@testable import API

/// Values of items in collections: they change with the descriptions of items.
struct ItemValueTests {
  private static func events() throws -> TestService {
    let service = try TestService()
    let body: JSONTree = [
      "container": ["width": 100, "height": 60],
      "layout": [
        "kind": "custom", "values": ["start": nil, "length": 20],
        "frame": [0, "item.values.start", 100, "item.values.length"],
        "decorations": ["line": ["count": 2, "frame": [0, "i * 50", 100, 1]]],
      ],
      "sections": [["id": "s", "items": [event("a", 0), event("b", 30), event("c", 80)]]],
    ]
    #expect(service.create("c", body).status == 201)
    return service
  }

  private static func event(_ id: String, _ start: Double) -> JSONTree {
    ["id": .string(id), "values": ["start": .number(start)]]
  }

  /// The y of every cell.
  private static func starts(_ service: TestService) -> [JSONTree?]? {
    service.get(Kept.attributes).json?["attributes"]?.elements?.filter { $0["category"] == "cell" }
      .map { $0.at("/frame/y") }
  }

  @Test func `an item moves with its new values, and the response has that change alone`() throws {
    let service = try Self.events()
    let answer = service.update([["op": "reconfigureItems", "ids": ["b"], "items": [Self.event("b", 45)]]])
    #expect(answer.status == 200)
    #expect(Self.starts(service) == [0, 45, 80])
    let changes = answer.json?["changes"]?.elements ?? []
    #expect(changes.count == 1 && "\(changes)".contains("\"b\""), "\(changes)")
  }

  @Test func `a snapshot with other values is a change of these items`() throws {
    let service = try Self.events()
    let sections: JSONTree = [
      ["id": "s", "items": [Self.event("a", 0), Self.event("b", 30), Self.event("c", 90)]]
    ]
    let answer = service.snapshot(sections)
    #expect(answer.status == 200)
    #expect(answer.json?["updates"]?.elements?.count == 1)
    #expect(answer.json?.at("/updates/0/ids") == ["c"])
    #expect(Self.starts(service) == [0, 30, 90])
    #expect(service.snapshot(sections).json?["updates"] == [])
  }

  @Test func `a change that leaves an item without a value that it needs is refused, and changes nothing`()
    throws
  {
    let service = try Self.events()
    let answer = service.update([["op": "insertItems", "at": [[0, 1]], "items": [["id": "n"]]]])
    #expect(answer.status == 422 && answer.pointers == ["/layout/values/start"])
    #expect(answer.detail?.contains("item [0, 1]") == true)
    #expect(service.version == 1 && Self.starts(service) == [0, 30, 80])
  }

  @Test func `another layout keeps the values`() throws {
    let service = try Self.events()
    let list: JSONTree = ["layout": ["kind": "list", "rowHeight": 20]]
    #expect(service.put(Kept.path + "/layout", list).status == 200)
    #expect(Self.starts(service) == [0, 20, 40])
    let again: JSONTree = [
      "layout": ["kind": "custom", "frame": ["x": 0, "y": "item.values.start"], "values": ["start": 7]]
    ]
    #expect(service.put(Kept.path + "/layout", again).status == 200)
    #expect(Self.starts(service) == [0, 30, 80])
  }

  @Test func `an item that is moved keeps its values`() throws {
    let service = try Self.events()
    #expect(service.update([["op": "moveItem", "from": [0, 2], "to": [0, 0]]]).status == 200)
    #expect(Self.starts(service) == [80, 0, 30])
  }
}
