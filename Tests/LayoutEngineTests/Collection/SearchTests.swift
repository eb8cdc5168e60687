import Testing

@testable import LayoutEngine

@Suite struct SearchTests {
  private static func items(_ ids: [String?]) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    for id in ids { builder.append(Item(id: id, size: Size(width: 1, height: 1))) }
    return builder.finish()
  }

  private static func list(_ sections: [[String?]]) -> SectionList {
    SectionList(ContiguousArray(sections.map { Section(items: items($0)) }))
  }

  /// The positions of every id in a list, found by looking at each item.
  private static func plain(_ sections: SectionList) -> [String: Found<IndexPath>] {
    var found: [String: Found<IndexPath>] = [:]
    for section in 0..<sections.count {
      for item in 0..<sections[section].items.count {
        guard let id = sections[section].items.id(at: item) else { continue }
        let path = IndexPath(section: section, item: item)
        found.updateValue(found[id] == nil ? .one(path) : .several, forKey: id)
      }
    }
    return found
  }

  /// Compares every way to find some ids with looking at each item.
  private static func check(_ sections: SectionList, _ ids: [String], _ comment: Comment = "") {
    let plain = plain(sections)
    let expected = ids.map { plain[$0] ?? .nothing }
    #expect(ids.map { sections.path(ofItem: $0) } == expected, comment)
    #expect(sections.pathsByFilters(ids) == expected, comment)
    #expect(sections.pathsByTable(ids) == expected, comment)
    #expect(sections.paths(ofItems: ids) == expected, comment)
    #expect(sections.pathsOfItems() == plain, comment)
  }

  @Test func `an item is found by its id, in whatever section and chunk it stands`() {
    let sections = Self.list([
      (0..<3).map { "a\($0)" }, [], (0..<2000).map { "b\($0)" }, [nil, nil, "c"],
    ])
    #expect(sections.path(ofItem: "a2") == .one(IndexPath(section: 0, item: 2)))
    #expect(sections.path(ofItem: "b0") == .one(IndexPath(section: 2, item: 0)))
    #expect(sections.path(ofItem: "b1999") == .one(IndexPath(section: 2, item: 1999)))
    #expect(sections.path(ofItem: "c") == .one(IndexPath(section: 3, item: 2)))
    Self.check(sections, ["c", "b700", "nothing", "a0", "c"])
  }

  @Test func `an id that no item has is not found`() {
    #expect(Self.list([]).path(ofItem: "a") == .nothing)
    #expect(Self.list([]).paths(ofItems: []) == [])
    #expect(Self.list([(0..<1000).map { "\($0)" }]).path(ofItem: "1000") == .nothing)
    #expect(SectionList(Section(items: ItemSequence(count: 1_000_000))).path(ofItem: "0") == .nothing)
    #expect(SectionList(Section(items: ItemSequence(count: 1_000_000))).paths(ofItems: ["0"]) == [.nothing])
  }

  @Test(arguments: [[0, 1], [0, 999], [400, 1400], [3, 4, 5, 900]])
  func `an id of several items says so, in one chunk, in two and in two sections`(places: [Int]) {
    let ids = (0..<1500).map { places.contains($0) ? "twin" : "\($0)" }
    let one = Self.list([ids])
    #expect(one.path(ofItem: "twin") == .several)
    Self.check(one, ["twin", "7", "twin"])
    let two = Self.list([Array(ids[..<400]), Array(ids[400...])])
    #expect(two.path(ofItem: "twin") == .several)
    Self.check(two, ["7", "twin"])
  }

  @Test func `an empty string is an id, and no id is none`() {
    let ids: [String?] = (0..<600).map { $0 % 2 == 0 ? nil : "\($0)" }
    #expect(Self.list([ids]).path(ofItem: "") == .nothing)
    #expect(Self.list([ids + [""]]).path(ofItem: "") == .one(IndexPath(section: 0, item: 600)))
    #expect(Self.list([[nil, "", nil, ""]]).path(ofItem: "") == .several)
    Self.check(Self.list([ids, [""]]), ["", "1", "2"])
  }

  @Test func `ids are the same if their bytes are, though others are equivalent`() {
    let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"
    let sections = Self.list([(0..<600).map { "\($0)" } + ["caf\u{E9}", uuid, uuid.uppercased()]])
    let expected: [Found<IndexPath>] = [
      .one(IndexPath(section: 0, item: 600)), .nothing, .nothing, .one(IndexPath(section: 0, item: 601)),
      .one(IndexPath(section: 0, item: 602)), .nothing, .nothing,
    ]
    let sought = [
      "caf\u{E9}", "cafe\u{301}", "cafe", uuid, uuid.uppercased(), "0F" + uuid.dropFirst(2),
      uuid.replacing("-", with: ""),
    ]
    #expect(sought.map { sections.path(ofItem: $0) } == expected)
    #expect(sections.pathsByFilters(sought) == expected)
    #expect(sections.pathsByTable(sought) == expected)
  }

  @Test func `UUIDs among other ids are found in every way`() {
    var random = SeededGenerator(seed: 8123)
    func uuid() -> String { IDColumnTests.uuid(&random) }
    let ids: [String?] = (0..<3000).map { number in
      switch number % 7 {
      case 0: nil
      case 1: "\(number)"
      case 2: uuid().uppercased()
      default: uuid()
      }
    }
    let sections = Self.list([ids, (0..<700).map { _ in uuid() } + [ids[3]]])
    #expect(sections.path(ofItem: ids[3]!) == .several)
    let sought = [1, 2, 3, 4, 4, 2990].map { ids[$0]! }
    Self.check(sections, sought + [ids[2]!.lowercased(), uuid()])
  }

  @Test func `a hundred thousand random ids are found where a dictionary finds them`() {
    var random = SeededGenerator(seed: 4711)
    var lists: [[String?]] = []
    var left = 100_000
    while left > 0 {
      let count = min(left, random.pick([1, 7, 8, 9, 30, 511, 512, 513, 5000, 20_000]))
      lists.append(
        (0..<count).map { _ in
          // One id in some fifty comes more than once; long ones lie outside their strings.
          random.chance(1, in: 20)
            ? nil
            : "\(random.chance(1, in: 4) ? "an id too long to lie in its string " : "")\(random.integer(0...2_500_000))"
        })
      left -= count
    }
    let sections = Self.list(lists)
    let plain = Self.plain(sections)
    let sought =
      lists.joined().compactMap { $0 }.shuffled(using: &random)
      + (0..<10_000).map { "absent \($0)" }
    let expected = sought.map { plain[$0] ?? .nothing }
    #expect(expected.contains(.several))
    #expect(sections.pathsByTable(sought) == expected)
    #expect(sections.pathsByFilters(Array(sought.prefix(2000))) == Array(expected.prefix(2000)))
    #expect(sought.prefix(500).map { sections.path(ofItem: $0) } == Array(expected.prefix(500)))
    #expect(sought.suffix(500).map { sections.path(ofItem: $0) } == Array(expected.suffix(500)))
    #expect(sections.pathsOfItems() == plain)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `random edits leave every id where a look at each item finds it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 7919)
    var sections = Self.list([
      (0..<random.pick([3, 700, 3000])).map { "\($0)" },
      (0..<600).map { random.chance(1, in: 9) ? nil : "x\($0)" },
    ])
    for round in 0..<20 {
      let count = sections[0].items.count
      let places = Set((0..<random.pick([1, 3, 40])).map { _ in random.integer(0...count - 1) }).sorted()
      let new = places.map { Item(id: random.chance(1, in: 4) ? "\($0)" : "n\(round).\($0)") }
      sections = try sections.applying([
        BatchUpdate(.deleteItems(at: places.map { IndexPath(section: 0, item: $0) })),
        BatchUpdate(.insertItems(at: places.map { IndexPath(section: 0, item: $0) }, new)),
        BatchUpdate(
          .moveItem(from: IndexPath(section: 1, item: round), to: IndexPath(section: 0, item: count))),
      ]).sections
      let ids = places.flatMap { ["\($0)", "n\(round).\($0)"] } + ["x\(round)", "x\(round + 1)", "0"]
      Self.check(sections, ids, "round \(round)")
    }
  }

  @Test func `versions that share a chunk share its filter`() throws {
    let before = Self.list([(0..<2000).map { "\($0)" }])
    #expect(before.path(ofItem: "1999") == .one(IndexPath(section: 0, item: 1999)))
    let after = try before.applying([BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 600)]))])
      .sections
    func filters(_ sections: SectionList) -> [IDFilter?] {
      var filters: [IDFilter?] = []
      sections[0].items.chunks.walk { filters.append($0.lazyIDFilter.load()) }
      return filters
    }
    let changed = 600 / ItemChunk.capacity
    #expect(filters(after).indices.filter { filters(after)[$0] == nil } == [changed])
    #expect(after.path(ofItem: "1999") == .one(IndexPath(section: 0, item: 1998)))
    #expect(before.path(ofItem: "1999") == .one(IndexPath(section: 0, item: 1999)))
    let pairs = zip(filters(before), filters(after))
    #expect(pairs.enumerated().filter { $1.0 !== $1.1 }.map(\.offset) == [changed])
    #expect(!filters(after).contains { $0 == nil })
  }

  @Test func `a filter rules out nearly all that a chunk does not hold, and nothing that it does`() {
    for count in [9, 100, 342, 512, 5000] {
      let ids = IDColumn((0..<count).map { "\($0)" })
      let filter = IDFilter(of: ids)
      #expect(ids.indices.allSatisfy { filter.mayHold(ids.hash(at: $0)) })
      let absent = IDColumn((0..<20_000).map { "absent \($0)" })
      let mistakes = absent.indices.count { filter.mayHold(absent.hash(at: $0)) }
      #expect(mistakes < 400, "\(count)")
    }
  }

  @Test func `a section is found by its id`() {
    let sections = SectionList(
      ContiguousArray(
        ["a", nil, "b", "", "b"].map { Section(id: $0, items: ItemSequence(count: 1)) }))
    #expect(sections.index(ofSection: "a") == .one(0))
    #expect(sections.index(ofSection: "") == .one(3))
    #expect(sections.index(ofSection: "b") == .several)
    #expect(sections.index(ofSection: "c") == .nothing)
    #expect(sections.indicesOfSections() == ["a": .one(0), "": .one(3), "b": .several])
    #expect(Self.list([]).index(ofSection: "a") == .nothing)
  }
}
