import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// When estimates follow measurements: by default while no viewport scrolls.
struct EstimateLearningTests {
  private static let start = ContinuousClock.now

  private static func collection(
    _ learning: EstimateLearning, _ kind: LayoutKind = MeasuredScreens.automaticList, count: Int = 100_000
  ) throws -> SolvedCollection {
    let main = Viewport(
      container: Container(size: Size(width: 400, height: 800)), containerJSON: MeasuredScreens.words("{}"),
      bounds: Rect(x: 0, y: 0, width: 400, height: 800))
    return try SolvedCollection(
      solving: CollectionState(
        sections: SectionList([Section(items: ItemSequence(count: count))]),
        layout: LayoutChoice(kind: kind, jsonText: MeasuredScreens.words("layout")), main: main,
        learning: learning))
  }

  /// The true height of a row: 60 to 176 points, 118 in the mean.
  private static func height(of row: Int) -> Double { Double(60 + row &* 2_654_435_761 % 117) }

  private static func move(
    to y: Double, velocity: Double? = nil, in name: String = Viewport.main
  ) -> ViewportChange {
    var change = ViewportChange(name: name, bounds: Rect(x: 0, y: y, width: 400, height: 800))
    change.velocity = velocity.map { Point(x: 0, y: $0) }
    return change
  }

  /// Measurements of the estimated rows of a viewport at bounds.
  private static func rows(
    at bounds: Rect, in collection: SolvedCollection
  ) -> [MeasuredElement] {
    let found = collection.layout.elements(in: bounds, visible: bounds)
    return (0..<found.count).map { found[$0] }.filter { $0.kind == .cell && $0.isEstimated }.map {
      MeasuredElement(
        .cell(0, $0.indexPath.item),
        Measurement(size: Size(width: 400, height: height(of: $0.indexPath.item))))
    }
  }

  /// Measurements of some rows.
  private static func batch(_ rows: Range<Int>, of collection: SolvedCollection) -> CollectionChange {
    .measurements(
      MeasurementBatch(
        breadth: collection.measuredBreadth(of: collection.state.main),
        elements: rows.map {
          MeasuredElement(.cell(0, $0), Measurement(size: Size(width: 400, height: height(of: $0))))
        }))
  }

