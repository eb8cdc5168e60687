internal import Geometry

/// Cross sizes of items and lines (CSS Flexbox §9.4).
extension FlexContainer {
  /// Determines the cross size of a line from its items, whose main sizes are known.
  func measureCrossSizes(of line: Int) {
    var start = BaselineExtent()
    var end = BaselineExtent()
    var crossSize = solver.lines[line].strut
    for index in solver.lines[line].items {
      solver.items[index].crossSize = measuredCrossSize(of: index)
      let item = solver.items[index]
      let outer = item.crossSize + item.crossMargins
      guard let ascent = ascent(of: item) else {
        crossSize = max(crossSize, outer)
        continue
      }
      if isAlignedToStart(item) {
        start.add(above: ascent, below: outer - ascent)
        crossSize = max(crossSize, start.sum)
      } else {
        end.add(above: ascent, below: outer - ascent)
        crossSize = max(crossSize, end.sum)
      }
    }
    solver.lines[line].crossSize = crossSize
    solver.lines[line].startBaseline = start.above
    solver.lines[line].endBaseline = end.above
  }

  private func measuredCrossSize(of index: Int) -> Double {
    let item = solver.items[index]
    if let contribution = item.crossContribution { return contribution }
    let room = flexedRoom(item)
    // A width does not depend on the layout of the contents.
    if isColumn { return solver.usedWidth(item.node, room) }
    // A baseline depends on the positions of the item's own items.
    let layout = solver.layout(item.node, room, isComplete: item.alignment.isBaseline)
    solver.items[index].layout = layout
    return solver.layouts[layout].height
  }

  /// Whether a baseline item shares the baseline that counts from the start of its line.
  func isAlignedToStart(_ item: FlexItem) -> Bool { (item.alignment == .lastBaseline) == isWrapReversed }

  /// The distance of an item's baseline from the edge of its margin box that its alignment counts from; nil for items that
  /// do not align to a baseline.
  func ascent(of item: FlexItem) -> Double? {
    guard item.alignment.isBaseline else { return nil }
    let isLast = item.alignment == .lastBaseline
    let size = item.crossSize
    var baseline: Double
    if isColumn {
      // The inline axis has no baseline of its own: the left edge stands for it.
      baseline = isRightToLeft ? size : 0
    } else {
      baseline =
        item.layout.flatMap { isLast ? solver.layouts[$0].lastBaseline : solver.layouts[$0].firstBaseline }
        ?? size
    }
    if isWrapReversed != isLast { baseline = size - baseline }
    return baseline + (isAlignedToStart(item) ? crossStart(item.margins) : crossEnd(item.margins))
  }

  /// The margin at the start of the cross axis.
  func crossStart(_ margins: Insets) -> Double {
    isColumn ? (isRightToLeft ? margins.right : margins.left) : margins.top
  }

  /// The margin at the end of the cross axis.
  func crossEnd(_ margins: Insets) -> Double {
    isColumn ? (isRightToLeft ? margins.left : margins.right) : margins.bottom
  }
}

/// How far boxes reach from a baseline that they share.
private struct BaselineExtent {
  var above: Double?
  private var below = 0.0

  var sum: Double { (above ?? 0) + below }

  mutating func add(above newAbove: Double, below newBelow: Double) {
    below = above == nil ? newBelow : max(below, newBelow)
    above = max(above ?? newAbove, newAbove)
  }
}

extension FlexItemAlignment {
  var isBaseline: Bool { self == .baseline || self == .lastBaseline }
}
