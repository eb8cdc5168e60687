@testable import LayoutEngine

extension ListLayout {
  static func random(_ random: inout SeededGenerator) -> ListLayout {
    var layout = ListLayout()
    layout.style = random.pick(ListLayout.Style.allCases)
    layout.metrics = ListMetrics().overridden(by: ListMetrics.random(&random))
    if random.chance(1, in: 2) { layout.tableHeader = random.size(upTo: 90) }
    if random.chance(1, in: 2) { layout.tableFooter = random.size(upTo: 90) }
    layout.cellLayoutMarginsFollowReadableWidth = random.chance(1, in: 3)
    return layout
  }
}

extension ListMetrics {
  static func random(_ random: inout SeededGenerator) -> SectionMetrics {
    var metrics = ListMetrics()
    if random.chance(1, in: 2) {
      metrics.rowHeight = random.pick([.automatic, .points(random.length(upTo: 80))])
    }
    if random.chance(1, in: 2) { metrics.estimatedRowHeight = random.length(upTo: 80) }
    if random.chance(1, in: 2) { metrics.sectionHeaderHeight = random.length(upTo: 60) }
    if random.chance(1, in: 2) { metrics.sectionFooterHeight = random.length(upTo: 60) }
    if random.chance(1, in: 2) { metrics.estimatedSectionHeaderHeight = random.length(upTo: 60) }
    if random.chance(1, in: 2) { metrics.estimatedSectionFooterHeight = random.length(upTo: 60) }
    if random.chance(1, in: 3) { metrics.sectionHeaderTopPadding = random.length(upTo: 30) }
    if random.chance(1, in: 2) { metrics.sectionInset = random.insets(upTo: 30) }
    if random.chance(1, in: 20) { metrics.sectionInset?.top = -random.length(upTo: 90) }
    if random.chance(1, in: 2) { metrics.separator = random.insets(upTo: 30) }
    if random.chance(1, in: 2) { metrics.rowSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 20) { metrics.rowSpacing = -random.length(upTo: 60) }
    return .list(metrics)
  }
}
