@testable import LayoutEngine

extension FlowLayout {
  static func random(_ random: inout SeededGenerator) -> FlowLayout {
    var layout = FlowLayout()
    layout.scrollDirection = random.pick([.vertical, .horizontal])
    layout.metrics = FlowMetrics().overridden(by: FlowMetrics.random(&random))
    layout.estimatedItemSize = random.pick([.none, .none, .automatic, .size(random.size(upTo: 120))])
    layout.sectionHeadersPinToVisibleBounds = random.chance(1, in: 2)
    layout.sectionFootersPinToVisibleBounds = random.chance(1, in: 2)
    layout.itemAlignment = random.pick(FlowLayout.ItemAlignment.allCases)
    layout.lineAlignment = random.pick(FlowLayout.LineAlignment.allCases)
    layout.sectionInsetReference = random.pick(FlowLayout.SectionInsetReference.allCases)
    return layout
  }
}

extension FlowMetrics {
  static func random(_ random: inout SeededGenerator) -> SectionMetrics {
    var metrics = FlowMetrics()
    if random.chance(1, in: 2) { metrics.minimumLineSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 20) { metrics.minimumLineSpacing = -random.length(upTo: 60) }
    if random.chance(1, in: 2) { metrics.minimumInteritemSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 2) { metrics.itemSize = random.size(upTo: random.pick([40, 120, 400])) }
    if random.chance(1, in: 2) { metrics.sectionInset = random.insets(upTo: 30) }
    if random.chance(1, in: 20) { metrics.$sectionInset?.left = -random.length(upTo: 30) }
    if random.chance(1, in: 20) { metrics.$sectionInset?.top = -random.length(upTo: 90) }
    if random.chance(1, in: 20) { metrics.$sectionInset?.bottom = -random.length(upTo: 90) }
    if random.chance(1, in: 2) { metrics.headerReferenceSize = random.size(upTo: 60) }
    if random.chance(1, in: 2) { metrics.footerReferenceSize = random.size(upTo: 60) }
    return .flow(metrics)
  }
}
