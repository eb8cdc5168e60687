import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Flow against the obvious solver")
struct FlowAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 1_000_003 + 17 })

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

  @Test("many sized items break and stand as the obvious solver says, also broad ones and across chunks")
  func manySized() {
    var random = SeededGenerator(seed: 41)
    for round in 0..<12 {
      var layout = FlowLayout()
      layout.scrollDirection = random.pick([.vertical, .horizontal])
      layout.itemAlignment = random.pick(FlowLayout.ItemAlignment.allCases)
      // Few items to a line fill chunks of lines, many items let lines reach from one chunk of items to the next.
      let broadest = random.pick([300.0, 90, 12])
      let isOftenTooBroad = random.chance(1, in: 2)
      let items = (0..<1500).map { _ in
        let isTooBroad = isOftenTooBroad && random.chance(1, in: 300)
        return Item(size: isTooBroad ? Size(width: 900, height: 900) : random.size(upTo: broadest))
      }
      let container = Container(320, 320).with {
        $0.scale = random.pick([nil, 2])
        $0.direction = random.pick([.leftToRight, .rightToLeft])
      }
      let sample = Sample(container: container, sections: [Sample.Section(pieces: items.map { .item($0) })])
      let solved = layout.prepare(sample.sectionList, in: container)
      let difference = ReferenceFlow(layout: layout, container: container)
        .solve(sample.sections, visible: nil).difference(from: solved, visible: nil, scale: container.scale)
      let complaint = difference ?? Properties(solved: solved, sample: sample).violation()
      #expect(complaint == nil, "round \(round), up to \(broadest) points")
    }
  }
}
