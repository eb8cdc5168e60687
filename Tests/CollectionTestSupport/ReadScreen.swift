import LayoutEngine
import TestSupport

/// The elements that a client has, and the part of them on screen: walks compare it before and after a change.
package struct ReadScreen {
  package struct Element {
    package var isCell: Bool
    /// Whether pinning has moved it.
    package var isPinned: Bool
    package var id: String?
    package var path: IndexPath
    package var frame: Rect

    package init(isCell: Bool, isPinned: Bool, id: String?, path: IndexPath, frame: Rect) {
      (self.isCell, self.isPinned, self.id, self.path, self.frame) = (isCell, isPinned, id, path, frame)
    }

    fileprivate var end: Double { frame.y + frame.height }
  }

  private let elements: [Element]
  /// The content offset.
  package let offset: Double
  private let insets: Insets
  private let policy: ReadingPolicy
  /// The content offsets at which the content rests.
  package let range: ClosedRange<Double>

  package static let size = Size(width: 200, height: 300)

  /// The layouts of walks, as clients send them.
  package static let layouts: [(name: String, layout: JSONTree)] = [
    (
      "list",
      ["kind": "list", "rowHeight": "automatic", "sectionHeaderHeight": 22, "sectionFooterHeight": 18]
    ),
    (
      "flow", ["kind": "flow", "headerReferenceSize": [0, 30], "sectionHeadersPinToVisibleBounds": true]
    ),
    ("grid", ["kind": "grid", "columns": 2, "rowHeight": "automatic"]),
    ("waterfall", ["kind": "waterfall"]),
  ]

  /// - Parameters:
  ///   - offset: the content offset.
  ///   - length: that of the content.
  package init(
    _ elements: [Element], at offset: Double, of length: Double, _ insets: Insets, _ policy: ReadingPolicy
  ) {
    self.elements = elements
    self.offset = offset
    self.insets = insets
    self.policy = policy
    // The documented rule.
    let (least, most) = (-insets.top, length + insets.bottom - Self.size.height)
    if most >= least {
      range = least...most
    } else {
      let rest =
        switch policy.contentAlignment {
        case .start: least
        case .center: (least + most) / 2
        case .end: most
        }
      range = rest...rest
    }
  }

  private var rows: [Element] { elements.filter(\.isCell) }

  private var isAtEdge: Bool {
    abs(offset - range.lowerBound) < 0.01 || abs(offset - range.upperBound) < 0.01
  }

  /// The first row that is seen, beside the insets and the views that are pinned.
  private var firstSeen: Element? {
    let whole = offset + insets.top...offset + Self.size.height - insets.bottom
    var (start, end) = (whole.lowerBound, whole.upperBound)
    let strips = elements.filter(\.isPinned)
    for strip in strips.sorted(by: { $0.frame.y < $1.frame.y }) where strip.frame.y <= start + 0.5 {
      start = max(start, strip.end)
    }
    for strip in strips.sorted(by: { $0.end > $1.end }) where strip.end >= end - 0.5 {
      end = min(end, strip.frame.y)
    }
    if end - start <= 1 { (start, end) = (whole.lowerBound, whole.upperBound) }
    let seen = rows.filter { row in
      let edge = Self.size.width - insets.left - insets.right
      let across = min(row.frame.x + row.frame.width, edge) - max(row.frame.x, 0)
      return min(row.end, end) - max(row.frame.y, start) > 1 && across > 1
    }
    return seen.min { a, b in
      (a.frame.y, a.frame.x) == (b.frame.y, b.frame.x)
        ? a.path < b.path : (a.frame.y, a.frame.x) < (b.frame.y, b.frame.x)
    }
  }

  /// A row of the screen before a change: where the response has it now, or by its id.
  private func row(after response: JSONTree, _ row: Element) -> Element? {
    let changes = response["changes"]?.elements ?? []
    let own = changes.first { $0["category"] == "cell" && $0["from"] == JSONTree(path: row.path) }
    if let to = own?["to"] { return rows.first { JSONTree(path: $0.path) == to } }
    return rows.first { $0.id == row.id }
  }

  /// Compares the screen with that before a change.
  ///
  /// - Parameter response: the response to the change, which says why a row has moved on screen.
  /// - Returns: whether the row that was read stayed where it was, nil if none was seen; and the fault.
  package func compare(
    with before: ReadScreen, by response: JSONTree
  ) -> (isHeld: Bool?, faults: [String]) {
    var faults = missedEdge(from: before)
    guard let seen = before.firstSeen else { return (nil, faults) }
    guard let anchor = response["anchor"] else {
      let moved = row(after: response, seen).map { $0.frame.y - offset - (seen.frame.y - before.offset) }
      if moved.map({ abs($0) < 0.01 }) != true { faults.append("\(seen) has moved by \(moved ?? .nan)") }
      return (true, faults)
    }
    if anchor["id"]?.string != seen.id || anchor["indexPath"] != JSONTree(path: seen.path) {
      faults.append("\(anchor) is not \(seen)")
    }
    let isThere = rows.contains { $0.id == seen.id }
    let holds =
      switch anchor["reason"]?.string {
      case "deleted": !isThere
      case "moved": isThere
      case "edge": isAtEdge
      default: false
      }
    if !holds { faults.append("\(anchor), at \(offset) of \(range)") }
    return (false, faults)
  }

  /// A fault if the viewport was at the edge that it follows, and is not there now.
  private func missedEdge(from before: ReadScreen) -> [String] {
    let edge: Double
    switch policy.follow {
    case .start? where before.offset <= before.range.lowerBound + policy.followDistance:
      edge = range.lowerBound
    case .end? where before.offset >= before.range.upperBound - policy.followDistance:
      edge = range.upperBound
    default: return []
    }
    return abs(offset - edge) > 1e-6 ? ["the viewport is at \(offset), and its edge at \(edge)"] : []
  }
}
