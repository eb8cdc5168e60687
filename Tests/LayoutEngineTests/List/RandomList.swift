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

extension Sample {
  /// A collection of which some rows have separators of their own.
  static func randomList(_ random: inout SeededGenerator) -> Sample {
    var sample = Sample.random(&random, metrics: ListMetrics.random)
    for section in sample.sections.indices where random.chance(1, in: 3) {
      for piece in sample.sections[section].pieces.indices where random.chance(1, in: 3) {
        guard case .item(var item) = sample.sections[section].pieces[piece] else { continue }
        let insets = random.insets(upTo: random.pick([30, 2000]))
        item.separator = random.pick([nil, .hidden, .inset(insets)])
        item.indentationLevel = random.pick([nil, 1, 2, 9, 1000])
        sample.sections[section].pieces[piece] = .item(item)
      }
    }
    return sample
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
    if random.chance(1, in: 3) { metrics.indentationWidth = random.length(upTo: 30) }
    if random.chance(1, in: 2) { metrics.rowSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 20) { metrics.rowSpacing = -random.length(upTo: 60) }
    return .list(metrics)
  }
}
