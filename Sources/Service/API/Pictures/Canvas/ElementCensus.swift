import LayoutEngine

/// The number of elements of each sort in a list, for the legend.
struct ElementCensus {
  /// In the order of the list's kinds.
  private(set) var kinds: [Int]
  private(set) var estimated = 0
  private(set) var pinned = 0
  private(set) var hidden = 0

  /// - Complexity: O(n) for n elements.
  init(_ elements: ElementList) {
    kinds = Array(repeating: 0, count: elements.kinds.count)
    for record in elements.records {
      kinds[Int(record.kind)] += 1
      if record.isEstimated { estimated += 1 }
      if record.isPinned { pinned += 1 }
      if elements.isGhost(record) { hidden += 1 }
    }
  }
}

extension ElementList {
  func appearance(of record: Record) -> Appearance {
    record.appearance < 0 ? .plain : appearances[Int(record.appearance)]
  }

  /// Whether the element is invisible on a screen: hidden, or fully transparent.
  func isGhost(_ record: Record) -> Bool {
    guard record.appearance >= 0 else { return false }
    let appearance = appearances[Int(record.appearance)]
    return appearance.isHidden || appearance.alpha <= 0
  }
}
