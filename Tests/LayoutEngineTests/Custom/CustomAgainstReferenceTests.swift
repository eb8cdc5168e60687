import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Custom against the obvious solver")
struct CustomAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 9_000_011 + 3 })

  @Test("random formulas place random collections as the obvious solver places them", arguments: seeds)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let reference = ReferenceCustom.random(&random)
      let sample = Sample.random(&random) { _ in .none }.withValues(&random)
      let solved = try reference.layout.prepare(sample.sectionList, in: sample.container)
      let difference = reference.solve(sample.sections, in: sample.container)
        .difference(from: solved, visible: sample.visible, scale: sample.container.scale)
      let complaint = difference ?? Properties(solved: solved, sample: sample).violation()
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(try reference.layout)\n\(sample)")
        return
      }
    }
  }

  @Test("the same collection is placed the same way twice")
  func deterministic() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      let layout = try ReferenceCustom.random(&random).layout
      let sample = Sample.random(&random) { _ in .none }
      let lists = try (0..<2).map { _ in
        try layout.prepare(sample.sectionList, in: sample.container).elements(in: nil, visible: nil)
      }
      #expect((0..<lists[0].count).map { lists[0][$0] } == (0..<lists[1].count).map { lists[1][$0] })
    }
  }
}

extension Sample {
  /// The same with a value "v" for some items.
  fileprivate func withValues(_ random: inout SeededGenerator) -> Sample {
    var sample = self
    for section in sections.indices {
      for piece in sections[section].pieces.indices {
        guard case .item(var item) = sections[section].pieces[piece], random.chance(1, in: 2) else {
          continue
        }
        item.values = ItemValues(["v": Double(random.integer(-9...40)), "other": 1])
        sample.sections[section].pieces[piece] = .item(item)
      }
    }
    return sample
  }
}
