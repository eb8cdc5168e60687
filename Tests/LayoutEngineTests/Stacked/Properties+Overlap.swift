@testable import LayoutEngine

/// What holds for the cells of kinds that promise it.
extension Properties {
  /// The first two cells of which one overlaps the other, in words; nil where none does.
  func overlap() -> String? {
    let cells = cells().sorted { $0.frame.x < $1.frame.x }
    for (place, cell) in cells.enumerated() {
      for other in cells[(place + 1)...] {
        let noise = 1e-6 * (1 + abs(cell.frame.maxX) * 1e-3 + abs(cell.frame.maxY) * 1e-3)
        if other.frame.x >= cell.frame.maxX - noise { break }
        let shared = min(cell.frame.maxY, other.frame.maxY) - max(cell.frame.y, other.frame.y)
        if shared > noise, min(cell.frame.maxX, other.frame.maxX) - other.frame.x > noise {
          return "\(cell.indexPath) at \(cell.frame) overlaps \(other.indexPath) at \(other.frame)"
        }
      }
    }
    return nil
  }

  /// The first cell that reaches out of the content by more than rounding, in words; nil where none does.
  ///
  /// Cells without area do not count: where insets leave no room, cells stand behind them all the same.
  func cellBeyondContent() -> String? {
    let size = solved.contentSize
    let pixel = 1 / (sample.container.scale ?? 1e6)
    for cell in cells() where cell.frame.width > 0 && cell.frame.height > 0 {
      let frame = cell.frame
      let noise = pixel + 1e-6 * (1 + (size.width + size.height) * 1e-3)
      if frame.x < -noise || frame.y < -noise || frame.maxX > size.width + noise
        || frame.maxY > size.height + noise
      {
        return "\(cell.indexPath) at \(frame) reaches out of \(size)"
      }
    }
    return nil
  }

  private func cells() -> [LayoutAttributes] {
    let all = solved.elements(in: nil, visible: nil)
    return (0..<all.count).map { all[$0] }.filter { $0.kind == .cell }
  }
}
