import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Measurements of content are stored: a collection that is loaded again has them, and measures nothing.
struct ContentReplayTests {
  private let key = CollectionKey("c")
  private let measurer = HeightMeasurer()

  /// A store with a collection of rows of many heights.
  private func store(_ kind: LayoutKind, _ journal: any Journal) throws -> CollectionStore {
    let store = try CollectionStore(journal: journal)
    let solved = try MeasuredScreens.sized(
      kind, MeasuredScreens.showing((0..<400).map { Double(20 + $0 * 7 % 60) }), measurer)
    try store.create(key, solved).wait()
    return store
  }

  @Test(arguments: ["list", "automatic"])
  func `after changes and scrolling the collection read again is the live one, every element of it`(
    kind: String
  ) throws {
    let layout = kind == "list" ? MeasuredScreens.list : MeasuredScreens.automaticList
    let journal = MemoryJournal()
    let store = try store(layout, journal)
    var random = SeededGenerator(seed: 99)
    for round in 0..<120 {
      _ = try store.changeHere(key) { (before) throws(ContentSizingError<Never>) in
        let step: CollectionStep
        switch random.integer(0...3) {
        case 0:
          let path = IndexPath(section: 0, item: random.integer(0...200))
          let item = Item("n\(round)", height: Double(random.integer(10...90)))
          step = try before.sized(.updates([BatchUpdate(.insertItems(at: [path], [item]))]), measurer)
        case 1:
          let path = IndexPath(section: 0, item: random.integer(0...200))
          step = try before.sized(.updates([BatchUpdate(.deleteItems(at: [path]))]), measurer)
        default:
          let bounds = Rect(x: 0, y: Double(random.integer(0...6000)), width: 200, height: 300)
          step = try before.applying(
            ViewportChange(name: Viewport.main, bounds: bounds), measurer.measure)
        }
        return (step, ())
      }.wait()
      guard round % 20 == 19 else { continue }
      store.savePositions()
      let live = try store.solved(key).wait()
      #expect(live.estimatedOnScreen.isEmpty)
      let read = try CollectionStore(journal: journal).solved(key).wait()
      #expect(read.difference(from: live) == nil, "\(kind), round \(round)")
      #expect(read.state.contentSizing == live.state.contentSizing)
    }
  }

  @Test func `a stored state has the measured sizes, and how they were measured`() throws {
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing([30, 70, 10]), scope: .all, measurer)
    var state = solved.state
    state.layout.jsonText = Array("list".utf8)
    let read = try CollectionState(
      stored: state.stored(), reading: KnownContentLayouts())
    #expect(read.contentSizing == state.contentSizing)
    let again = try SolvedCollection(solving: read)
    #expect(again.cells.map(\.frame.height) == [30, 70, 10])
    #expect(again.cells.allSatisfy { !$0.isEstimated })
  }
}

/// Reads the list that these tests store.
private final class KnownContentLayouts: LayoutReading {
  func layout(_ words: [UInt8]) throws(LayoutReadingError) -> LayoutKind { MeasuredScreens.list }
}

extension SolvedCollection {
  fileprivate func sized(
    _ change: CollectionChange, _ measurer: HeightMeasurer
  ) throws(ContentSizingError<Never>) -> CollectionStep {
    var step: CollectionStep
    do throws(ChangeError) { step = try applying(change) } catch { fatalError("\(error)") }
    try step.sizeContent(Viewport.main, measurer.measure)
    step.place()
    return step
  }
}
