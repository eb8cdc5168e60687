import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// When estimates follow measurements: by default while no viewport scrolls.
struct EstimateLearningTests {
  /// How far a wheel gesture of 6,000 points upward from row 73,412 is corrected in each step, and by the request that
  /// says that it has ended. Each step measures the rows that it brings into view.
  private func gesture(
    _ learning: EstimateLearning, isSeparate: Bool
  ) throws -> (corrections: [Double], last: Double, collection: SolvedCollection) {
    var collection = try LearningRows.collection(learning)
    var now = LearningRows.start
    var jump = LearningRows.move(to: 0)
    jump.scrollTarget = (IndexPath(section: 0, item: 73_412), .top)
    collection = try collection.applying(jump, now: now).after
    var corrections: [Double] = []
    for _ in 0..<60 {
      now += .milliseconds(16)
      let y = try #require(collection.state.bounds).y - 100
      var change = LearningRows.move(to: y)
      let measured = LearningRows.rows(at: change.bounds, in: collection)
      if isSeparate {
        collection = try collection.applying(change, now: now).after
        let batch = MeasurementBatch(
          breadth: collection.measuredBreadth(of: collection.state.main), elements: measured)
        var step = try collection.applying(.measurements(batch), now: now + .milliseconds(5))
        step.place()
        collection = step.after
      } else {
        change.measurements = measured
        collection = try collection.applying(change, now: now).after
      }
      corrections.append(try #require(collection.state.bounds).y - y)
    }
    let y = try #require(collection.state.bounds).y
    collection = try collection.applying(LearningRows.move(to: y, velocity: 0), now: now + .milliseconds(10))
      .after
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

  @Test func `a correction at rest leaves the visible elements in place`() throws {
    var collection = try LearningRows.collection(.rest)
    var now = LearningRows.start
    for y in stride(from: 2_000_000.0, to: 2_002_000, by: 100) {
      now += .milliseconds(16)
      var change = LearningRows.move(to: y)
      change.measurements = LearningRows.rows(at: change.bounds, in: collection)
      collection = try collection.applying(change, now: now).after
    }
    let bounds = try #require(collection.state.bounds)
    let seen = collection.layout.elements(in: bounds, visible: bounds)
    // A client that says nothing of its velocity rests after a while.
    let early = try collection.applying(
      LearningRows.batch(0..<1, of: collection), now: now + .milliseconds(199)
    ).settled()
    #expect(early.cell(50_000)!.frame.height == 44)
    let rested = try collection.applying(
      LearningRows.batch(0..<1, of: collection), now: now + .milliseconds(200)
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
    let now = LearningRows.start
    var collection = try LearningRows.collection(.rest)
    collection = try collection.applying(LearningRows.move(to: 5_000, in: "other"), now: now).after
    // Its first bounds do not scroll it.
    #expect(
      try collection.applying(LearningRows.batch(0..<1, of: collection), now: now).after.cell(9)!.frame.height
        > 44)
    collection = try collection.applying(LearningRows.move(to: 5_100, in: "other"), now: now).after
    let held = try collection.applying(LearningRows.batch(0..<8, of: collection), now: now).after
    #expect(held.cell(9)!.frame.height == 44)
    let moved = try held.applying(
      LearningRows.move(to: 5_100, velocity: 0.1, in: "other"), now: now + .seconds(9))
    #expect(moved.after.cell(9)!.frame.height == 44)
    let rested = try moved.after.applying(LearningRows.move(to: 5_100.5, velocity: 0, in: "other"), now: now)
    #expect(rested.after.cell(9)!.frame.height > 60)
    #expect(rested.after.version == moved.after.version + 1)
    // Nothing is left to learn, and less than a point does not scroll.
    let y = try #require(rested.after.viewport("other")?.bounds).y
    let again = try rested.after.applying(LearningRows.move(to: y + 0.5, in: "other"), now: now)
    #expect(again.after.version == rested.after.version && !again.after.holdsEstimates(at: now))
  }

  @Test func `a stored collection keeps its setting, and one without has always learned`() throws {
    for learning in EstimateLearning.allCases {
      let state = try LearningRows.collection(learning, count: 3).state
      let read = try CollectionState(stored: state.stored(), reading: AnyListLayout())
      #expect(read.learning == learning)
    }
    let state = try LearningRows.collection(.rest, count: 3).state
    for holds in [false, true] {
      let entry = JournalEntry(
        LearningRows.batch(0..<1, of: try LearningRows.collection(.rest, count: 3)), making: state, from: nil,
        recalling: RecalledMeasurements(), origin: nil, ownScroll: nil, holdsEstimates: holds,
        request: nil)
      #expect(try JournalEntry(stored: entry.bytes, reading: AnyListLayout()).holdsEstimates == holds)
    }
  }
}

private final class AnyListLayout: LayoutReading {
  func layout(_ words: [UInt8]) throws(LayoutReadingError) -> LayoutKind { MeasuredScreens.automaticList }
}
