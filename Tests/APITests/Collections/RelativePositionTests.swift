import TestSupport
import Testing

@testable import API

/// Operations of `POST …/updates` whose positions are next to items and sections that ids name.
struct RelativePositionTests {
  private static func service(_ ids: [String] = ["a", "b", "c", "d", "e"]) throws -> TestService {
    let service = try TestService()
    #expect(service.create("c", Kept.rows(ids)).status == 201)
    return service
  }

  private static func items(_ ids: String...) -> JSONTree { .array(ids.map { ["id": .string($0)] }) }

  @Test func `items are inserted before and after an item, in their order`() throws {
    let service = try Self.service()
    let answer = service.update([
      ["op": "insertItems", "before": "c", "items": Self.items("x", "y")],
      ["op": "insertItems", "after": "e", "items": Self.items("z")],
    ])
    #expect(answer.status == 200)
    #expect(service.ids == ["a", "b", "x", "y", "c", "d", "e", "z"])
  }

  @Test func `items are inserted at the start and the end of a section, also of one without items`() throws {
    let service = try TestService()
    var body = Kept.rows(["a"])
    body["sections"] = [Kept.section("s", ["a"]), Kept.section("t", [])]
    #expect(service.create("c", body).status == 201)
    let answer = service.update([
      ["op": "insertItems", "section": "t", "items": Self.items("m")],
      ["op": "insertItems", "section": "t", "edge": "start", "items": Self.items("l")],
      ["op": "insertItems", "section": "t", "edge": "end", "items": Self.items("n")],
      ["op": "insertItems", "section": "s", "edge": "start", "items": Self.items("z")],
    ])
    #expect(answer.status == 200)
    #expect(service.ids == ["z", "a", "l", "m", "n"])
  }

  @Test func `an item moves next to another, and into another section`() throws {
    let service = try TestService()
    var body = Kept.rows([])
    body["sections"] = [Kept.section("s", ["a", "b", "c"]), Kept.section("t", ["d"])]
    #expect(service.create("c", body).status == 201)
    #expect(service.update([["op": "moveItem", "id": "c", "before": "a"]]).status == 200)
    #expect(service.ids == ["c", "a", "b", "d"])
    #expect(service.update([["op": "moveItem", "id": "a", "after": "d"]]).status == 200)
    #expect(service.ids == ["c", "b", "d", "a"])
    let answer = service.update([["op": "moveItem", "id": "b", "section": "t", "edge": "start"]])
    #expect(answer.status == 200 && service.ids == ["c", "b", "d", "a"])
    #expect(service.get(Kept.attributes + "?id=b").json?["attributes"]?[0]?["indexPath"] == [1, 0])
  }

  @Test func `events and journals have the index paths of relative positions`() throws {
    let service = try Self.service()
    _ = service.update([["op": "moveItem", "id": "a", "after": "c"]])
    _ = service.update([["op": "insertItems", "after": "a", "items": Self.items("x")]])
    let diffs = service.get(Kept.path + "/history?since=1").json?["diffs"]
    #expect(diffs?[0]?["updates"] == [["op": "moveItem", "id": "a", "from": [0, 0], "to": [0, 2]]])
    #expect(diffs?[1]?["updates"] == [["op": "insertItems", "at": [[0, 3]], "ids": ["x"]]])
  }

  @Test func `a position may be next to what an earlier operation inserts or moves`() throws {
    let service = try Self.service()
    let answer = service.update([
      ["op": "insertItems", "after": "b", "items": Self.items("x", "y")],
      ["op": "insertItems", "before": "y", "items": Self.items("m")],
      ["op": "moveItem", "id": "a", "after": "y"],
      ["op": "insertItems", "after": "a", "items": Self.items("n")],
    ])
    #expect(answer.status == 200)
    #expect(service.ids == ["b", "x", "m", "y", "a", "n", "c", "d", "e"])
  }

  @Test func `index paths in the same batch are exact`() throws {
    let service = try Self.service()
    let answer = service.update([
      ["op": "insertItems", "at": [[0, 0], [0, 3]], "items": Self.items("p", "q")],
      ["op": "insertItems", "before": "b", "items": Self.items("x")], ["op": "deleteItems", "ids": ["d"]],
    ])
    #expect(answer.status == 200)
    #expect(service.ids == ["p", "a", "x", "q", "b", "c", "e"])
  }

