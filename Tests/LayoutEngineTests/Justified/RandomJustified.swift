@testable import LayoutEngine

extension JustifiedLayout {
  static func random(_ random: inout SeededGenerator) -> JustifiedLayout {
    var layout = JustifiedLayout()
    layout.metrics = layout.metrics.overridden(by: JustifiedMetrics.random(&random))
    return layout
  }
}

extension JustifiedMetrics {
  static func random(_ random: inout SeededGenerator) -> SectionMetrics {
    var metrics = JustifiedMetrics()
    metrics.targetRowHeight = random.pick([100, 64, 320, 1 + random.length(upTo: 200)])
    if random.chance(1, in: 2) {
      metrics.targetRowHeightTolerance = random.pick([0, 0.1, 0.25, 0.5, 1, random.length(upTo: 1)])
    }
    if random.chance(1, in: 2) { metrics.horizontalSpacing = random.length(upTo: 30) }
    if random.chance(1, in: 2) { metrics.verticalSpacing = random.length(upTo: 30) }
    if random.chance(1, in: 20) { metrics.verticalSpacing = -random.length(upTo: 90) }
    if random.chance(1, in: 20) { metrics.horizontalSpacing = -random.length(upTo: 30) }
    if random.chance(1, in: 2) { metrics.containerPadding = random.insets(upTo: 30) }
    if random.chance(1, in: 20) { metrics.$containerPadding?.top = -random.length(upTo: 90) }
    if random.chance(1, in: 4) { metrics.maxRows = random.pick([1, 2, 5, 30]) }
    if random.chance(1, in: 4) { metrics.maxPerRow = random.pick([1, 2, 3, 9]) }
    if random.chance(1, in: 5) { metrics.forceAspectRatio = random.pick([0, 0.01, 0.75, 1, 1.5, 4]) }
    if random.chance(1, in: 3) { metrics.showWidows = random.chance(1, in: 2) }
    if random.chance(1, in: 2) { metrics.fullWidthBreakoutRowCadence = random.pick([0, 1, 2, 3, 7]) }
    if random.chance(2, in: 3) {
      metrics.widowLayoutStyle = random.pick(JustifiedMetrics.WidowLayoutStyle.allCases)
    }
    if random.chance(1, in: 3) { metrics.edgeCaseMinRowHeight = random.length(upTo: 2) }
    if random.chance(1, in: 3) { metrics.edgeCaseMaxRowHeight = random.length(upTo: 4) }
    return .justified(metrics)
  }
}

extension Sample {
  /// A collection of which some items ask for a row of their own.
  static func randomJustified(_ random: inout SeededGenerator) -> Sample {
    var sample = Sample.random(&random, metrics: JustifiedMetrics.random)
    for section in sample.sections.indices where random.chance(1, in: 3) {
      for piece in sample.sections[section].pieces.indices where random.chance(1, in: 6) {
        guard case .item(var item) = sample.sections[section].pieces[piece] else { continue }
        item.span = GridSpan(columns: random.pick([2, GridSpan.allColumns]))
        sample.sections[section].pieces[piece] = .item(item)
      }
    }
    return sample
  }
}
