import LayoutEngine

/// One line of the legend: a swatch, what it stands for, and how many there are.
struct LegendEntry {
  enum Swatch {
    case element(ElementStyle)
    case hairline
    case estimated
    case pinned
    case ghost
    case viewport
    case view(CellViewStyle)
    case baseline
    case none
  }

  let swatch: Swatch
  let name: String
  let count: Int?

  /// Kinds beyond this many share one entry.
  static let kindLimit = 12

  /// What occurs in the list, and nothing else.
  static func entries(
    of elements: ElementList, census: ElementCensus, styles: [ElementStyle], hasViewport: Bool
  ) -> [LegendEntry] {
    var entries: [LegendEntry] = []
    let names = ElementStyle.names(of: elements.kinds)
    let kinds = census.kinds.indices.filter { census.kinds[$0] > 0 }
    for code in kinds.prefix(kindLimit) {
      let kind = elements.kinds[code]
      let swatch = kind == .separator ? Swatch.hairline : .element(styles[code])
      let name = plural(of: kind, called: names[code])
      entries.append(LegendEntry(swatch: swatch, name: name, count: census.kinds[code]))
    }
    let others = kinds.dropFirst(kindLimit)
    if !others.isEmpty {
      entries.append(
        LegendEntry(
          swatch: .none, name: "\(Numerals.count(others.count)) more kinds",
          count: others.reduce(0) { $0 + census.kinds[$1] }))
    }
    func add(_ swatch: Swatch, _ name: String, _ count: Int) {
      if count > 0 { entries.append(LegendEntry(swatch: swatch, name: name, count: count)) }
    }
    add(.pinned, "pinned", census.pinned)
    add(.estimated, "estimated", census.estimated)
    add(.ghost, "hidden", census.hidden)
    if hasViewport { entries.append(LegendEntry(swatch: .viewport, name: "visible rect", count: nil)) }
    return entries
  }

  private static func plural(of kind: ElementKind, called name: String) -> String {
    switch kind {
    case .cell: "cells"
    case .header: "headers"
    case .footer: "footers"
    case .separator: "separators"
    default: name
    }
  }
}
