import LayoutEngine

/// An entry of the legend: a swatch, its meaning and a count.
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

  /// The largest number of kinds with entries of their own; the rest share one.
  static let kindLimit = 12

  /// Returns an entry for each sort that occurs in the list.
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

extension LegendEntry.Swatch {
  /// Draws the swatch, 14 pixels wide and 12 high, in a line with its top left at `place`.
  func write(at place: Point, to writer: inout MarkupWriter) {
    let box = Rect(x: place.x + 0.5, y: place.y + 4.5, width: 13, height: 11)
    switch self {
    case .element(let style):
      writeBox(box, class: style.rawValue, "", to: &writer)
      writeBar(of: style, in: box, to: &writer)
    case .hairline:
      writer.raw("<rect class=\"hairline\" stroke-width=\".5\"")
      writer.rect(Rect(x: box.x, y: box.midY, width: box.width, height: 0.5))
      writer.raw("/>")
    case .estimated:
      writeBox(box, class: "cell estimated", " stroke-dasharray=\"3 2\"", to: &writer)
    case .ghost:
      writeBox(box, class: "ghost", " stroke-dasharray=\"1 2\"", to: &writer)
    case .pinned:
      PinMark.writeGlyph(at: Point(x: box.midX - 5, y: box.midY - 6), unit: 1, to: &writer)
    case .viewport:
      writeBox(box, class: "visible", " stroke-width=\"2\"", to: &writer)
    case .view(let style):
      writeBox(box, class: style.rawValue, "", to: &writer)
      if style == .image { writer.cross(box) }
    case .baseline:
      writer.raw("<path class=\"baseline\" d=\"M")
      writer.number(box.x)
      writer.raw(" ")
      writer.number(box.midY)
      writer.raw("h")
      writer.number(box.width)
      writer.raw("\"/>")
    case .none: break
    }
  }

  private func writeBox(_ box: Rect, class name: String, _ more: String, to writer: inout MarkupWriter) {
    writer.raw("<rect")
    writer.attribute("class", name)
    writer.rect(box)
    writer.raw(" rx=\"3\"")
    writer.raw(more)
    writer.raw("/>")
  }

  private func writeBar(of style: ElementStyle, in box: Rect, to writer: inout MarkupWriter) {
    guard let edge = style.barEdge else { return }
    writer.raw("<rect")
    writer.attribute("class", "bar \(style.rawValue)")
    writer.rect(
      Rect(x: box.x, y: edge == .leading ? box.y : box.maxY - 2.5, width: box.width, height: 2.5))
    writer.raw("/>")
  }
}
