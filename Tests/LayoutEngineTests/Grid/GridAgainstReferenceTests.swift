import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Grid against the obvious solver")
struct GridAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 7_000_003 + 11 })

  @Test("random collections are laid out as the obvious solver lays them out", arguments: seeds)
  func agreement(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let layout = GridLayout.random(&random)
      var sample = Sample.random(&random, metrics: GridMetrics.random)
      sample.addSpans(&random)
      let solved = layout.prepare(sample.sectionList, in: sample.container)
      let difference = ReferenceGrid(layout: layout, container: sample.container)
        .solve(sample.sections, visible: sample.visible)
        .difference(from: solved, visible: sample.visible, scale: sample.container.scale)
      let properties = Properties(solved: solved, sample: sample)
      let complaint =
        difference ?? properties.violation() ?? properties.overlappingCells()
        ?? properties.cellOutside(by: properties.pixel)
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(layout)\n\(sample)")
        return
      }
    }
  }
}
