@testable import LayoutEngine

/// Properties of every result of a stacking layout, whatever it lays out.
struct Properties {
  let solved: any SolvedLayout
  let sample: Sample
  /// Whether the kind places all items; else it may leave out the last ones of a section.
  var placesEveryItem = true
  /// Whether the kind promises that cells lie inside the content.
  var keepsCellsInside = false

  /// The first property that does not hold, as text; nil if all do.
  func violation() -> String? {
    for visible in [nil, sample.visible] {
      let all = solved.elements(in: nil, visible: visible)
      let attributes = (0..<all.count).map { all[$0] }
      if let violation = everyElementOnce(attributes) ?? lookups(attributes, visible)
        ?? query(attributes, visible) ?? beyondBound(attributes)
      {
        return violation
      }
    }
    return strangers() ?? (keepsCellsInside ? cellOutside(by: pixel) : nil)
  }

  private func everyElementOnce(_ attributes: [LayoutAttributes]) -> String? {
    let paths = attributes.map { ElementPath(kind: $0.kind, indexPath: $0.indexPath) }
    guard Set(paths).count == paths.count else { return "an element is answered twice" }
    let cells = paths.filter { $0.kind == .cell }.map(\.indexPath)
    let expected = sample.sections.enumerated().flatMap { index, section in
      section.items.indices.map { IndexPath(section: index, item: $0) }
    }
    if placesEveryItem { return cells == expected ? nil : "cells are not every item once, in order" }
    let counts = Dictionary(grouping: cells, by: \.section).mapValues(\.count)
    let first = expected.filter { $0.item < counts[$0.section, default: 0] }
    return cells == first ? nil : "cells are not the first items of their sections once, in order"
  }

  /// The first element with a coordinate or an extent beyond the bound that the layout gives them, or an orthogonal
  /// section with one.
  func beyondBound(_ attributes: [LayoutAttributes]) -> String? {
    let bound = solved.coordinateBound
    func isBeyond(_ frame: Rect) -> Bool {
      !(max(abs(frame.x), abs(frame.y), frame.width, frame.height) <= bound)
    }
    if let found = attributes.first(where: { isBeyond($0.frame) }) {
      return "beyond the bound \(bound): \(found)"
    }
    return solved.orthogonalSections(in: nil).first {
      isBeyond($0.frame) || max($0.contentSize.width, $0.contentSize.height) > bound
    }.map { "beyond the bound \(bound): \($0)" }
  }

  private func lookups(_ attributes: [LayoutAttributes], _ visible: Rect?) -> String? {
    // Of a large result one element in so many: each costs a search.
    for place in stride(from: 0, to: attributes.count, by: 1 + attributes.count / 200) {
      let expected = attributes[place]
      let path = ElementPath(kind: expected.kind, indexPath: expected.indexPath)
      let found = solved.attributes(of: path, visible: visible)
      if found != expected {
        return "one element asked for: \(found.map { "\($0)" } ?? "nil"), in the list: \(expected)"
      }
    }
    return nil
  }

  private func query(_ attributes: [LayoutAttributes], _ visible: Rect?) -> String? {
    var rects = [sample.query]
    // Rects that only just meet or miss elements are where a bisection goes wrong.
    for place in stride(from: 0, to: attributes.count, by: max(1, attributes.count / 4)) {
      let frame = attributes[place].frame
      rects.append(frame)
      rects.append(Rect(x: frame.x - 1e5, y: frame.maxY, width: 2e5, height: 0.25))
      rects.append(Rect(x: frame.maxX, y: frame.y - 1e5, width: 0.25, height: 2e5))
    }
    for rect in rects {
      let found = solved.elements(in: rect, visible: visible)
      let expected = attributes.indices.filter { attributes[$0].frame.intersects(rect) }
      if found.count != expected.count || !zip(0..., expected).allSatisfy({ found[$0] == attributes[$1] }) {
        return "in \(rect): \(found.count) elements found, \(expected.count) expected, or others"
      }
    }
    return nil
  }

  private func strangers() -> String? {
    let count = sample.sections.count
    var paths = [ElementPath.cell(-1, 0), .cell(count, 0)]
    for (index, section) in sample.sections.enumerated() {
      paths += [.cell(index, -1), .cell(index, section.items.count)]
      paths += [ElementKind.header, .footer, .tableHeader, .tableFooter].map {
        ElementPath(kind: $0, indexPath: IndexPath(section: index, item: 1))
      }
      let unknown = ElementKind(category: .supplementary, name: "badge")
      paths.append(ElementPath(kind: unknown, indexPath: IndexPath(section: index, item: 0)))
    }
    for path in paths where solved.attributes(of: path, visible: nil) != nil {
      return "a stranger has attributes: \(path)"
    }
    return nil
  }
}
