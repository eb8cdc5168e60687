import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// Viewports whose readers expand and collapse items for themselves.
struct OwnOutlineTests {
  private static let name = "anna"
  private static let bounds = Rect(x: 0, y: 0, width: 100, height: 200)

  /// A tree of some levels in the first section, and a flat second one.
  private static func sections(_ count: Int) throws -> SectionList {
    let items = (0..<count).map { index in
      OutlineItem(
        Item(id: "\(index)"), under: index % 5 == 0 ? nil : index / 5 * 5 + index % 5 / 2,
        isExpanded: index % 3 == 0)
    }
    let made = try #require(Outline.of(items))
    var section = Section(id: "s", items: made.shown)
    section.outline = made.outline
    return SectionList([section, Section("flat", [Item(id: "x"), Item(id: "y")])])
  }

  private static func collection(_ count: Int = 10) throws -> SolvedCollection {
    var layout = ListLayout()
    layout.metrics.rowHeight = .points(20)
    let state = CollectionState(
      sections: try sections(count), layout: LayoutChoice(kind: .list(layout), jsonText: Array("{}".utf8)),
      main: Viewport(container: Container(size: bounds.size), containerJSON: [], bounds: bounds))
    return try open(in: SolvedCollection(solving: state))
  }

  private static func open(in collection: SolvedCollection, own: Bool = true) throws -> SolvedCollection {
    var change = ViewportChange(
      name: name, bounds: bounds, container: (Container(size: bounds.size), Array("{}".utf8)))
    change.hasOwnOutline = own
    return try collection.applying(change).after
  }

  private static func ids(_ collection: SolvedCollection, on name: String = name) -> [String] {
    let items = collection.sections(shownOn: name)[0].items
    return (0..<items.count).compactMap { items.id(at: $0) }
  }

  private static func expanding(_ ids: String..., descendants: Bool = false) -> CollectionChange {
    .outlines([OutlineEdit(.expand(ids, withDescendants: descendants))])
  }

  private static func collapsing(_ ids: String...) -> CollectionChange {
    .outlines([OutlineEdit(.collapse(ids, withDescendants: false))])
  }

  @Test func `an item that a reader expands is expanded for that reader alone, without a new version`() throws
  {
    let before = try Self.collection()
    #expect(Self.ids(before) == Self.ids(before, on: Viewport.main))
    let shown = Self.ids(before)
    #expect(shown == ["0", "1", "5"])
    let step = try before.applying(Self.expanding("1"), onlyOn: Self.name)
    #expect(Self.ids(step.after) == ["0", "1", "2", "3", "5"])
    #expect(Self.ids(step.after, on: Viewport.main) == shown)
    #expect(step.after.version == before.version && step.change == nil)
    #expect(step.viewportEdits.defined == Self.name)
    let diff = try #require(step.diff(of: Self.name, visibleOnly: true))
    #expect(diff.changes.count { $0.type == .insert } == 2)
    #expect(step.diff(visibleOnly: true)?.changes.isEmpty == true)
  }

  @Test func `the choices of a reader stay, and items without a choice follow the collection`() throws {
    var collection = try Self.collection()
    collection = try collection.applying(Self.collapsing("0"), onlyOn: Self.name).after
    #expect(Self.ids(collection) == ["0", "5"])
    let others = try collection.applying(Self.expanding("1", "0", "5", descendants: false))
    #expect(Self.ids(others.after, on: Viewport.main) == ["0", "1", "2", "3", "5", "6", "7", "8"])
    #expect(Self.ids(others.after) == ["0", "5", "6", "7", "8"])
    let all = try others.after.applying(Self.expanding("0", descendants: true)).after
    #expect(Self.ids(all) == ["0", "5", "6", "7", "8"])
    // The choice is for the item alone: the items below it have followed.
    let again = try all.applying(Self.expanding("0"), onlyOn: Self.name).after
    #expect(Self.ids(again) == Self.ids(all, on: Viewport.main))
  }

