import TestSupport
import Testing

@testable import LayoutEngine

@Suite("List against the obvious solver")
struct ListAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 7_000_003 + 5 })

  @Test("random collections are laid out as the obvious solver lays them out", arguments: seeds)
  func agreement(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<130 {
      let layout = ListLayout.random(&random)
      let sample = Sample.randomList(&random)
      let solved = layout.prepare(sample.sectionList, in: sample.container)
      let difference = ReferenceList(layout: layout, container: sample.container)
        .solve(sample.sections, visible: sample.visible)
        .difference(from: solved, visible: sample.visible, scale: sample.container.scale)
      let complaint = difference ?? Properties(solved: solved, sample: sample).violation()
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(layout)\n\(sample)")
        return
      }
    }
  }
}
