@testable import LayoutEngine

extension SolvedLayout {
  /// Two cells that have a part of the content in common, as text; nil if there are none, up to rounding noise.
  ///
  /// For kinds that promise it. Sweeps down the content: each cell is held against those that reach below its top.
  func overlapOfCells() -> String? {
    let list = elements(in: nil, visible: nil)
    let cells = (0..<list.count).map { list[$0] }.filter { $0.kind == .cell }
      .sorted { $0.frame.y < $1.frame.y }
    var reaching: [LayoutAttributes] = []
    for cell in cells {
      let noise = 1e-9 * (1 + abs(cell.frame.maxX) + abs(cell.frame.maxY))
      reaching.removeAll { $0.frame.maxY <= cell.frame.y + noise }
      let inner = Rect(
        x: cell.frame.x + noise, y: cell.frame.y + noise, width: cell.frame.width - 2 * noise,
        height: cell.frame.height - 2 * noise)
      guard inner.width > 0, inner.height > 0 else { continue }
      if let other = reaching.first(where: { $0.frame.intersects(inner) }) {
        return "cells \(other.indexPath) at \(other.frame) and \(cell.indexPath) at \(cell.frame) overlap"
      }
      reaching.append(cell)
    }
    return nil
  }
}