  @Test func `sections are inserted and moved next to others`() throws {
    let service = try TestService()
    var body = Kept.rows([])
    body["sections"] = [Kept.section("s", ["a"]), Kept.section("t", ["b"]), Kept.section("u", ["c"])]
    #expect(service.create("c", body).status == 201)
    let answer = service.update([
      ["op": "moveSection", "id": "u", "before": "s"],
      ["op": "insertSections", "after": "s", "sections": [Kept.section("v", ["d"])]],
      ["op": "insertSections", "edge": "end", "sections": [Kept.section("w", ["e"])]],
      ["op": "insertSections", "edge": "start", "sections": [Kept.section("x", ["f"])]],
      ["op": "insertItems", "after": "c", "items": Self.items("g")],
    ])
    #expect(answer.status == 200)
    #expect(service.ids == ["f", "c", "g", "a", "d", "b", "e"])
  }

  @Test(
    arguments: [
      (["op": "insertItems", "before": "z", "items": []], "/updates/1/before", "no item has the id \"z\""),
      (
        ["op": "insertItems", "before": "a", "items": []], "/updates/1/before",
        "operation 0 of the batch deletes"
      ),
      (["op": "moveItem", "id": "b", "after": "b"], "/updates/1", "next to itself"),
      (["op": "moveItem", "id": "b"], "/updates/1", "one of \"to\", \"before\", \"after\" or \"section\""),
      (["op": "moveItem", "after": "b"], "/updates/1", "\"from\" or \"id\""),
      (["op": "moveItem", "id": "c", "after": "b", "edge": "end"], "/updates/1/edge", "only a position in"),
      (["op": "insertItems", "section": "z", "items": []], "/updates/1/section", "no section has the id"),
      (
        ["op": "insertItems", "section": "s", "edge": "top", "items": []], "/updates/1/edge",
        "\"start\", \"end\""
      ),
      (["op": "insertItems", "at": [[0, 0]], "after": "b", "items": []], "/updates/1", "one of \"at\""),
      (["op": "moveSection", "id": "s", "before": "s"], "/updates/1", "next to itself"),
    ] as [(JSONTree, String, String)])
  func `a position that is unclear is pointed at`(_ operation: JSONTree, _ pointer: String, _ detail: String)
    throws
  {
    let service = try Self.service()
    let answer = service.update([["op": "deleteItems", "ids": ["a"]], operation])
    #expect(answer.status == 422 && answer.pointers == [pointer])
    #expect(answer.detail?.contains(detail) == true, "\(answer.detail ?? "")")
    #expect(service.version == 1)
  }

  @Test func `a position next to an item that the batch places by index path is pointed at`() throws {
    let service = try Self.service()
    let answer = service.update([
      ["op": "moveItem", "id": "a", "to": [0, 2]], ["op": "insertItems", "after": "a", "items": []],
    ])
    #expect(answer.status == 422 && answer.pointers == ["/updates/1/after"])
  }

  @Test func `a position in a section that the batch deletes or reloads is pointed at`() throws {
    let service = try Self.service()
    for operation: JSONTree in [
      ["op": "deleteSections", "ids": ["s"]],
      ["op": "reloadSections", "at": [0], "sections": [["items": []]]],
    ] {
      let answer = service.update([operation, ["op": "insertItems", "after": "a", "items": Self.items("x")]])
      #expect(answer.status == 422 && answer.pointers == ["/updates/1"])
    }
    #expect(service.version == 1)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random batches by id do what they would do to arrays`(_ seed: UInt64) throws {
    var model = NamedSections(seed: seed)
    let service = try TestService()
    var body = Kept.rows([])
    body["sections"] = model.json
    #expect(service.create("c", body).status == 201)
    for _ in 0..<4 {
      let operations = model.randomBatch()
      let answer = service.update(.array(operations))
      #expect(answer.status == 200, "\(answer.detail ?? "") \(operations)")
      #expect(service.ids == model.sections.flatMap(\.items), "\(operations)")
    }
  }
}

