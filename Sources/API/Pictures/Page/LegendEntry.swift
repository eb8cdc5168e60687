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
    case none
  }

  let swatch: Swatch
  let name: String
  let count: Int?

  /// Kinds beyond this many share one entry.
  static let kindLimit = 12
  /// The names of kinds are a client's and may be of any length.
  static let nameRoom = 16.0

  /// What occurs in the list, and nothing else.
  static func entries(
    of elements: ElementList, census: ElementCensus, styles: [ElementStyle], hasViewport: Bool
  ) -> [LegendEntry] {
    var entries: [LegendEntry] = []
    let kinds = census.kinds.indices.filter { census.kinds[$0] > 0 }
    for code in kinds.prefix(kindLimit) {
      let kind = elements.kinds[code]
      let swatch = kind == .separator ? Swatch.hairline : .element(styles[code])
      entries.append(LegendEntry(swatch: swatch, name: name(of: kind), count: census.kinds[code]))
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

  private static func name(of kind: ElementKind) -> String {
    switch kind {
    case .cell: return "cells"
    case .header: return "headers"
    case .footer: return "footers"
    case .tableHeader: return "table header"
    case .tableFooter: return "table footer"
    case .separator: return "separators"
    default: break
    }
    guard let fitted = FittedText(kind.name, room: nameRoom) else { return "…" }
    return fitted.isCut ? fitted.prefix + "…" : String(fitted.prefix)
  }
}
