@testable import LayoutEngine

extension WaterfallLayout {
  static func random(_ random: inout SeededGenerator) -> WaterfallLayout {
    var layout = WaterfallLayout()
    layout.metrics = WaterfallMetrics().overridden(by: WaterfallMetrics.random(&random))
    layout.itemRenderDirection = random.pick([.shortestFirst] + ItemRenderDirection.allCases)
    layout.columnAssignment = random.pick(ColumnAssignment.allCases)
    if random.chance(1, in: 4) { layout.minimumContentHeight = random.length(upTo: 3000) }
    return layout
  }
}

extension WaterfallMetrics {
  static func random(_ random: inout SeededGenerator) -> SectionMetrics {
    var metrics = WaterfallMetrics()
    if random.chance(2, in: 3) { metrics.columnCount = random.pick([1, 2, 3, 4, 5, 9, 32, 40]) }
    if random.chance(1, in: 2) { metrics.minimumColumnSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 2) { metrics.minimumInteritemSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 20) { metrics.minimumInteritemSpacing = -random.length(upTo: 60) }
    if random.chance(1, in: 2) { metrics.sectionInset = random.insets(upTo: 30) }
    if random.chance(1, in: 20) { metrics.$sectionInset?.top = -random.length(upTo: 90) }
    if random.chance(1, in: 20) { metrics.$sectionInset?.right = -random.length(upTo: 30) }
    if random.chance(1, in: 2) { metrics.headerHeight = random.length(upTo: 60) }
    if random.chance(1, in: 2) { metrics.footerHeight = random.length(upTo: 60) }
    if random.chance(1, in: 2) { metrics.headerInset = random.insets(upTo: 30) }
    if random.chance(1, in: 20) { metrics.$headerInset?.bottom = -random.length(upTo: 90) }
    if random.chance(1, in: 2) { metrics.footerInset = random.insets(upTo: 30) }
    if random.chance(1, in: 20) { metrics.$footerInset?.top = -random.length(upTo: 90) }
    return .waterfall(metrics)
  }
}

extension Sample {
  /// A collection of which some items take several columns.
  static func randomWaterfall(
    _ random: inout SeededGenerator, metrics: (inout SeededGenerator) -> SectionMetrics
  ) -> Sample {
    var sample = Sample.random(&random, metrics: metrics)
    for section in sample.sections.indices where random.chance(1, in: 3) {
      for piece in sample.sections[section].pieces.indices where random.chance(1, in: 4) {
        guard case .item(var item) = sample.sections[section].pieces[piece] else { continue }
        item.span = GridSpan(columns: random.pick([2, 2, 3, GridSpan.allColumns]), rows: 2)
        sample.sections[section].pieces[piece] = .item(item)
      }
    }
    return sample
  }
}
