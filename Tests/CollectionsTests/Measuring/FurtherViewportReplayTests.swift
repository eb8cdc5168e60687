import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// What is measured for viewports other than the main one outlives the process, and belongs to the version that it made.
struct FurtherViewportReplayTests {
  private let key = CollectionKey("c")
  private let measurer = HeightMeasurer()

  private static let layouts: [(name: String, kind: LayoutKind)] = [
    ("rows", MeasuredScreens.list), ("columns", .waterfall(WaterfallLayout())),
    ("lines", MeasuredScreens.flow),
  ]

  /// Three viewports with layouts of their own, beside the main one.
  private func store(_ journal: any Journal) throws -> CollectionStore {
    let store = try CollectionStore(journal: journal)
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.automaticList, MeasuredScreens.showing((0..<300).map { Double(20 + $0 * 7 % 60) }),
      measurer)
    try store.create(key, solved).wait()
    for (name, kind) in Self.layouts { try scroll(name, to: 0, kind, in: store) }
    return store
  }

  private func scroll(
    _ name: String, to y: Double, width: Double = 120, _ kind: LayoutKind? = nil, in store: CollectionStore
  ) throws {
    var change = ViewportChange(name: name, bounds: Rect(x: 0, y: y, width: width, height: 300))
    if name != Viewport.main {
      change.container = (MeasuredScreens.container(width: width), MeasuredScreens.words("\(width)"))
    }
    if let kind { change.layout = LayoutChoice(kind: kind, jsonText: MeasuredScreens.words(name)) }
    let (moved, measurer) = (change, measurer)
    _ = try store.changeHere(key) { (before) throws(ContentSizingError<Never>) in
      (try before.applying(moved, measurer.measure), ())
    }.wait()
  }

  private func change(_ change: CollectionChange, in store: CollectionStore) throws {
    _ = try store.changeHere(key) { before in (try before.sizedStep(change, measurer), ()) }.wait()
  }

  /// The first viewport that another collection of the same version lays out in another way.
  private func difference(_ read: SolvedCollection, _ live: SolvedCollection) -> String? {
    guard read.version == live.version, read.viewportNames == live.viewportNames else {
      return "\(read.version) \(read.viewportNames), not \(live.version) \(live.viewportNames)"
    }
    for name in live.viewportNames {
      let layouts = [read, live].map { $0.solvedViewport(of: $0.viewport(name)!).layout }
      if let found = CollectionTestSupport.difference(layouts[0], layouts[1]) { return "\(name): \(found)" }
    }
    return nil
  }

  /// Makes a random change.
  ///
  /// - Parameter turns: whether viewports change their width, of which a history shows the present one only.
  private func step(
    _ random: inout SeededGenerator, _ round: Int, turns: Bool, in store: CollectionStore
  ) throws {
    let name = random.pick([Viewport.main, "rows", "columns", "lines"])
    let path = IndexPath(section: 0, item: random.integer(0...150))
    let breadth = try store.solved(key).wait()
    switch random.integer(0...9) {
    case 0:
      let item = Item("n\(round)", height: Double(random.integer(10...90)))
      try change(.updates([BatchUpdate(.insertItems(at: [path], [item]))]), in: store)
    case 1: try change(.updates([BatchUpdate(.deleteItems(at: [path]))]), in: store)
    case 2:
      let item = Item(id: "b\(round)")
      try change(.updates([BatchUpdate(.insertItems(at: [path], [item]))]), in: store)
    case 3:
      let size = Size(width: 50, height: Double(random.integer(10...90)))
      try change(
        .measurements(
          MeasurementBatch(
            breadth: breadth.measuredBreadth(of: breadth.viewport(name)!),
            elements: [MeasuredElement(.cell(0, path.item), Measurement(size: size))])), in: store)
    case 4:
      let scope = random.pick([Invalidation.Scope.everything, .counts, .elements])
      try change(
        .invalidation(
          Invalidation(
            breadth: breadth.measuredBreadth(of: breadth.viewport(name)!), scope: scope,
            elements: scope == .elements ? [.cell(0, path.item)] : [])), in: store)
    case 5 where turns && name != Viewport.main:
      try scroll(name, to: 0, width: random.pick([120, 200, 90]), in: store)
    default:
      let container = breadth.viewport(name)!.container
      try scroll(
        name, to: Double(random.integer(0...4000)), width: container.size.width, in: store)
    }
  }

  @Test(arguments: 1...5)
  func `a collection that is loaded again shows every viewport as the live one does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let journal = MemoryJournal()
    let store = try store(journal)
    for round in 0..<80 {
      try step(&random, round, turns: true, in: store)
      guard round % 8 == 7 else { continue }
      store.savePositions()
      let live = try store.solved(key).wait()
      let read = try CollectionStore(journal: journal).solved(key).wait()
      if let difference = difference(read, live) {
        Issue.record("seed \(seed), round \(round): \(difference)")
        return
      }
    }
  }

  @Test(arguments: 1...5)
  func `the history of a viewport leads from version to version without a gap, and to the live one`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let store = try store(MemoryJournal())
    for round in 0..<60 { try step(&random, round, turns: false, in: store) }
    let live = try store.solved(key).wait()
    for (name, _) in Self.layouts {
      var history = try #require(
        try store.history(of: key, since: max(1, live.version - 20), on: name).wait())
      var last: SolvedCollection?
      while let step = try history.next() {
        let sizes = [step.before, step.after].map {
          $0.solvedViewport(of: $0.viewport(name)!).layout.contentSize
        }
        if let last {
          let end = last.solvedViewport(of: last.viewport(name)!).layout.contentSize
          #expect(sizes[0] == end, "\(name), seed \(seed), version \(step.after.version)")
        }
        last = step.after
      }
      let end = try #require(last)
      let layouts = [end, live].map { $0.solvedViewport(of: $0.viewport(name)!).layout }
      let difference = CollectionTestSupport.difference(layouts[0], layouts[1])
      #expect(difference == nil, "\(name), seed \(seed)")
    }
  }
}
