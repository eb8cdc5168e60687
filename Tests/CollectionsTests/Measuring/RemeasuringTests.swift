import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Measurements in a compositional layout of a list above a grid: they hold in the section that they were made for.
struct RemeasuringTests {
  private let key = CollectionKey("c")
  private let measurer = HeightMeasurer()

  private static var kind: LayoutKind {
    var list = ListLayout()
    list.metrics.rowHeight = .automatic
    var grid = GridLayout()
    grid.metrics.columns = .count(2)
    grid.metrics.lineExtent = .automatic
    return .compositional(
      CompositionalLayout(sections: [
        CompositionalSection(kind: .list(list)), CompositionalSection(kind: .grid(grid)),
      ]))
  }

  private static func section(_ id: String, _ count: Int) -> Section {
    Section(id, (0..<count).map { Item("\(id)\($0)", height: 40) })
  }

  private func solved(_ sections: [Section]) throws -> SolvedCollection {
    try MeasuredScreens.sized(Self.kind, SectionList(ContiguousArray(sections)), scope: .all, measurer)
  }

  private func names(_ solved: SolvedCollection, _ paths: [ElementPath]) -> Set<String> {
    Set(paths.compactMap { solved.id(at: $0.indexPath) })
  }

  /// Makes a change; returns the ids of the items that it measures again.
  private func remeasured(
    _ updates: BatchUpdate..., from before: SolvedCollection
  ) throws -> Set<String> {
    measurer.forget()
    let step = try before.sizedStep(.updates(updates), measurer)
    #expect(step.after.cells.allSatisfy { !$0.isEstimated })
    return names(step.after, measurer.measured)
  }

  @Test func `an item that moves from a list to a grid is measured in its cell`() throws {
    let before = try solved([Self.section("a", 3), Self.section("b", 3)])
    let move = BatchUpdate(
      .moveItem(from: IndexPath(section: 0, item: 1), to: IndexPath(section: 1, item: 0)))
    let after = try before.applying(.updates([move])).after
    let cell = try #require(after.layout.attributes(of: .cell(1, 0), visible: nil))
    #expect(cell.isEstimated)
    // The others keep their measurements.
    #expect(after.cells.filter(\.isEstimated).count == 1)
    #expect(try remeasured(move, from: before) == ["a1"])
  }

  @Test func `an item that moves within its section, or to one that measures alike, is not measured again`()
    throws
  {
    let before = try solved([Self.section("a", 3), Self.section("b", 3), Self.section("c", 3)])
    for (from, to) in [(IndexPath(section: 0, item: 2), 0), (IndexPath(section: 1, item: 0), 2)] {
      let move = BatchUpdate(.moveItem(from: from, to: IndexPath(section: to, item: 0)))
      #expect(try remeasured(move, from: before) == [])
    }
  }

  @Test func `a section that becomes a list or a grid is measured, and no other`() throws {
    let before = try solved([Self.section("a", 2), Self.section("b", 2), Self.section("c", 2)])
    let moved = try remeasured(BatchUpdate(.moveSection(from: 0, to: 2)), from: before)
    #expect(moved == ["a0", "a1", "b0", "b1"])
    let inserted = try remeasured(
      BatchUpdate(.insertSections(at: [0], [Self.section("n", 1)])), from: before)
    #expect(inserted == ["n0", "a0", "a1"])
    #expect(try remeasured(BatchUpdate(.deleteSections(at: [0])), from: before) == ["b0", "b1"])
    let kept = try remeasured(
      BatchUpdate(.moveItem(from: IndexPath(section: 0, item: 0), to: IndexPath(section: 0, item: 1))),
      BatchUpdate(.moveSection(from: 1, to: 2)), from: before)
    #expect(kept == [])
  }

  @Test func `a snapshot that moves an item to another kind of section measures it there`() throws {
    let before = try solved([Self.section("a", 2), Self.section("b", 2)])
    measurer.forget()
    let items = ["a1", "b0", "b1"].map { Item($0, height: 40) }
    let next = SectionList([Self.section("a", 1), Section("b", items)])
    let step = try before.sizedStep(.snapshot(next), measurer)
    #expect(names(step.after, measurer.measured) == ["a1"])
  }

  @Test(arguments: 1...4)
  func `a collection that is loaded again has measured the same, in every viewport`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let journal = MemoryJournal()
    let store = try CollectionStore(journal: journal)
    let sections = ["a", "b", "c"].map { Self.section($0, 12) }
    try store.create(key, solved(sections)).wait()
    var change = ViewportChange(name: "narrow", bounds: Rect(x: 0, y: 0, width: 120, height: 300))
    change.container = (MeasuredScreens.container(width: 120), MeasuredScreens.words("120"))
    let (added, measurer) = (change, measurer)
    _ = try store.changeHere(key) { (before) throws(ContentSizingError<Never>) in
      (try before.applying(added, measurer.measure), ())
    }.wait()
    for _ in 0..<30 {
      let sections = try store.solved(key).wait().state.sections
      let from = random.integer(0...2)
      let to = random.integer(0...2)
      let update: BatchUpdate
      if random.integer(0...3) == 0 || sections[from].items.count == 0 {
        update = BatchUpdate(.moveSection(from: from, to: to))
      } else {
        update = BatchUpdate(
          .moveItem(from: IndexPath(section: from, item: 0), to: IndexPath(section: to, item: 0)))
      }
      _ = try store.changeHere(key) { before in (try before.sizedStep(.updates([update]), measurer), ()) }
        .wait()
      let live = try store.solved(key).wait()
      #expect(live.estimatedOnScreen.isEmpty)
      store.savePositions()
      let read = try CollectionStore(journal: journal).solved(key).wait()
      for name in live.viewportNames {
        let layouts = [read, live].map { $0.solvedViewport(of: $0.viewport(name)!).layout }
        #expect(difference(layouts[0], layouts[1]) == nil, "\(name)")
      }
    }
  }
}