  @Test func `an outline of its own is stored with the viewport, and ends with it`() throws {
    var collection = try Self.collection()
    collection = try collection.applying(Self.expanding("1"), onlyOn: Self.name).after
    let viewport = try #require(collection.viewport(Self.name))
    let read = try Viewport(stored: viewport.stored(), reading: KnownLayouts.gallery)
    #expect(read.ownOutline?.choices == ["1": true])
    var restored = try SolvedCollection(solving: collection.state)
    restored.setViewport(Self.name, read)
    try restored.solveViewports()
    #expect(Self.ids(restored) == Self.ids(collection))
    let removed = try restored.removing(viewport: Self.name).after
    #expect(removed.branches.isEmpty && removed.viewport(Self.name) == nil)
    let shared = try Self.open(in: collection, own: false)
    #expect(shared.branches.isEmpty && Self.ids(shared) == Self.ids(shared, on: Viewport.main))
  }

  @Test func `changes for all reach a viewport with choices, also beside items without ids`()
    throws
  {
    var state = try Self.collection().state
    state.sections = SectionList([state.sections[0], Section(items: ItemSequence(count: 3))])
    var collection = try Self.open(in: SolvedCollection(solving: state))
    collection = try collection.applying(Self.collapsing("0"), onlyOn: Self.name).after
    let expanded = try collection.applying(Self.expanding("0", descendants: true))
    #expect(Self.ids(expanded.after, on: Viewport.main) == ["0", "1", "2", "4", "3", "5"])
    #expect(Self.ids(expanded.after) == ["0", "5"])
    // What the reader has not chosen below has followed.
    let shown = try expanded.after.applying(Self.expanding("0"), onlyOn: Self.name).after
    #expect(Self.ids(shown) == Self.ids(shown, on: Viewport.main))
    let collapsed = try shown.applying(
      .outlines([OutlineEdit(.collapse(["0"], withDescendants: true))]))
    #expect(Self.ids(collapsed.after, on: Viewport.main) == ["0", "5"])
    #expect(Self.ids(collapsed.after) == ["0", "1", "5"])
    let deleted = try collapsed.after.applying(.updates([BatchUpdate(.deleteSections(at: [0]))])).after
    let inserted = try deleted.applying(
      .updates([BatchUpdate(.insertSections(at: [0], [try Self.sections(10)[0]]))])
    ).after
    // The reader has expanded this item, and the others are as they come.
    #expect(Self.ids(inserted) == ["0", "1", "5"])
    let own = try inserted.applying(Self.collapsing("0"), onlyOn: Self.name).after
    let again = try own.applying(.updates([BatchUpdate(.deleteSections(at: [0]))])).after.applying(
      .updates([BatchUpdate(.insertSections(at: [0], [try Self.sections(10)[0]]))]))
    #expect(Self.ids(again.after) == ["0", "5"] && Self.ids(again.after, on: Viewport.main).count == 3)
  }

  @Test func `a viewport moves at the version of the collection, whatever changes it shows`()
    throws
  {
    var state = try Self.collection().state
    var item = Item(id: "x")
    item.estimatedSize = Size(width: 100, height: 20)
    state.sections = SectionList([state.sections[0], Section("flat", [item])])
    var collection = try Self.open(in: SolvedCollection(solving: state))
    let batch = MeasurementBatch(
      breadth: collection.measuredBreadth(of: collection.state.main),
      elements: [MeasuredElement(.cell(1, 0), Measurement(size: Size(width: 100, height: 30)))])
    collection = try collection.applying(.measurements(batch)).after
    #expect(collection.version == 2)
    let moved = try collection.applying(
      ViewportChange(name: Self.name, bounds: Rect(x: 0, y: 5, width: 100, height: 200))
    ).after
    #expect(moved.viewport(Self.name)?.movedAt == 2)
  }

