import TestSupport
import Testing

@testable import LayoutEngine

/// Outlines of sections (`NSDiffableDataSourceSectionSnapshot`): what edits do to the shown items.
///
/// Apple's documentation of `level(of:)`: "A level of `0` means the item is at the root level of the section snapshot."
struct OutlineTests {
  /// A section with a tree in preorder, written as a number of dots for the level, the id, and + for an expanded item.
  static func tree(_ lines: String...) throws -> SectionList {
    var items: [OutlineItem] = []
    var path: [Int] = []
    for line in lines {
      let level = line.prefix { $0 == "." }.count
      let name = line.dropFirst(level)
      path.removeLast(path.count - level)
      items.append(
        OutlineItem(
          Item(id: String(name.filter { $0 != "+" })), under: path.last, isExpanded: name.last == "+"))
      path.append(items.count - 1)
    }
    let made = try #require(Outline.of(items))
    var section = Section(id: "s", items: made.shown)
    section.outline = made.outline
    return SectionList(section)
  }

  private static func ids(_ sections: SectionList) -> [String] {
    (0..<sections[0].items.count).compactMap { sections[0].items.id(at: $0) }
  }

  private static func words(_ updates: [BatchUpdate]) -> [String] {
    updates.map { update in
      switch update.action {
      case .deleteItems(let paths): "delete \(paths.map { $0.item })"
      case .insertItems(let paths, let items): "insert \(paths.map { $0.item }) \(items.map { $0.id ?? "" })"
      case .moveItem(let from, let to): "move \(from.item) to \(to.item)"
      case .reconfigureItems(let paths, let items):
        "reconfigure \(paths.map { $0.item }) \(items?.count ?? 0)"
      case .reloadItems(let paths, let items): "reload \(paths.map { $0.item }) \(items?.count ?? 0)"
      default: "other"
      }
    }
  }

  @Test func `a section shows the items that no collapsed item is above, with their levels`() throws {
    let sections = try Self.tree("a+", ".b", "..c+", "...d", ".e+", "..f", "g")
    #expect(Self.ids(sections) == ["a", "b", "e", "f", "g"])
    #expect((0..<5).map { sections[0].items.item(at: $0)?.indentationLevel } == [nil, 1, 1, 2, nil])
    #expect(sections.itemCount == 5 && sections.storedItemCount == 7)
  }

  @Test func `an item that expands is reconfigured, and those below it are inserted`() throws {
    let sections = try Self.tree("a+", ".b", "..c+", "...d", "e")
    let made = try sections.editing([OutlineEdit(.expand(["b"], withDescendants: false))])
    #expect(Self.words(made.updates) == [#"insert [2, 3] ["c", "d"]"#, "reconfigure [1] 0"])
    let after = try sections.applying(made.updates, outlines: made.outlines).sections
    #expect(Self.ids(after) == ["a", "b", "c", "d", "e"])
    #expect(after[0].items.item(at: 3)?.indentationLevel == 3)
  }

