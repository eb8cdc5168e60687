import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Justified rows against the obvious solver")
struct JustifiedAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 9_000_011 + 3 })

  @Test("random collections are laid out as the obvious solver lays them out", arguments: seeds)
  func agreement(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let layout = JustifiedLayout.random(&random)
      let sample = Sample.randomJustified(&random)
      let solved = layout.prepare(sample.sectionList, in: sample.container)
      let expected = ReferenceJustified(layout: layout, container: sample.container)
        .solve(sample.sections, visible: sample.visible)
      let difference = expected.difference(
        from: solved, visible: sample.visible, scale: sample.container.scale)
      let complaint =
        difference
        ?? Properties(solved: solved, sample: sample, placesEveryItem: false).violation()
        ?? (layout.isPlain(for: sample) ? solved.overlapOfCells() : nil)
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(layout)\n\(sample)")
        return
      }
    }
  }

  @Test("items alike, counted or described, are laid out alike", arguments: seeds.prefix(4))
  func runs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let layout = JustifiedLayout.random(&random)
      let container = Container(random.pick([100, 375, 1060]), 600)
      let count = random.integer(0...300)
      let before = random.integer(0...3)
      var counted = ItemSequenceBuilder()
      var described = ItemSequenceBuilder()
      for _ in 0..<before {
        let item = random.item()
        counted.append(item)
        described.append(item)
      }
      counted.append(run: count)
      for _ in 0..<count { described.append(Item(aspectRatio: 1)) }
      let short = layout.solve(Section(items: counted.finish()), in: container)
      let long = layout.solve(Section(items: described.finish()), in: container)
      let pairs = zip(short.cells(), long.cells())
      let isNear = pairs.allSatisfy { abs($0.y - $1.y) < 1e-6 * (1 + abs($1.y)) && $0.size.isNear($1.size) }
      guard short.names() == long.names(), isNear else {
        Issue.record("seed \(seed), round \(round): \(before) items and \(count) alike\n\(layout)")
        return
      }
    }
  }
}

extension JustifiedLayout {
  /// Whether nothing asks for cells to overlap: no spacing, padding or extent below zero.
  fileprivate func isPlain(for sample: Sample) -> Bool {
    let all = [metrics] + sample.sections.map { metrics.overridden(by: $0.metrics) }
    return all.allSatisfy {
      $0.horizontalSpacing >= 0 && $0.verticalSpacing >= 0 && $0.containerPadding.top >= 0
    }
  }
}

extension Size {
  fileprivate func isNear(_ other: Size) -> Bool {
    abs(width - other.width) < 1e-6 && abs(height - other.height) < 1e-6
  }
}
