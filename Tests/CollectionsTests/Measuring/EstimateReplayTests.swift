import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections

/// Estimates that followed measurements are stored, and those that waited for viewports to rest.
struct EstimateReplayTests {
  @Test(arguments: EstimateLearning.allCases)
  func `a journal replays learned and held estimates without a clock`(
    learning: EstimateLearning
  ) throws {
    for (number, kind) in MeasuredScreens.learningKinds.enumerated() {
      var random = SeededGenerator(seed: UInt64(number))
      let journal = MemoryJournal()
      let store = try CollectionStore(journal: journal)
      let key = CollectionKey("c")
      try store.create(key, try LearningRows.collection(learning, kind, count: 3000)).wait()
      var now = LearningRows.start
      var heldSteps = 0
      for round in 0..<60 {
        now += .milliseconds(random.pick([5, 16, 300]))
        let (y, first) = (Double(random.integer(0...60_000)), random.integer(0...2900))
        let (choice, speed) = (random.integer(0...4), random.pick([nil, 0, 0.5]))
        let (time, isMeasuring) = (now, random.chance(1, in: 2))
        _ = try store.changeHere(key) { (before) throws(ChangeError) in
          let bounds = before.state.bounds ?? .zero
          guard choice < 3 else {
            var step = try before.applying(LearningRows.batch(first..<first + 5, of: before), now: time)
            step.place()
            return (step, ())
          }
          var change = LearningRows.move(to: choice == 0 ? bounds.y : y, velocity: speed)
          if isMeasuring { change.measurements = LearningRows.rows(at: change.bounds, in: before) }
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
}
