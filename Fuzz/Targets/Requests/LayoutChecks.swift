@testable import LayoutEngine

/// The elements of a layout by their paths, each of which occurs once.
struct ElementTable {
  private(set) var elements: [ElementPath: LayoutAttributes] = [:]

  /// Lists the elements of a layout.
  ///
  /// - Throws: an element that is listed twice, a number that is not finite, a negative size.
  init(_ layout: any SolvedLayout, in rect: Rect? = nil, visible: Rect?) throws(Violation) {
    let list = layout.elements(in: rect, visible: visible)
    for row in 0..<list.count {
      let element = list[row]
      try element.check()
      try promise(
        elements.updateValue(element, forKey: element.path) == nil, "\(element.path) is listed twice")
    }
  }

  init(_ elements: [ElementPath: LayoutAttributes]) { self.elements = elements }

  /// The number of cells.
  var cellCount: Int { elements.keys.count { $0.kind == .cell } }

  /// Checks that both tables have the same elements, give or take the rounding noise of sums.
  ///
  /// - Parameter scale: of the container: sums on the edge of two pixels may be rounded to either.
  func check(isNear other: ElementTable, scale: Double?, _ what: String) throws(Violation) {
    for (path, element) in elements {
      guard let expected = other.elements[path] else { throw Violation("\(what): there is \(path)") }
      try promise(element.isNear(expected, scale: scale), "\(what): \(element), expected \(expected)")
    }
    for path in other.elements.keys where elements[path] == nil {
      throw Violation("\(what): there is no \(path)")
    }
  }
}

extension LayoutAttributes {
  var path: ElementPath { ElementPath(kind: kind, indexPath: indexPath) }

  fileprivate func check() throws(Violation) {
    let transform = [
      appearance.transform.a, appearance.transform.b, appearance.transform.c, appearance.transform.d,
      appearance.transform.tx, appearance.transform.ty,
    ]
    let numbers = [frame.x, frame.y, frame.width, frame.height, appearance.alpha] + transform
    try promise(numbers.allSatisfy(\.isFinite), "a number is not finite: \(self)")
    try promise(frame.width >= 0 && frame.height >= 0, "a size is negative: \(self)")
    try promise(0...1 ~= appearance.alpha, "the alpha is not from 0 to 1: \(self)")
    try promise(!isPinned || pins != nil, "pinning moves an element that does not pin: \(self)")
  }

  fileprivate func isNear(_ other: LayoutAttributes, scale: Double?) -> Bool {
    func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(1, abs(a), abs(b)) }
    func snapsNear(_ a: Double, _ b: Double) -> Bool {
      near(a, b) || scale.map { near(abs(a - b), 1 / $0) } ?? false
    }
    return path == other.path && isEstimated == other.isEstimated && isPinned == other.isPinned
      && pins == other.pins
      && near(frame.width, other.frame.width) && near(frame.height, other.frame.height)
      && snapsNear(frame.x, other.frame.x) && snapsNear(frame.y, other.frame.y)
      && appearance.isHidden == other.appearance.isHidden && near(appearance.alpha, other.appearance.alpha)
  }
}

extension SolvedLayout {
  /// Checks the content size, all elements, and that a query of a rect finds those that meet it.
  func check(_ sections: SectionList, visible: Rect?, rect: Rect) throws(Violation) {
    let size = contentSize
    try promise(size.width.isFinite && size.height.isFinite, "the content size is \(size)")
    try promise(size.width >= 0 && size.height >= 0, "the content size is \(size)")
    let all = try ElementTable(self, visible: visible)
    try promise(
      all.cellCount <= sections.itemCount, "\(all.cellCount) cells of \(sections.itemCount) items")
    for element in all.elements.values where !element.isPinned && !followsVisibleRect {
      try promise(!element.frame.exceedsCoordinateLimit, "a coordinate is beyond 2^53: \(element)")
      let largest = max(abs(element.frame.x), abs(element.frame.y), element.frame.width, element.frame.height)
      try promise(
        largest <= coordinateBound, "a coordinate is beyond the bound \(coordinateBound): \(element)")
    }
    for path in all.elements.keys where path.kind == .cell {
      let exists =
        path.indexPath.section < sections.count
        && path.indexPath.item < sections[path.indexPath.section].items.count
      try promise(exists, "there is a cell of no item: \(path)")
    }
    let found = try ElementTable(self, in: rect, visible: visible)
    for (path, element) in found.elements {
      try promise(
        all.elements[path] == element,
        "in \(rect): \(element), else \(String(describing: all.elements[path]))")
      try promise(
        attributes(of: path, visible: visible) == element,
        "by its path: \(String(describing: attributes(of: path, visible: visible))), else \(element)")
    }
    for (path, element) in all.elements where found.elements[path] == nil {
      try promise(!element.frame.overlaps(rect), "in \(rect): no \(element)")
    }
  }
}

extension Rect {
  /// Whether the insides of both have a point in common, with room for the rounding noise of sums.
  fileprivate func overlaps(_ other: Rect) -> Bool {
    let slack = 1e-6 * max(1, abs(x), abs(y), abs(other.x), abs(other.y), width, height)
    return min(x + width, other.x + other.width) - max(x, other.x) > slack
      && min(y + height, other.y + other.height) - max(y, other.y) > slack
  }
}
