/// Consecutive cells that two layouts share: in both they look alike, and all are as far from the start of their
/// section's first shared cell.
public struct SharedCells: Sendable {
  /// The old and the new position of the first cell.
  public var from: IndexPath
  /// The new position of the first cell.
  public var to: IndexPath
  /// At least 2.
  public var count: Int
}

extension [SharedCells] {
  /// The ranges of items that a side shares, in ascending order, by section.
  ///
  /// - Complexity: O(n log n) for n ranges.
  func ranges(_ side: (SharedCells) -> IndexPath) -> [Int: [Range<Int>]] {
    var ranges: [Int: [Range<Int>]] = [:]
    for cells in self {
      let first = side(cells)
      ranges[first.section, default: []].append(first.item..<first.item + cells.count)
    }
    return ranges.mapValues { $0.sorted { $0.lowerBound < $1.lowerBound } }
  }
}
