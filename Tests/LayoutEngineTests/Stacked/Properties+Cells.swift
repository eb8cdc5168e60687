@testable import LayoutEngine

/// Properties of kinds that keep their cells apart and inside the content.
extension Properties {
  /// The first two cells that share more than `tolerance` points both ways; nil when none do.
  ///
  /// - Complexity: O(n log n) for n cells of which few stand beside each other, O(n²) at worst.
  func overlappingCells(by tolerance: Double = 1e-6) -> String? {
    let cells = cells.sorted { $0.frame.y < $1.frame.y }
    for (place, cell) in cells.enumerated() {
      let noise = tolerance + 1e-9 * (abs(cell.frame.maxX) + abs(cell.frame.maxY))
      for other in cells[(place + 1)...] {
        if other.frame.y >= cell.frame.maxY - noise { break }
        let deep = min(cell.frame.maxY, other.frame.maxY) - other.frame.y
        let wide = min(cell.frame.maxX, other.frame.maxX) - max(cell.frame.x, other.frame.x)
        if deep > noise, wide > noise {
          return "\(cell.indexPath) at \(cell.frame) overlaps \(other.indexPath) at \(other.frame)"
        }
      }
    }
    return nil
  }

  /// The first cell that reaches out of the content by more than `tolerance`; nil when none does.
  ///
  /// Cells without area do not count: where insets leave no room, cells stand behind them all the same.
  func cellOutside(by tolerance: Double = 1e-6) -> String? {
    let size = solved.contentSize
    let noise = tolerance + 1e-9 * (size.width + size.height)
    return cells.first { cell in
      let frame = cell.frame
      guard frame.width > 0, frame.height > 0 else { return false }
      return frame.x < -noise || frame.y < -noise || frame.maxX > size.width + noise
        || frame.maxY > size.height + noise
    }.map { "\($0.indexPath) at \($0.frame) reaches out of \(size)" }
  }

  /// How far rounding may move an edge.
  var pixel: Double { sample.container.scale.map { 1 / $0 } ?? 1e-6 }

  private var cells: [LayoutAttributes] {
    let all = solved.elements(in: nil, visible: nil)
    return (0..<all.count).map { all[$0] }.filter { $0.kind == .cell }
  }
}
