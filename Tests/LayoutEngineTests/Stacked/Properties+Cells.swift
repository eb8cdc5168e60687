@testable import LayoutEngine

extension Properties {
  /// The first cell that reaches out of the content by more than `tolerance`; nil when none does.
  func cellOutside(by tolerance: Double = 1e-6) -> String? {
    let size = solved.contentSize
    return cells.first {
      $0.frame.x < -tolerance || $0.frame.y < -tolerance || $0.frame.maxX > size.width + tolerance
        || $0.frame.maxY > size.height + tolerance
    }.map { "a cell outside the content of \(size): \($0)" }
  }

  /// The first two cells that share more than `tolerance` points both ways; nil when none do.
  ///
  /// - Complexity: O(n²) for n cells.
  func overlappingCells(by tolerance: Double = 1e-6) -> String? {
    let cells = cells
    for (index, a) in cells.enumerated() {
      let inner = a.frame.inset(
        by: Insets(top: tolerance, left: tolerance, bottom: tolerance, right: tolerance))
      guard inner.width > 0, inner.height > 0 else { continue }
      for b in cells[(index + 1)...] where inner.intersects(b.frame) {
        return "two cells overlap: \(a) and \(b)"
      }
    }
    return nil
  }

  private var cells: [LayoutAttributes] {
    let all = solved.elements(in: nil, visible: nil)
    return (0..<all.count).map { all[$0] }.filter { $0.kind == .cell }
  }
}