  /// How far a wheel gesture of 6,000 points upward from row 73,412 is corrected in each step, and by the request that
  /// says that it has ended. Each step measures the rows that it brings into view.
  private func gesture(
    _ learning: EstimateLearning, isSeparate: Bool
  ) throws -> (corrections: [Double], last: Double, collection: SolvedCollection) {
    var collection = try Self.collection(learning)
    var now = Self.start
    var jump = Self.move(to: 0)
    jump.scrollTarget = (IndexPath(section: 0, item: 73_412), .top)
    collection = try collection.applying(jump, now: now).after
    var corrections: [Double] = []
    for _ in 0..<60 {
      now += .milliseconds(16)
      let y = try #require(collection.state.bounds).y - 100
      var change = Self.move(to: y)
      let measured = Self.rows(at: change.bounds, in: collection)
      if isSeparate {
        collection = try collection.applying(change, now: now).after
        let batch = MeasurementBatch(
          breadth: collection.measuredBreadth(of: collection.state.main), elements: measured)
        var step = try collection.applying(.measurements(batch), now: now + .milliseconds(5))
        step.settle(try #require(step.diff(anchor: .automatic, visibleOnly: true)))
        collection = step.after
      } else {
        change.measurements = measured
        collection = try collection.applying(change, now: now).after
      }
      corrections.append(try #require(collection.state.bounds).y - y)
    }
    let y = try #require(collection.state.bounds).y
    collection = try collection.applying(Self.move(to: y, velocity: 0), now: now + .milliseconds(10)).after
    return (corrections, try #require(collection.state.bounds).y - y, collection)
  }

  @Test(arguments: [false, true])
  func `a wheel gesture is corrected by what the rows just measured explain`(isSeparate: Bool) throws {
    let (corrections, last, collection) = try gesture(.rest, isSeparate: isSeparate)
    #expect(corrections.map(abs).max()! < 400)
    // The estimates move once the gesture has ended.
    #expect(last > 10_000)
    #expect(abs(try #require(collection.cell(5)).frame.height - 118) < 15)
    let always = try gesture(.always, isSeparate: isSeparate)
    #expect(always.corrections.map(abs).max()! > 10_000)
    #expect(always.last == 0)
    let never = try gesture(.never, isSeparate: isSeparate)
    #expect(never.corrections.map(abs).max()! < 400 && never.last == 0)
    #expect(never.collection.cell(5)?.frame.height == 44)
  }

  @Test func `a correction at rest leaves visible elements in place`() throws {
    var collection = try Self.collection(.rest)
    var now = Self.start
    for y in stride(from: 2_000_000.0, to: 2_002_000, by: 100) {
      now += .milliseconds(16)
      var change = Self.move(to: y)
      change.measurements = Self.rows(at: change.bounds, in: collection)
      collection = try collection.applying(change, now: now).after
    }
    let bounds = try #require(collection.state.bounds)
    let seen = collection.layout.elements(in: bounds, visible: bounds)
    // A client that says nothing of its velocity rests after a while.
    let early = try collection.applying(
      Self.batch(0..<1, of: collection), now: now + .milliseconds(199)
    ).settled()
    #expect(early.cell(50_000)!.frame.height == 44)
    let rested = try collection.applying(
      Self.batch(0..<1, of: collection), now: now + .milliseconds(200)
    ).settled()
    #expect(rested.cell(99_000)!.frame.height > 90)
    let after = try #require(rested.state.bounds)
    #expect(after.y - bounds.y > 100_000)
    for row in 0..<seen.count {
      let cell = try #require(rested.cell(seen[row].indexPath.item))
      #expect(abs((cell.frame.y - after.y) - (seen[row].frame.y - bounds.y)) < 1e-6)
    }
  }

  @Test func `every viewport has to rest`() throws {
    let now = Self.start
    var collection = try Self.collection(.rest)
    collection = try collection.applying(Self.move(to: 5_000, in: "other"), now: now).after
    // Its first bounds do not scroll it.
    #expect(
      try collection.applying(Self.batch(0..<1, of: collection), now: now).after.cell(9)!.frame.height > 44)
    collection = try collection.applying(Self.move(to: 5_100, in: "other"), now: now).after
    let held = try collection.applying(Self.batch(0..<8, of: collection), now: now).after
    #expect(held.cell(9)!.frame.height == 44)
    let moved = try held.applying(Self.move(to: 5_100, velocity: 0.1, in: "other"), now: now + .seconds(9))
    #expect(moved.after.cell(9)!.frame.height == 44)
    let rested = try moved.after.applying(Self.move(to: 5_100.5, velocity: 0, in: "other"), now: now)
    #expect(rested.after.cell(9)!.frame.height > 60)
    #expect(rested.after.version == moved.after.version + 1)
    // Nothing is left to learn, and less than a point does not scroll.
    let y = try #require(rested.after.viewport("other")?.bounds).y
    let again = try rested.after.applying(Self.move(to: y + 0.5, in: "other"), now: now)
    #expect(again.after.version == rested.after.version && !again.after.holdsEstimates(at: now))
  }

  @Test(arguments: EstimateLearning.allCases)
  func `a journal replays learned estimates and held ones, without a clock`(
    learning: EstimateLearning
  ) throws {
    for (number, kind) in MeasuredScreens.learningKinds.enumerated() {
      var random = SeededGenerator(seed: UInt64(number))
      let journal = MemoryJournal()
      let store = try CollectionStore(journal: journal)
      let key = CollectionKey("c")
      try store.create(key, try Self.collection(learning, kind, count: 3000)).wait()
      var now = Self.start
      var heldSteps = 0
      for round in 0..<60 {
        now += .milliseconds(random.pick([5, 16, 300]))
        let (y, first) = (Double(random.integer(0...60_000)), random.integer(0...2900))
        let (choice, speed) = (random.integer(0...4), random.pick([nil, 0, 0.5]))
        let (time, isMeasuring) = (now, random.chance(1, in: 2))
        _ = try store.changeHere(key) { (before) throws(ChangeError) in
          let bounds = before.state.bounds ?? .zero
          guard choice < 3 else {
            var step = try before.applying(Self.batch(first..<first + 5, of: before), now: time)
            if let diff = step.diff(anchor: .automatic, visibleOnly: true) { step.settle(diff) }
            return (step, ())
          }
          var change = Self.move(to: choice == 0 ? bounds.y : y, velocity: speed)
          if isMeasuring { change.measurements = Self.rows(at: change.bounds, in: before) }
          return (try before.applying(change, now: time), ())
        }.wait()
        let live = try store.solved(key).wait()
        heldSteps += live.holdsEstimates ? 1 : 0
        guard round % 6 == 5 else { continue }
        store.savePositions()
        let read = try CollectionStore(journal: journal).solved(key).wait()
        #expect(read.difference(from: live) == nil, "\(learning), \(kind.name), round \(round)")
        #expect(read.state.measured.values.map(\.learned) == live.state.measured.values.map(\.learned))
      }
      #expect(learning == .always ? heldSteps == 0 : heldSteps > 5)
    }
  }

  @Test func `a stored collection keeps its setting, and one without has always learned`() throws {
    for learning in EstimateLearning.allCases {
      let state = try Self.collection(learning, count: 3).state
      let read = try CollectionState(stored: state.stored(), reading: AnyListLayout())
      #expect(read.learning == learning)
    }
    let state = try Self.collection(.rest, count: 3).state
    for holds in [false, true] {
      let entry = JournalEntry(
        Self.batch(0..<1, of: try Self.collection(.rest, count: 3)), making: state, from: nil,
        recalling: RecalledMeasurements(), origin: nil, ownScroll: nil, holdsEstimates: holds,
        request: nil)
      #expect(try JournalEntry(stored: entry.bytes, reading: AnyListLayout()).holdsEstimates == holds)
    }
  }
}

private final class AnyListLayout: LayoutReading {
  func layout(_ words: [UInt8]) throws(LayoutReadingError) -> LayoutKind { MeasuredScreens.automaticList }
}