/// Sections and items by their ids alone, and random batches that change them one operation after the other.
private struct NamedSections {
  var sections: [(id: String, items: [String])] = []
  private var random: SeededGenerator
  private var made = 0
  /// The members of before the batch that it has not moved or deleted yet.
  private var free: Set<String> = []
  /// The sections that the batch inserts. Positions in them have no names.
  private var added: Set<String> = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<random.integer(1...4) {
      let items = (0..<random.integer(0...7)).map { _ in name("i") }
      sections.append((name("s"), items))
    }
  }

  var json: JSONTree { .array(sections.map { Kept.section($0.id, $0.items) }) }

  private mutating func name(_ letter: String) -> String {
    made += 1
    return "\(letter)\(made)"
  }

  mutating func randomBatch() -> [JSONTree] {
    free = Set(sections.flatMap { [$0.id] + $0.items })
    added = []
    return (0..<random.integer(1...6)).compactMap { _ in randomOperation() }
  }

  private mutating func randomOperation() -> JSONTree? {
    switch random.integer(0...9) {
    case 0, 1, 2, 3: return insertion()
    case 4, 5, 6: return move()
    case 7: return deletion()
    case 8: return sectionInsertion()
    default: return sectionMove()
    }
  }

  private mutating func insertion() -> JSONTree? {
    let new = (0..<random.integer(1...3)).map { _ in name("i") }
    guard let position = place(new) else { return nil }
    return .object(
      position.merging(["op": "insertItems", "items": .array(new.map { ["id": .string($0)] })]) { $1 })
  }

  private mutating func move() -> JSONTree? {
    let movable = sections.flatMap(\.items).filter(free.contains)
    guard !movable.isEmpty else { return nil }
    let id = random.pick(movable)
    let before = sections
    for index in sections.indices { sections[index].items.removeAll { $0 == id } }
    guard let position = place([id]) else {
      sections = before
      return nil
    }
    free.remove(id)
    return .object(position.merging(["op": "moveItem", "id": .string(id)]) { $1 })
  }

  private mutating func deletion() -> JSONTree? {
    let deletable = sections.flatMap(\.items).filter(free.contains)
    guard !deletable.isEmpty else { return nil }
    let id = random.pick(deletable)
    for index in sections.indices { sections[index].items.removeAll { $0 == id } }
    free.remove(id)
    return ["op": "deleteItems", "ids": [.string(id)]]
  }

  /// Puts items at a random position, and returns the members that name it.
  private mutating func place(_ ids: [String]) -> [String: JSONTree]? {
    let index = random.integer(0...sections.count - 1)
    guard !added.contains(sections[index].id) else { return nil }
    let items = sections[index].items
    if items.isEmpty || random.chance(1, in: 4) {
      let isStart = random.chance(1, in: 2)
      sections[index].items.insert(contentsOf: ids, at: isStart ? 0 : items.count)
      return ["section": .string(sections[index].id), "edge": isStart ? "start" : "end"]
    }
    let item = random.integer(0...items.count - 1)
    let isBefore = random.chance(1, in: 2)
    sections[index].items.insert(contentsOf: ids, at: isBefore ? item : item + 1)
    return [isBefore ? "before" : "after": .string(items[item])]
  }

  private mutating func sectionInsertion() -> JSONTree? {
    let (id, item) = (name("s"), name("i"))
    added.insert(id)
    let new = Kept.section(id, [item])
    let index = random.integer(0...sections.count - 1)
    let isBefore = random.chance(1, in: 2)
    let anchor = sections[index].id
    sections.insert((id, [item]), at: isBefore ? index : index + 1)
    return ["op": "insertSections", isBefore ? "before" : "after": .string(anchor), "sections": [new]]
  }

  private mutating func sectionMove() -> JSONTree? {
    let movable = sections.map(\.id).filter(free.contains)
    guard !movable.isEmpty, sections.count > 1 else { return nil }
    let id = random.pick(movable)
    let from = sections.firstIndex { $0.id == id }!
    let section = sections.remove(at: from)
    let index = random.integer(0...sections.count - 1)
    let isBefore = random.chance(1, in: 2)
    let anchor = sections[index].id
    sections.insert(section, at: isBefore ? index : index + 1)
    free.remove(id)
    return ["op": "moveSection", "id": .string(id), isBefore ? "before" : "after": .string(anchor)]
  }
}