  @Test func `a viewport that is watched stays in use, also after a change for all`() throws {
    let later = Moment.now + .seconds(3600)
    let kept = try #require(
      Self.collection().expiringViewports(idle: .seconds(600), watched: [Self.name], now: later))
    let changed = try kept.after.applying(Self.expanding("1")).after
    #expect(changed.viewport(Self.name)?.usedAt == later)
  }

  @Test func `a stored main viewport has no outline of its own`() throws {
    var state = try Self.collection().state
    let layouts = KnownLayouts(["{}": state.layout.kind])
    #expect(throws: Never.self) { try CollectionState(stored: state.stored(), reading: layouts) }
    let entry = JournalEntry(.layout(state.layout), making: state)
    #expect(throws: Never.self) { try JournalEntry(stored: entry.bytes, reading: layouts) }
    state.main.ownOutline = OwnOutline()
    #expect(throws: StoredFormError.self) { try CollectionState(stored: state.stored(), reading: layouts) }
    let wrong = JournalEntry(.layout(state.layout), making: state)
    #expect(throws: StoredFormError.self) { try JournalEntry(stored: wrong.bytes, reading: layouts) }
  }

  @Test func `a client whose viewport shares the outline again gets all elements`() throws {
    let collection = try Self.collection().applying(Self.expanding("1"), onlyOn: Self.name).after
    var change = ViewportChange(name: Self.name, bounds: Self.bounds)
    change.hasOwnOutline = false
    let step = try collection.applying(change)
    #expect(step.scrolled?.isResync == true)
    #expect(step.scrolled?.appeared.count { $0.kind == .cell } == 5)
  }

  @Test func `the choices of a viewport are limited, and those for items that are gone make room`() throws {
    let items = (0..<OwnOutline.choiceLimit + 1).flatMap {
      [OutlineItem(Item(id: "p\($0)")), OutlineItem(Item(id: "c\($0)"), under: 2 * $0)]
    }
    let made = try #require(Outline.of(items))
    var section = Section(id: "s", items: made.shown)
    section.outline = made.outline
    let sections = SectionList([section])
    func expand(_ ids: some Sequence<Int>) -> [OutlineEdit] {
      [OutlineEdit(.expand(ids.map { "p\($0)" }, withDescendants: false))]
    }
    var outline = OwnOutline()
    #expect(throws: OutlineError.self) { try outline.note(expand(0...OwnOutline.choiceLimit), in: sections) }
    outline = OwnOutline(choices: ["gone": true])
    _ = try outline.note(expand(0..<OwnOutline.choiceLimit), in: sections)
    #expect(outline.choices.count == OwnOutline.choiceLimit && outline.choices["gone"] == nil)
  }

  @Test(arguments: TestEffort.part(of: Array<UInt64>(1...20)))
  func `after any changes a viewport shows the collection with its reader's choices`(seed: UInt64) throws {
    var random = TestSupport.SeededGenerator(seed: seed)
    var collection = try Self.collection(30)
    var made = 0
    for round in 0..<60 {
      let before = collection
      let ids = Self.allIDs(collection)
      guard !ids.isEmpty else { return }
      let change = Self.change(ids, &made, &random)
      let isOwn = random.chance(1, in: 3)
      let applied: CollectionStep?
      do throws(ChangeError) {
        if isOwn {
          applied = try collection.applying(Self.disclosure(ids, &random), onlyOn: Self.name)
        } else {
          applied = try collection.applying(change)
        }
      } catch {
        applied = nil
      }
      guard var step = applied else { continue }
      step.place()
      collection = step.after
      let branch = collection.shown(on: Self.name)
      let outline = try #require(collection.viewport(Self.name)?.ownOutline)
      let expected = outline.applied(to: collection.state.sections)
      #expect(
        Self.lines(branch.state.sections) == Self.lines(expected), "seed \(seed), round \(round): \(change)")
      #expect(branch.version == collection.version)
      #expect(collection.viewport(Self.name)?.bounds == branch.state.main.bounds)
      #expect(Self.table(try SolvedCollection(solving: branch.state)) == Self.table(branch))
      let diff = try #require(step.diff(of: Self.name, visibleOnly: false))
      Self.check(diff, from: before.shown(on: Self.name), to: branch, "seed \(seed), round \(round)")
    }
  }
}

