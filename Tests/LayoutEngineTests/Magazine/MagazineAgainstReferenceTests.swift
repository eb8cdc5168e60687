import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Magazine against the obvious solver")
struct MagazineAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 11_000_027 + 3 })

  @Test("random collections are laid out as the obvious solver lays them out", arguments: seeds)
  func agreement(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<130 {
      let layout = MagazineLayout.random(&random)
      let sample = Sample.randomMagazine(&random)
      let solved = layout.prepare(sample.sectionList, in: sample.container)
      let difference = ReferenceMagazine(layout: layout, container: sample.container)
        .solve(sample.sections, visible: sample.visible)
        .difference(from: solved, visible: sample.visible, scale: sample.container.scale)
      let complaint = difference ?? Properties(solved: solved, sample: sample).violation()
      guard complaint == nil else {
        Issue.record("seed \(seed), round \(round): \(complaint!)\n\(layout)\n\(sample)")
        return
      }
    }
  }

  @Test("without negative insets and spacing no two cells overlap, and unrounded ones lie in the content")
  func cells() {
    for seed in UInt64(0)..<60 {
      var random = SeededGenerator(seed: seed)
      let layout = MagazineLayout {
        $0.metrics.verticalSpacing = random.length(upTo: 20)
        $0.metrics.horizontalSpacing = random.length(upTo: 5)
        $0.metrics.sectionInsets = random.insets(upTo: 20)
        $0.metrics.itemInsets = random.insets(upTo: 20)
      }
      var sample = Sample.randomMagazine(&random)
      sample.container.size.width += 120
      for section in sample.sections.indices {
        sample.sections[section].metrics = .none
        sample.sections[section].pieces = sample.sections[section].pieces.prefix(60).filter {
          if case .item(let item) = $0 { item.sizeMode?.width != .fractional(divisor: 600) } else { true }
        }
      }
      let solved = layout.prepare(sample.sectionList, in: sample.container)
      let properties = Properties(solved: solved, sample: sample)
      let outside = sample.container.scale == nil ? properties.cellOutside() : nil
      if let complaint = properties.overlappingCells() ?? outside {
        Issue.record("seed \(seed): \(complaint)\n\(layout)\n\(sample)")
      }
    }
  }
}
