@testable import LayoutEngine

extension GridLayout {
  static func random(_ random: inout SeededGenerator) -> GridLayout {
    var layout = GridLayout()
    layout.scrollDirection = random.pick(ScrollAxis.allCases)
    layout.metrics = GridMetrics().overridden(by: GridMetrics.random(&random))
    return layout
  }
}

extension GridMetrics {
  static func random(_ random: inout SeededGenerator) -> SectionMetrics {
    var metrics = GridMetrics()
    if random.chance(3, in: 4) {
      metrics.columns =
        random.chance(1, in: 4)
        ? .minimumWidth(random.length(upTo: 200)) : .count(random.pick([1, 2, 3, 4, 7, 12, 70]))
    }
    if random.chance(3, in: 4) {
      metrics.lineExtent = random.pick([
        .automatic, .automatic, .points(random.length(upTo: 80)),
        .aspectRatio(random.pick([0.5, 1, 1.0 / 3])),
      ])
    }
    if random.chance(1, in: 2) { metrics.rowSizing = random.pick(GridMetrics.RowSizing.allCases) }
    if random.chance(1, in: 2) { metrics.columnSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 2) { metrics.rowSpacing = random.length(upTo: 20) }
    if random.chance(1, in: 30) { metrics.rowSpacing = -random.length(upTo: 20) }
    if random.chance(1, in: 2) { metrics.sectionInset = random.insets(upTo: 30) }
    if random.chance(1, in: 3) { metrics.headerHeight = random.length(upTo: 60) }
    if random.chance(1, in: 3) { metrics.footerHeight = random.length(upTo: 60) }
    if random.chance(1, in: 2) { metrics.packing = random.pick(GridMetrics.Packing.allCases) }
    return .grid(metrics)
  }
}

extension Sample {
  /// Gives some of the items of some sections spans.
  mutating func addSpans(_ random: inout SeededGenerator) {
    for section in sections.indices where random.chance(1, in: 2) {
      let columns = random.pick([1, 3, 80])
      let rows = random.pick([1, 3, sections[section].pieces.count < 20 ? 40 : 4])
      for piece in sections[section].pieces.indices {
        guard case .item(var item) = sections[section].pieces[piece], random.chance(2, in: 3) else {
          continue
        }
        item.span = GridSpan(columns: random.integer(1...columns), rows: random.integer(1...rows))
        sections[section].pieces[piece] = .item(item)
      }
    }
  }
}
