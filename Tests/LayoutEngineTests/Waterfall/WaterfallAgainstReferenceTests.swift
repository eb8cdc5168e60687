import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Waterfall against the obvious solver")
struct WaterfallAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 9_000_011 + 3 })

  @Test("random collections are laid out as the obvious solver lays them out", arguments: seeds)
  func agreement(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<130 {
      let layout = WaterfallLayout.random(&random)
      let sample = Sample.randomWaterfall(&random, metrics: WaterfallMetrics.random)
      let solved = layout.prepare(sample.sectionList, in: sample.container)
      let difference = ReferenceWaterfall(layout: layout, container: sample.container)
        .solve(sample.sections, visible: sample.visible)
        .difference(from: solved, visible: sample.visible, scale: sample.container.scale)
      let complaint = difference ?? Properties(solved: solved, sample: sample).violation()
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(layout)\n\(sample)")
        return
      }
    }
  }

  @Test("cells lie inside the content and apart from one another", arguments: seeds)
  func apart(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      var layout = WaterfallLayout.random(&random)
      layout.metrics = WaterfallMetrics()
      layout.metrics.columnCount = random.integer(1...12)
      layout.metrics.minimumInteritemSpacing = random.length(upTo: 20)
      var sample = Sample.randomWaterfall(&random) { _ in .none }
      sample.container.size.width = 200 + random.length(upTo: 400)
      let solved = layout.prepare(sample.sectionList, in: sample.container)
      let properties = Properties(solved: solved, sample: sample)
      if let complaint = properties.cellOutside(by: properties.pixel)
        ?? properties.overlappingCells(by: properties.pixel)
      {
        Issue.record("seed \(seed), round \(round): \(complaint)\n\(layout)\n\(sample)")
        return
      }
    }
  }
}
