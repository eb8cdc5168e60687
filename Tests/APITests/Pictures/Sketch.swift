@testable import API
@testable import LayoutEngine

/// A layout made by hand, and its picture.
struct Sketch {
  private(set) var elements = ElementList()
  var contentSize = Size(width: 375, height: 667)
  var visibleRect: Rect?
  var title = "sketch"
  var ids: [Int: String] = [:]

  mutating func add(
    _ kind: ElementKind = .cell, _ frame: Rect, item: Int = 0, isEstimated: Bool = false,
    isPinned: Bool = false, appearance: Appearance = .plain
  ) {
    let record = ElementList.Record(
      frame: frame, section: 0, item: Int32(item), kind: elements.code(of: kind),
      isEstimated: isEstimated, isPinned: isPinned, appearance: -1)
    elements.append(record, appearance: appearance)
  }

  /// Adds a cell of 100 × 100.
  mutating func addSquare(
    _ item: Int, x: Double = 0, y: Double = 0, id: String? = nil, appearance: Appearance = .plain
  ) {
    ids[item] = id
    add(.cell, Rect(x: x, y: y, width: 100, height: 100), item: item, appearance: appearance)
  }

  var svg: [UInt8] {
    let ids = ids
    return LayoutPicture(
      elements: elements, contentSize: contentSize, visibleRect: visibleRect, title: title,
      id: { ids[$0.item] }
    ).svg().withUnsafeBytes { Array($0) }
  }

  func nodes() throws -> [SVGNode] { try SVGNode.parse(svg) }
}

extension [SVGNode] {
  /// Returns the shapes of the content's elements of a style, without bars and swatches.
  func shapes(_ style: Substring) -> [SVGNode] {
    guard let stage = firstIndex(where: { $0.name == "svg" && $0.depth == 2 }) else { return [] }
    return self[stage...].filter { $0.name != "text" && $0.has(style) && !$0.has("bar") }
  }

  /// The texts of the labels in the content.
  var labels: [String] {
    guard let stage = firstIndex(where: { $0.name == "svg" && $0.depth == 2 }) else { return [] }
    return self[stage...].filter { $0.name == "text" && !$0.has("tick") && !$0.has("size") }.map(\.text)
  }

  /// The lines of the legend, counts included.
  var legend: [String] {
    indices.filter { self[$0].name == "text" && self[$0].has("name") }.map { place in
      let next = place + 1 < count && self[place + 1].name == "tspan" ? self[place + 1].text : ""
      return self[place].text + next
    }
  }

  var facts: String { filter { $0.name == "text" && $0.has("fact") }.map(\.text).joined(separator: " · ") }

  var viewBox: [Double] {
    self[0].attributes["viewBox"]?.split(separator: " ").compactMap { Double($0) } ?? []
  }
}
