import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Any mix of batches, measurements, invalidations and rotations, against an obvious model of the measurements.
struct MeasuringMixTests {
  /// The measurements, by breadth and id: an item has the same size wherever it appears.
  private struct Model {
    var sizes: [MeasuredBreadth: [String: Size]] = [:]

    mutating func forget(_ id: String) {
      for breadth in sizes.keys { sizes[breadth]![id] = nil }
    }

    /// The client's sections with measurements in place of sizes that the client left open.
    func effective(_ sections: SectionList, for breadth: MeasuredBreadth) -> SectionList {
      SectionList(
        ContiguousArray(
          (0..<sections.count).map { index in
            var section = sections[index]
            var builder = ItemSequenceBuilder()
            for number in 0..<section.items.count {
              var item = section.items.item(at: number)!
              item.size = item.size ?? item.id.flatMap { sizes[breadth]?[$0] }
              builder.append(item)
            }
            section.items = builder.finish()
            return section
          }))
    }
  }

  private static let kinds: [LayoutKind] = [MeasuredScreens.list, MeasuredScreens.flow, MeasuredScreens.grid]

  @Test(arguments: 0..<12)
  func `a collection is laid out as its effective state is, and a journal replays it so`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let kind = Self.kinds[seed % Self.kinds.count]
    let journal = MemoryJournal()
    let store = try CollectionStore(journal: journal)
    let key = CollectionKey(owner: "", id: "a")
    try store.create(
      key,
      MeasuredScreens.collection(
        kind, MeasuredScreens.items(30), y: 200,
        remembering: store.measurementSpace(of: key, shared: nil))
    ).wait()
    var model = Model()
    var names = (0..<30).map { "i\($0)" }
    for round in 0..<120 {
      let solved = try store.solved(key).wait()
      let count = solved.state.sections[0].items.count
      let breadth = solved.measuredBreadth(of: solved.state.main)
      func id(_ item: Int) -> String { solved.state.sections[0].items.id(at: item)! }
      var change: CollectionChange?
      var screen: ViewportChange?
      switch random.integer(0...9) {
      case 0...4:
        let items = Set((0..<random.integer(1...5)).map { _ in random.integer(0...count - 1) })
        let sizes = items.sorted().map {
          (item: $0, size: Size(width: 40, height: Double(random.integer(10...120))))
        }
        change = solved.measurements(sizes)
        for (item, size) in sizes where solved.state.sections[0].items.item(at: item)?.size == nil {
          model.sizes[breadth, default: [:]][id(item)] = size
        }
      case 5:
        let item = random.integer(0...count - 1)
        // Some come again later.
        names = names + [id(item)]
        if count > 5 {
          change = .updates([BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: item)]))])
        }
      case 6:
        let present = Set((0..<count).map(id))
        let new = names.first { !present.contains($0) } ?? "n\(round)"
        let item =
          random.integer(0...5) == 0 ? Item(id: new, size: Size(width: 30, height: 30)) : Item(id: new)
        change = .updates([
          BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: random.integer(0...count))], [item])),
          BatchUpdate(
            .moveItem(
              from: IndexPath(section: 0, item: count - 1), to: IndexPath(section: 0, item: count / 2 + 1))),
        ])
        if case .updates(let updates) = change,
          case .insertItems(let paths, _) = updates[0].action, paths[0].item == count / 2 + 1
        {
          change = .updates([updates[0]])
        }
      case 7:
        let item = random.integer(0...count - 1)
        change = .updates([
          BatchUpdate(.reloadItems(at: [IndexPath(section: 0, item: item)], [Item(id: id(item))]))
        ])
        model.forget(id(item))
      case 8:
        let isEverything = random.integer(0...3) == 0
        let items = (0..<3).map { _ in random.integer(0...count - 1) }
        change = .invalidation(
          Invalidation(
            breadth: breadth, scope: isEverything ? .everything : .elements,
            elements: Set(items).map { .cell(0, $0) }))
        for item in isEverything ? Array(0..<count) : items { model.sizes[breadth]?[id(item)] = nil }
      default:
        let width = [200.0, 150, 320][random.integer(0...2)]
        screen = ViewportChange(
          name: Viewport.main, bounds: Rect(x: 0, y: 100, width: width, height: 300),
          container: (MeasuredScreens.container(width: width), MeasuredScreens.words("\(width)")))
      }
      _ = try store.changeHere(key) { (solved) throws(ChangeError) in
        var step: CollectionStep
        if let screen {
          step = try solved.applying(screen)
        } else {
          step = try solved.applying(change ?? .updates([]))
        }
        step.place()
        return (step, ())
      }.wait()
      let after = try store.solved(key).wait()
      let effective = model.effective(
        after.state.sections, for: after.measuredBreadth(of: after.state.main))
      let expecting = kind.expecting(after.solvedViewport(of: after.state.main).estimate)
      let fresh = try expecting.prepare(effective, in: after.state.main.container)
      if let difference = difference(after.layout, fresh) {
        Issue.record("seed \(seed), round \(round): \(difference)")
        return
      }
      guard round % 10 == 9 else { continue }
      // After a restart it is unknown which viewport changed since the last change; any change stores it.
      _ = try store.changeHere(key) { (solved) throws(ChangeError) in (try solved.applying(.updates([])), ())
      }
      .wait()
      let loaded = try CollectionStore(journal: journal).solved(key).wait()
      let now = try store.solved(key).wait()
      #expect(loaded.version == now.version)
      if let difference = difference(loaded.layout, now.layout) {
        Issue.record("seed \(seed), round \(round), replayed: \(difference)")
        return
      }
    }
  }

  @Test func `learned estimates are replayed, also after a rotation`() throws {
    let journal = MemoryJournal()
    let store = try CollectionStore(journal: journal)
    let key = CollectionKey(owner: "", id: "a")
    try store.create(
      key,
      MeasuredScreens.collection(
        MeasuredScreens.automaticList, MeasuredScreens.items(50),
        remembering: store.measurementSpace(of: key, shared: nil))
    ).wait()
    for round in 0..<30 {
      _ = try store.changeHere(key) { (solved) throws(ChangeError) in
        let width = round % 10 < 5 ? 200.0 : 400
        let step =
          round % 5 == 0
          ? try solved.applying(
            ViewportChange(
              name: Viewport.main, bounds: Rect(x: 0, y: 0, width: width, height: 300),
              container: (MeasuredScreens.container(width: width), MeasuredScreens.words("\(width)"))))
          : try solved.applying(
            solved.measurements([(round, Size(width: width, height: Double(50 + round * 7 % 40)))]))
        return (step, ())
      }.wait()
      guard round % 5 != 0 else { continue }
      let loaded = try CollectionStore(journal: journal).solved(key).wait()
      #expect(difference(loaded.layout, try store.solved(key).wait().layout) == nil, "round \(round)")
    }
  }

  @Test func `a main screen that turns to the breadth of another is replayed with what that one measured`()
    throws
  {
    let journal = MemoryJournal()
    let store = try CollectionStore(journal: journal)
    let key = CollectionKey(owner: "", id: "a")
    try store.create(
      key,
      MeasuredScreens.collection(
        MeasuredScreens.list, SectionList([Section(items: ItemSequence(count: 20))]))
    ).wait()
    func change(_ change: (SolvedCollection) throws(ChangeError) -> CollectionStep) throws {
      _ = try store.changeHere(key) { (solved) throws(ChangeError) in (try change(solved), ()) }.wait()
    }
    func show(_ name: String) throws {
      try change { (solved) throws(ChangeError) in
        try solved.applying(
          ViewportChange(
            name: name, bounds: Rect(x: 0, y: 0, width: 400, height: 300),
            container: (MeasuredScreens.container(width: 400), MeasuredScreens.words("400"))))
      }
    }
    try show("wide")
    let element = MeasuredElement(.cell(0, 3), Measurement(size: Size(width: 400, height: 90)))
    try change { (solved) throws(ChangeError) in
      try solved.applying(
        .measurements(
          MeasurementBatch(breadth: solved.measuredBreadth(of: solved.viewport("wide")!), elements: [element])
        ))
    }
    try show(Viewport.main)
    try change { (solved) throws(ChangeError) in try solved.applying(.updates([])) }
    #expect(try store.solved(key).wait().cell(3)?.frame.height == 90)
    #expect(try CollectionStore(journal: journal).solved(key).wait().cell(3)?.frame.height == 90)
  }

  @Test func `the base of a compacted journal has the measured sizes`() throws {
    let journal = MemoryJournal()
    var limits = CollectionLimits()
    limits.historyVersions = 256
    let store = try CollectionStore(journal: journal, limits: limits)
    let key = CollectionKey(owner: "", id: "a")
    var builder = ItemSequenceBuilder()
    for _ in 0..<20 { builder.append(Item()) }
    try store.create(
      key, MeasuredScreens.collection(MeasuredScreens.list, SectionList([Section(items: builder.finish())]))
    ).wait()
    for round in 0..<300 {
      _ = try store.changeHere(key) { (solved) throws(ChangeError) in
        (
          try solved.applying(
            solved.measurements([(round % 20, Size(width: 200, height: Double(round + 10)))])), ()
        )
      }.wait()
    }
    #expect(try journal.load(key).wait()?.entries.count ?? 0 < 100)
    let loaded = try CollectionStore(journal: journal).solved(key).wait()
    #expect(difference(loaded.layout, try store.solved(key).wait().layout) == nil)
    #expect(loaded.cell(0)?.frame.height == 290)
  }
}
