import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Collections that are read from stored forms after each step equal those in memory.
struct StoredWalkTests {
  private let key = CollectionKey("c")

  @Test(arguments: Gallery.allCases)
  func `any changes read back from their stored forms give the live collection, every element of it`(
    kind: Gallery
  ) throws {
    for seed in 1...3 {
      var changes = RandomChanges(seed: UInt64(seed) * 101)
      let journal = StoringJournal(layouts: .gallery)
      let store = try CollectionStore(journal: journal)
      let bounds = Rect(x: 0, y: 120, width: 200, height: 300)
      let first = kind.state(changes.sections(3, items: 0...300), bounds: seed == 1 ? nil : bounds)
      try store.create(key, SolvedCollection(solving: first)).wait()
      for round in 0..<60 {
        let before = try store.solved(key).wait()
        let change: CollectionChange
        if round % 20 == 19 {
          let next = changes.random.pick(Gallery.allCases)
          change = .layout(LayoutChoice(kind: next.layout, jsonText: Array(next.rawValue.utf8)))
        } else {
          change = changes.change(of: before.state.sections)
        }
        try store.apply(change, to: key)
      }
      let live = try store.solved(key).wait()
      let read = try CollectionStore(journal: journal).solved(key).wait()
      #expect(read.difference(from: live) == nil, "\(kind), seed \(seed)")
      let bytes = live.state.stored()
      let state = try CollectionState(stored: bytes, reading: KnownLayouts.gallery)
      #expect(state.stored() == bytes)
      #expect(try SolvedCollection(solving: state).difference(from: live) == nil, "\(kind), seed \(seed)")
    }
  }

  @Test(arguments: MeasuredScreens.kinds.map(\.name))
  func `stored states restore measured, learned, recalled and forgotten sizes`(
    name: String
  ) throws {
    let (_, kind, estimate) = MeasuredScreens.kinds.first { $0.name == name }!
    let journal = StoringJournal(layouts: KnownLayouts(["layout": kind]))
    let store = try CollectionStore(journal: journal)
    var random = SeededGenerator(seed: 77)
    try store.create(
      key,
      MeasuredScreens.collection(
        kind, MeasuredScreens.items(300, estimate: estimate),
        remembering: store.measurementSpace(of: key, shared: nil))
    ).wait()
    var measured = 0
    for round in 0..<60 {
      _ = try store.changeHere(key) { (solved) throws(ChangeError) in
        (try Self.step(round, solved, estimate, &random), ())
      }.wait()
      guard round % 10 == 9 else { continue }
      // After a restart it is unknown which viewport changed since the last change; any change stores it.
      _ = try store.changeHere(key) { (solved) throws(ChangeError) in (try solved.applying(.updates([])), ())
      }
      .wait()
      let live = try store.solved(key).wait()
      let read = try CollectionStore(journal: journal).solved(key).wait()
      #expect(difference(read.layout, live.layout) == nil, "\(name), round \(round)")
      let bytes = live.state.stored()
      let state = try CollectionState(stored: bytes, reading: journal.layouts)
      #expect(state.stored() == bytes, "\(name), round \(round)")
      #expect(state.measured.mapValues(\.learned) == live.state.measured.mapValues(\.learned))
      #expect(
        difference(try SolvedCollection(solving: state).layout, live.layout) == nil, "\(name), round \(round)"
      )
      for (key, value) in live.state.measured {
        let elements = value.elements(describedBy: live.state.sections)
        #expect(state.measured[key]?.elements(describedBy: state.sections) == elements)
        measured += elements.count
      }
    }
    #expect(measured > 50)
  }

  private static func step(
    _ round: Int, _ solved: SolvedCollection, _ estimate: Size?, _ random: inout SeededGenerator
  ) throws(ChangeError) -> CollectionStep {
    let count = solved.state.sections[0].items.count
    let item = random.integer(0...count - 1)
    switch random.integer(0...9) {
    case 0:
      let width = random.pick([150.0, 200, 320])
      return try solved.applying(
        ViewportChange(
          name: Viewport.main, bounds: Rect(x: 0, y: 100, width: width, height: 300),
          container: (MeasuredScreens.container(width: width), MeasuredScreens.words("\(width)"))))
    case 1: return try solved.applying(.delete(0, item))
    case 2:
      let new = Item(id: "i\(random.integer(0...900))-\(round)", estimatedSize: estimate)
      return try solved.applying(
        .updates([BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: item)], [new]))]))
    case 3:
      let scope = random.pick([Invalidation.Scope.elements, .counts, .everything])
      return try solved.applying(
        .invalidation(
          Invalidation(
            breadth: solved.measuredBreadth(of: solved.state.main), scope: scope,
            elements: scope == .elements ? [.cell(0, item)] : [])))
    default:
      let items = Set((0..<20).map { _ in random.integer(0...count - 1) })
      return try solved.applying(
        .measurements(
          MeasurementBatch(
            breadth: solved.measuredBreadth(of: solved.state.main),
            elements: items.sorted().map {
              let size = Size(width: 40, height: Double(random.integer(10...90)))
              return MeasuredElement(
                .cell(0, $0), Measurement(size: size, alpha: random.chance(1, in: 5) ? 0.5 : nil))
            })))
    }
  }
}