extension OwnOutlineTests {
  private static func allIDs(_ collection: SolvedCollection) -> [String] {
    var ids: [String] = []
    collection.state.sections[0].outline?.forEachItem { id, _, _, _ in ids.append(id) }
    return ids
  }

  private static func lines(_ sections: SectionList) -> [String] {
    var lines: [String] = []
    sections[0].outline?.forEachItem { id, level, isExpanded, hidden in
      lines.append("\(level) \(id) \(isExpanded) \(hidden == nil)")
    }
    let items = sections[0].items
    return lines
      + (0..<items.count).map { "\(items.id(at: $0) ?? "") \(items.item(at: $0)?.indentationLevel ?? 0)" }
  }

  private static func disclosure(
    _ ids: [String], _ random: inout TestSupport.SeededGenerator
  ) -> CollectionChange {
    let some = [random.pick(ids), random.pick(ids)]
    let withDescendants = random.chance(1, in: 4)
    return .outlines([
      OutlineEdit(
        random.chance(1, in: 2)
          ? .expand(some, withDescendants: withDescendants)
          : .collapse(some, withDescendants: withDescendants))
    ])
  }

  private static func change(
    _ ids: [String], _ made: inout Int, _ random: inout TestSupport.SeededGenerator
  ) -> CollectionChange {
    made += 1
    let (id, other) = (random.pick(ids), random.pick(ids))
    switch random.integer(0...9) {
    case 0, 1: return disclosure(ids, &random)
    case 2, 3:
      return .outlines([
        OutlineEdit(.move(id, random.chance(1, in: 2) ? .into(other, atStart: false) : .before(other)))
      ])
    case 4, 5:
      let items = [
        OutlineItem(Item(id: "n\(made)"), isExpanded: true), OutlineItem(Item(id: "m\(made)"), under: 0),
      ]
      return .outlines([OutlineEdit(.insert(items, .into(id, atStart: true)))])
    case 6:
      return .outlines([OutlineEdit(.delete([id])), OutlineEdit(.collapse([other], withDescendants: false))])
    case 7: return .updates([BatchUpdate(.reloadItems(at: [IndexPath(section: 0, item: 0)], nil))])
    case 8:
      return .updates([
        BatchUpdate(.insertItems(at: [IndexPath(section: 1, item: 0)], [Item(id: "f\(made)")]))
      ])
    default:
      var layout = ListLayout()
      layout.metrics.rowHeight = .points(Double(random.integer(10...40)))
      return .layout(LayoutChoice(kind: .list(layout), jsonText: Array("{\"\(made)\":0}".utf8)))
    }
  }

  /// The frames of all elements.
  private static func table(_ collection: SolvedCollection) -> [ElementPath: Rect] {
    let list = collection.layout.elements(in: nil, visible: collection.state.bounds)
    return Dictionary(
      uniqueKeysWithValues: (0..<list.count).map {
        (ElementPath(kind: list[$0].kind, indexPath: list[$0].indexPath), list[$0].frame)
      })
  }

  /// Checks that the old elements with every change of a diff made are the new ones.
  private static func check(
    _ diff: UpdateDiff, from before: SolvedCollection, to after: SolvedCollection, _ place: String
  ) {
    var made = table(before)
    for change in diff.changes {
      if let from = change.from { made[ElementPath(kind: change.kind, indexPath: from)] = nil }
    }
    for change in diff.changes {
      if let to = change.to { made[ElementPath(kind: change.kind, indexPath: to)] = change.final.frame }
    }
    #expect(made == table(after), "\(place)")
  }
}