  @Test func `an item that collapses takes everything below it away, and keeps which of it was expanded`()
    throws
  {
    let sections = try Self.tree("a+", ".b+", "..c", ".d", "e")
    let made = try sections.editing([OutlineEdit(.collapse(["a"], withDescendants: false))])
    #expect(Self.words(made.updates) == ["delete [1, 2, 3]", "reconfigure [0] 0"])
    let after = try sections.applying(made.updates, outlines: made.outlines).sections
    #expect(Self.ids(after) == ["a", "e"])
    let again = try after.editing([OutlineEdit(.expand(["a"], withDescendants: false))])
    #expect(
      Self.ids(try after.applying(again.updates, outlines: again.outlines).sections) == Self.ids(sections))
  }

  @Test func `expanding a leaf, or an item that is expanded, changes nothing that is shown`() throws {
    let sections = try Self.tree("a+", ".b", "c")
    #expect(try sections.editing([OutlineEdit(.expand(["c", "a"], withDescendants: false))]).updates.isEmpty)
  }

  @Test func `an item moves with those shown below it, at its new level`() throws {
    let sections = try Self.tree("a+", ".b", "c+", ".d")
    let made = try sections.editing([OutlineEdit(.move("c", .into("a", atStart: true)))])
    #expect(Self.words(made.updates) == ["move 2 to 1", "move 3 to 2", "reconfigure [2, 3] 2"])
    let after = try sections.applying(made.updates, outlines: made.outlines).sections
    #expect(Self.ids(after) == ["a", "c", "d", "b"])
    #expect((0..<4).map { after[0].items.item(at: $0)?.indentationLevel ?? 0 } == [0, 1, 2, 1])
  }

  @Test func `an item that moves is reconfigured if it is described anew or its disclosure changes`() throws {
    let sections = try Self.tree("a", "b+", ".c", "d")
    let described = try sections.editing([
      OutlineEdit(.describe(["d"], nil, reloads: true)),
      OutlineEdit(.move("d", .top(section: 0, atStart: true))),
    ])
    #expect(Self.words(described.updates) == ["move 3 to 0", "reconfigure [3] 1"])
    _ = try sections.applying(described.updates, outlines: described.outlines)
    // c leaves b, which ceases to have a disclosure and moves to the end.
    let turned = try sections.editing([
      OutlineEdit(.move("c", .top(section: 0, atStart: true))),
      OutlineEdit(.move("b", .top(section: 0, atStart: false))),
    ])
    #expect(Self.words(turned.updates) == ["move 2 to 0", "move 1 to 3", "reconfigure [2, 1] 2"])
    _ = try sections.applying(turned.updates, outlines: turned.outlines)
  }

  @Test func `a section of items without levels of their own gets an outline, at the cost of all`() throws {
    let flat = SectionList([Section(items: [Item(id: "a"), Item(id: "b")])])
    let child = OutlineEdit(.insert([OutlineItem(Item(id: "c"))], .into("a", atStart: false)))
    #expect(flat.reach(of: [child]) == 2)
    #expect(try flat.editing([child]).outlines.count == 1)
    var levelled = Item(id: "b")
    levelled.indentationLevel = 3
    let other = SectionList([Section(items: [Item(id: "a"), levelled])])
    #expect(throws: OutlineError.self) { try other.editing([child]) }
  }

  @Test func `an item that moves and turns in one batch is reconfigured too`() throws {
    let sections = try Self.tree("a", "b", ".c")
    let expansion = OutlineEdit(.expand(["b"], withDescendants: false))
    let made = try sections.editing([expansion, OutlineEdit(.move("b", .before("a")))])
    #expect(Self.words(made.updates) == ["move 1 to 0", "reconfigure [1] 1", #"insert [1] ["c"]"#])
    // Without a description of its own, too.
    let moved = OutlineEdit(.move("b", .before("a")))
    let described = try sections.editing([OutlineEdit(.describe(["b"], nil, reloads: false)), moved])
    #expect(Self.words(described.updates) == ["move 1 to 0", "reconfigure [1] 1"])
  }

  @Test func `a snapshot that turns an item alone reconfigures it`() throws {
    // c begins to have a child, and d has none any more; b has stayed, with a child that is hidden.
    let before = try Self.tree("a+", ".e", "b", ".f", "c", "d", ".g")
    let after = try Self.tree("a", ".e", "b", ".f", "c", ".g", "d")
    let difference = try before.difference(to: after)
    #expect(Self.words(difference.updates) == ["delete [1]", "reconfigure [0, 3, 4] 0"])
    #expect(difference.changedItems.isEmpty && difference.turnedItems.count == 3)
    // The item moves, and expands.
    let moved = try Self.tree("b+", ".f", "a+", ".e", "c", "d", ".g")
    let updates = try before.difference(to: moved).updates
    #expect(Self.words(updates).contains("reconfigure [2] 0"), "\(Self.words(updates))")
    #expect(try before.difference(to: before).updates.isEmpty)
  }

  @Test func `edits that cannot be made name the fault, and the operation`() throws {
    let sections = try Self.tree("a+", ".b", "..c", "d")
    func refusal(_ edits: OutlineEdit.Action...) -> OutlineError? {
      do throws(OutlineError) { _ = try sections.editing(edits.map { OutlineEdit($0) }) } catch {
        return error
      }
      return nil
    }
    let unknown = refusal(.expand(["a"], withDescendants: false), .collapse(["x"], withDescendants: false))
    #expect(unknown?.operation == 1 && unknown?.detail == "no item has the id \"x\" before the update")
    for place in [
      OutlinePlace.into("a", atStart: true), .into("c", atStart: false), .after("c"), .before("b"),
    ] {
      #expect(refusal(.move("a", place))?.detail.contains("under itself or one of its descendants") == true)
    }
    #expect(refusal(.move("a", .after("a")))?.detail == "an item cannot move next to itself")
    // The item with the id is hidden, shown, or the other one of the operation.
    for ids in [["c"], ["d"], ["n", "n"]] {
      let items = ids.map { OutlineItem(Item(id: $0)) }
      #expect(refusal(.insert(items, .top(section: 0, atStart: true)))?.detail.contains("the id \"") == true)
    }
    #expect(
      refusal(.insert([OutlineItem(Item())], .into("a", atStart: true)))?.detail.contains("has an id") == true
    )
    #expect(refusal(.describe(["a"], [Item(id: "b")], reloads: true)) != nil)
  }

  /// With a search of all outlines for each id, this takes minutes.
  @Test func `a batch finds its items in any number of sections with outlines`() throws {
    let count = 20_000
    var sections: ContiguousArray<Section> = []
    for index in 0..<count {
      let items = [OutlineItem(Item(id: "p\(index)")), OutlineItem(Item(id: "c\(index)"), under: 0)]
      let made = try #require(Outline.of(items))
      var section = Section(id: "\(index)", items: made.shown)
      section.outline = made.outline
      sections.append(section)
    }
    let list = SectionList(sections)
    let parents = (0..<count).map { "p\($0)" }
    let made = try list.editing([OutlineEdit(.expand(parents, withDescendants: false))])
    let after = try list.applying(made.updates, outlines: made.outlines).sections
    #expect(after.itemCount == 2 * count)
    // Inserted behind items that the batch has shown, below one that it has inserted, and once.
    let again = try list.editing([
      OutlineEdit(.insert([OutlineItem(Item(id: "n"))], .into("c7", atStart: true))),
      OutlineEdit(.insert([OutlineItem(Item(id: "m"))], .into("n", atStart: true))),
      OutlineEdit(.expand(["p7", "c7", "n"], withDescendants: false)),
    ])
    let path = try list.applying(again.updates, outlines: again.outlines).sections.path(ofItem: "m")
    #expect(path == .one(IndexPath(section: 7, item: 3)))
    let twice = OutlineEdit(.insert([OutlineItem(Item(id: "n"))], .into("c8", atStart: true)))
    #expect(throws: OutlineError.self) { try list.editing([twice, twice]) }
    // New sections, of which one has the id of a hidden item.
    let news = (0..<count).map { Section(items: [Item(id: $0 == 9 ? "c9" : "n\($0)")]) }
    let insertion = [BatchUpdate(.insertSections(at: Array(0..<count), news))]
    let updated = try list.applying(insertion)
    #expect(throws: OutlineError.self) { try list.checkOutlines(insertion, updated) }
  }

  @Test func `a batch by index paths cannot change the items of an outline`() throws {
    let sections = try Self.tree("a+", ".b", "..c", "d")
    let batches: [BatchUpdate.Action] = [
      .deleteItems(at: [IndexPath(section: 0, item: 0)]),
      .insertItems(at: [IndexPath(section: 0, item: 0)], [Item(id: "n")]),
      .moveItem(from: IndexPath(section: 0, item: 0), to: IndexPath(section: 0, item: 1)),
      .reconfigureItems(at: [IndexPath(section: 0, item: 0)], [Item(id: "a")]),
    ]
    for action in batches {
      let updates = [BatchUpdate(action)]
      let updated = try sections.applying(updates)
      #expect(throws: OutlineError.self) { try sections.checkOutlines(updates, updated) }
    }
    let reload = [BatchUpdate(.reloadItems(at: [IndexPath(section: 0, item: 0)], nil))]
    try sections.checkOutlines(reload, try sections.applying(reload))
    // The id of a hidden item.
    let insertion = [BatchUpdate(.insertSections(at: [0], [Section(items: [Item(id: "c")])]))]
    #expect(throws: OutlineError.self) {
      try sections.checkOutlines(insertion, try sections.applying(insertion))
    }
  }

  @Test func `after any edits the section shows what a plain tree does, by the operations that this needs`() {
    for seed in 1...40 {
      var walk = OutlineWalk(seed: UInt64(seed) * 7919, count: 25)
      if let difference = walk.difference() { Issue.record("seed \(seed): \(difference)") }
      for round in 0..<100 {
        guard let complaint = walk.step() else { continue }
        Issue.record("seed \(seed), round \(round): \(complaint)")
        return
      }
      #expect(walk.batches > 40 && walk.refusals > 0)
    }
  }

  @Test
  func
    `a tree of a hundred thousand levels expands, collapses, moves and goes without overflowing the stack`()
    throws
  {
    let count = 100_000
    let items = (0..<count).map { OutlineItem(Item(id: "\($0)"), under: $0 == 0 ? nil : $0 - 1) }
    let made = try #require(Outline.of(items + [OutlineItem(Item(id: "last"))]))
    var section = Section(id: "s", items: made.shown)
    section.outline = made.outline
    var sections = SectionList(section)
    func make(_ action: OutlineEdit.Action) throws -> Int {
      let made = try sections.editing([OutlineEdit(action)])
      sections = try sections.applying(made.updates, outlines: made.outlines).sections
      return sections.itemCount
    }
    #expect(try make(.expand(["0"], withDescendants: true)) == count + 1)
    #expect(sections[0].items.item(at: count - 1)?.indentationLevel == count - 1)
    #expect(try make(.collapse(["50000"], withDescendants: false)) == 50_002)
    #expect(try make(.move("50000", .into("last", atStart: true))) == 50_001)
    #expect(try make(.delete(["1"])) == 2)
    // The first item, the last one and the items that have moved under that.
    #expect(sections.storedItemCount == 50_002)
  }

  @Test func `parents that form a cycle make no outline`() {
    let items = [OutlineItem(Item(id: "a"), under: 1), OutlineItem(Item(id: "b"), under: 0)]
    #expect(Outline.of(items) == nil)
    #expect(Outline.of([OutlineItem(Item(id: "a")), OutlineItem(Item(id: "a"))]) == nil)
  }
}
