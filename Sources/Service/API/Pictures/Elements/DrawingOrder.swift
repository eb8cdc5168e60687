import LayoutEngine

/// The rows of a list from back to front: by z-index, rows with the same z-index in the order of the list.
enum DrawingOrder {
  /// Returns the first `limit` rows of the list, from back to front.
  ///
  /// - Complexity: O(n + r log r) for n rows, r of which have a z-index other than 0.
  static func rows(of elements: ElementList, limit: Int) -> [Int32] {
    let count = min(elements.count, limit)
    guard elements.appearances.contains(where: { $0.zIndex != 0 }) else { return Array(0..<Int32(count)) }
    var raised: [(zIndex: Int, row: Int32)] = []
    var level: [Int32] = []
    level.reserveCapacity(count)
    for row in 0..<count {
      let place = Int(elements.records[row].appearance)
      let zIndex = place < 0 ? 0 : elements.appearances[place].zIndex
      if zIndex == 0 { level.append(Int32(row)) } else { raised.append((zIndex, Int32(row))) }
    }
    raised.sort { $0 < $1 }
    let front = raised.firstIndex { $0.zIndex > 0 } ?? raised.count
    return raised[..<front].map(\.row) + level + raised[front...].map(\.row)
  }
}
