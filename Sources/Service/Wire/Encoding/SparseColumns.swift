import LayoutEngine

/// Attributes that few elements have, by row: only rows that differ from the default.
struct SparseColumns {
  private(set) var zIndex: [(row: Int, value: Int)] = []
  private(set) var alpha: [(row: Int, value: Double)] = []
  private(set) var hidden: [(row: Int, value: Void)] = []
  private(set) var transform: [(row: Int, value: AffineTransform)] = []
  private(set) var transform3D: [(row: Int, value: Transform3D)] = []
  private(set) var estimated: [(row: Int, value: Void)] = []
  private(set) var pins: [(row: Int, value: PinnedEdge)] = []
  private(set) var pinned: [(row: Int, value: Void)] = []

  /// - Complexity: O(n) for n elements.
  init(_ elements: ElementList) {
    for (row, record) in elements.records.enumerated() {
      if record.isEstimated { estimated.append((row, ())) }
      if let edge = record.pins { pins.append((row, edge)) }
      if record.isPinned { pinned.append((row, ())) }
      guard record.appearance >= 0 else { continue }
      let appearance = elements.appearances[Int(record.appearance)]
      if appearance.zIndex != 0 { zIndex.append((row, appearance.zIndex)) }
      if appearance.alpha != 1 { alpha.append((row, appearance.alpha)) }
      if appearance.isHidden { hidden.append((row, ())) }
      if appearance.transform != .identity { transform.append((row, appearance.transform)) }
      if appearance.transform3D != .identity { transform3D.append((row, appearance.transform3D)) }
    }
  }
}
