@testable import LayoutEngine

extension MagazineLayout {
  static func random(_ random: inout SeededGenerator) -> MagazineLayout {
    var layout = MagazineLayout()
    layout.metrics = MagazineMetrics().overridden(by: MagazineMetrics.random(&random))
    return layout
  }
}

extension MagazineMetrics {
  static func random(_ random: inout SeededGenerator) -> SectionMetrics {
    var metrics = MagazineMetrics()
    if random.chance(2, in: 3) { metrics.verticalSpacing = random.length(upTo: 30) }
    if random.chance(1, in: 20) { metrics.verticalSpacing = -random.length(upTo: 60) }
    if random.chance(2, in: 3) { metrics.horizontalSpacing = random.length(upTo: 30) }
    if random.chance(1, in: 2) { metrics.sectionInsets = random.insets(upTo: 40) }
    if random.chance(1, in: 20) { metrics.$sectionInsets?.top = -random.length(upTo: 90) }
    if random.chance(1, in: 20) { metrics.$sectionInsets?.bottom = -random.length(upTo: 90) }
    if random.chance(1, in: 2) { metrics.itemInsets = random.insets(upTo: 30) }
    if random.chance(1, in: 20) { metrics.$itemInsets?.left = -random.length(upTo: 30) }
    if random.chance(1, in: 20) { metrics.$itemInsets?.bottom = -random.length(upTo: 90) }
    return .magazine(metrics)
  }
}

extension Sample {
  /// A collection whose items stand in streaks of one width mode, so that rows fill.
  static func randomMagazine(_ random: inout SeededGenerator) -> Sample {
    var sample = Sample.random(&random, metrics: MagazineMetrics.random)
    for section in sample.sections.indices {
      var width = random.widthMode()
      for (index, piece) in sample.sections[section].pieces.enumerated() {
        guard case .item(var item) = piece else { continue }
        if random.chance(1, in: 4) { width = random.widthMode() }
        // Two thirds and thirds in one row.
        if width == .third, random.chance(1, in: 3) { width = .twoThirds }
        if random.chance(7, in: 8) {
          item.sizeMode = MagazineSizeMode(
            width: width, height: random.pick(MagazineSizeMode.Height.allCases),
            points: random.chance(2, in: 3) ? random.length(upTo: 200) : nil)
        }
        sample.sections[section].pieces[index] = .item(item)
      }
      sample.sections[section].hasBackground = random.chance(1, in: 2)
      if random.chance(1, in: 2) { sample.sections[section].header?.pinsToVisibleBounds = true }
      if random.chance(1, in: 2) { sample.sections[section].footer?.pinsToVisibleBounds = true }
    }
    return sample
  }
}

extension SeededGenerator {
  fileprivate mutating func widthMode() -> MagazineSizeMode.Width {
    switch integer(0...6) {
    case 6: .twoThirds
    case 0: .full
    case 1: .fullIgnoringInsets
    case 2: .fractional(divisor: pick([1, 7, 12, 600]))
    default: .fractional(divisor: integer(2...5))
    }
  }
}
