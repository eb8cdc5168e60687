import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel
@testable import Collections

/// The cache of measurements.
struct MeasurementMemoryTests {
  private let store: CollectionStore
  private let tall = Size(width: 200, height: 90)

  private let breadth = MeasuredBreadth(points: 200, arrangement: "list")

  init() throws { store = try CollectionStore(journal: MemoryJournal()) }

  private func make(
    _ id: String, owner: String = "", shared: String? = nil,
    _ sections: SectionList = MeasuredScreens.items(10),
    in store: CollectionStore
  ) throws -> CollectionKey {
    let key = CollectionKey(owner: owner, id: id)
    let space = store.measurementSpace(of: key, shared: shared)
    try store.create(
      key,
      MeasuredScreens.collection(MeasuredScreens.list, sections, remembering: space, shared: shared)
    ).wait()
    return key
  }

  @discardableResult
  private func change(
    _ key: CollectionKey, in store: CollectionStore,
    _ step: (SolvedCollection) throws(ChangeError) -> CollectionStep
  ) throws -> SolvedCollection {
    _ = try store.changeHere(key) { (solved) throws(ChangeError) in
      var step = try step(solved)
      step.place()
      return (step, ())
    }.wait()
    return try store.solved(key).wait()
  }

  private func measure(_ key: CollectionKey, _ item: Int, _ size: Size, in store: CollectionStore) throws {
    try change(key, in: store) { (solved) throws(ChangeError) in
      try solved.applying(solved.measurements([(item, size)]))
    }
  }

  private func rotate(
    _ key: CollectionKey, to width: Double, in store: CollectionStore
  ) throws -> SolvedCollection {
    try change(key, in: store) { (solved) throws(ChangeError) in
      try solved.applying(
        ViewportChange(
          name: Viewport.main, bounds: Rect(x: 0, y: 0, width: width, height: 300),
          container: (MeasuredScreens.container(width: width), MeasuredScreens.words("\(width)"))))
    }
  }

  private func update(
    _ key: CollectionKey, in store: CollectionStore, _ action: BatchUpdate.Action
  ) throws -> SolvedCollection {
    try change(key, in: store) { (solved) throws(ChangeError) in
      try solved.applying(.updates([BatchUpdate(action)]))
    }
  }

  @Test func `a rotation forgets nothing that was measured before it, and after it nothing holds`() throws {
    let key = try make("a", in: store)
    try measure(key, 3, tall, in: store)
    let turned = try rotate(key, to: 400, in: store)
    #expect(turned.cell(3)?.frame.height == 50)
    #expect(turned.cell(3)?.isEstimated == true)
    try measure(key, 3, Size(width: 400, height: 60), in: store)
    let back = try rotate(key, to: 200, in: store)
    #expect(back.cell(3)?.frame.height == 90)
    #expect(back.cell(3)?.isEstimated == false)
    #expect(try rotate(key, to: 400, in: store).cell(3)?.frame.height == 60)
  }

  @Test func `an item that comes again has the size that it had`() throws {
    let key = try make("a", in: store)
    try measure(key, 3, tall, in: store)
    let without = try update(key, in: store, .deleteItems(at: [IndexPath(section: 0, item: 3)]))
    #expect(without.cells.allSatisfy { $0.frame.height == 50 })
    let again = try update(
      key, in: store, .insertItems(at: [IndexPath(section: 0, item: 7)], [Item(id: "i3")]))
    #expect(again.cell(7)?.frame.height == 90)
    #expect(again.cell(7)?.isEstimated == false)
    let fixed = try update(
      key, in: store, .reloadSections(at: [0], [Section(id: "s", items: MeasuredScreens.items(5)[0].items)]))
    #expect(fixed.cells.map(\.frame.height) == [50, 50, 50, 90, 50])
  }

  @Test func `an item that moves keeps its measured size, and a reloaded one does not`() throws {
    let key = try make("a", in: store)
    try measure(key, 3, tall, in: store)
    let moved = try update(
      key, in: store,
      .moveItem(from: IndexPath(section: 0, item: 3), to: IndexPath(section: 0, item: 0)))
    #expect(moved.cell(0)?.frame.height == 90)
    let reloaded = try update(
      key, in: store, .reloadItems(at: [IndexPath(section: 0, item: 0)], [Item(id: "i3")]))
    #expect(reloaded.cell(0)?.isEstimated == true)
    _ = try update(key, in: store, .deleteItems(at: [IndexPath(section: 0, item: 0)]))
    let again = try update(
      key, in: store, .insertItems(at: [IndexPath(section: 0, item: 0)], [Item(id: "i3")]))
    #expect(again.cell(0)?.isEstimated == true)
  }

