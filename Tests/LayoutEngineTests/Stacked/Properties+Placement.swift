@testable import LayoutEngine

/// What holds for kinds that keep their cells inside the content and apart.
extension Properties {
  /// How far rounding an origin to a pixel may move an edge.
  private var slack: Double { sample.container.scale.map { 0.5 / $0 + 1e-6 } ?? 1e-6 }

  private var cells: [LayoutAttributes] {
    let list = solved.elements(in: nil, visible: nil)
    return (0..<list.count).map { list[$0] }.filter { $0.kind == .cell }
  }

  /// The first cell that reaches out of the content, in words; nil when none does.
  func cellOutsideContent() -> String? {
    let size = solved.contentSize
    for cell in cells {
      let frame = cell.frame
      if frame.x < -slack || frame.y < -slack || frame.maxX > size.width + slack
        || frame.maxY > size.height + slack
      {
        return "cell \(cell.indexPath) at \(frame) reaches out of \(size)"
      }
    }
    return nil
  }

  /// Two cells that overlap by more than rounding explains, in words; nil when none do.
  func overlappingCells() -> String? {
    // By y, each against those that begin before it ends.
    let cells = cells.filter { $0.frame.width > 0 && $0.frame.height > 0 }.sorted { $0.frame.y < $1.frame.y }
    let inset = Insets(top: 2 * slack, left: 2 * slack, bottom: 2 * slack, right: 2 * slack)
    for (place, cell) in cells.enumerated() {
      let core = cell.frame.inset(by: inset)
      for other in cells[(place + 1)...] {
        if other.frame.y >= cell.frame.maxY { break }
        if core.width > 0, core.height > 0, core.intersects(other.frame) {
          return "cells \(cell.indexPath) at \(cell.frame) and \(other.indexPath) at \(other.frame) overlap"
        }
      }
    }
    return nil
  }
}
