import Testing

@testable import LayoutEngine

@Suite("Flow against the obvious solver")
struct FlowAgainstReferenceTests {
  static let seeds = (0..<8).map { UInt64($0) * 1_000_003 + 17 }

  @Test("random collections are laid out as the obvious solver lays them out", arguments: seeds)
  func agreement(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<130 {
      let layout = FlowLayout.random(&random)
      let sample = Sample.random(&random, metrics: FlowMetrics.random)
      let solved = layout.prepare(sample.sectionList, in: sample.container)
      let reference = ReferenceFlow(layout: layout, container: sample.container)
      let difference = reference.solve(sample.sections, visible: sample.visible)
        .difference(from: solved, visible: sample.visible, scale: sample.container.scale)
      let complaint = difference ?? Properties(solved: solved, sample: sample).violation()
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(layout)\n\(sample)")
        return
      }
      for (index, section) in sample.sections.enumerated() {
        let warned = solved.warnings.first { $0.code == .itemWiderThanLine && $0.section == index }
        #expect(
          warned?.count ?? 0 == reference.overWide(section), "seed \(seed), round \(round), section \(index)")
      }
    }
  }
}