  @Test func `a space is shared by an owner's collections that name it, and by no others`() throws {
    let first = try make("a", shared: "articles", in: store)
    try measure(first, 3, tall, in: store)
    func height(_ key: CollectionKey) throws -> Double? { try store.solved(key).wait().cell(3)?.frame.height }
    #expect(try height(make("b", shared: "articles", in: store)) == 90)
    #expect(try height(make("c", shared: "comments", in: store)) == 50)
    #expect(try height(make("d", in: store)) == 50)
    #expect(try height(make("articles", in: store)) == 50)
    #expect(try height(make("a", owner: "else", shared: "articles", in: store)) == 50)
  }

  @Test func `sizes measured for one layout do not apply to another`() throws {
    let key = try make("a", in: store)
    try measure(key, 3, tall, in: store)
    func show(_ kind: LayoutKind) throws -> SolvedCollection {
      try change(key, in: store) { (solved) throws(ChangeError) in
        try solved.applying(.layout(LayoutChoice(kind: kind, jsonText: [])))
      }
    }
    #expect(try show(MeasuredScreens.grid).cell(3)?.isEstimated == true)
    #expect(try show(MeasuredScreens.list).cell(3)?.frame.height == 90)
  }

  @Test func `a collection's own space ends with it`() throws {
    let key = try make("a", in: store)
    try measure(key, 3, tall, in: store)
    #expect(store.measurements.count == 1)
    try store.delete(key).wait()
    #expect(store.measurements.count == 0)
    _ = try make("a", in: store)
    #expect(try store.solved(key).wait().cell(3)?.frame.height == 50)
  }

  @Test func `no more is remembered than the limit, and the oldest is forgotten first`() throws {
    var limits = CollectionLimits()
    limits.measurements = 3
    let store = try CollectionStore(journal: MemoryJournal(), limits: limits)
    let key = try make("a", in: store)
    for item in [0, 1, 2, 0, 3] {
      try measure(key, item, Size(width: 200, height: 60 + Double(item)), in: store)
    }
    #expect(store.measurements.count == 3)
    _ = try rotate(key, to: 400, in: store)
    let back = try rotate(key, to: 200, in: store)
    #expect(back.cells.prefix(4).map(\.isEstimated) == [false, true, false, false])
  }

  @Test func `a memory that is measured again and again stays small`() {
    let memory = MeasurementMemory(limit: 10)
    let space = MeasurementMemory.SpaceName(owner: "", name: "a", isShared: false)
    for round in 0..<5000 {
      var edits = MeasurementEdits()
      edits.remembered = [
        (breadth, "i\(round % 12)", Measurement(size: Size(width: 1, height: Double(round))))
      ]
      memory.apply(edits, in: space)
      #expect(memory.count <= 10)
    }
    let found = memory.recall((0..<12).map { "i\($0)" }, in: space, for: breadth)
    #expect(found.count { $0 != nil } == 10)
    // Twelve are measured in turn, so that the last ten remain.
    let last = Set((4990..<5000).map { "i\($0 % 12)" })
    #expect(Set(zip((0..<12).map { "i\($0)" }, found).filter { $0.1 != nil }.map(\.0)) == last)
  }

  @Test func `many threads remember and recall at once`() async {
    let memory = MeasurementMemory(limit: 500)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          let space = MeasurementMemory.SpaceName(owner: "", name: "\(task % 3)", isShared: true)
          for round in 0..<500 {
            var edits = MeasurementEdits()
            edits.remembered = [
              (breadth, "i\(round)", Measurement(size: Size(width: 1, height: Double(task))))
            ]
            memory.apply(edits, in: space)
            _ = memory.recall(["i\(round)", "i\(round / 2)"], in: space, for: breadth)
          }
        }
      }
    }
    #expect(memory.count == 500)
  }
}
