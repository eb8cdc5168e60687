internal import Geometry

/// The items of a container (CSS Flexbox §9.1).
extension FlexContainer {
  /// Makes the items.
  ///
  /// - Parameter isMeasuringColumns: whether the width of a wrapping column is computed from its items.
  mutating func makeItems(isMeasuringColumns: Bool = false) {
    let start = solver.items.count
    for number in solver.boxes[node].items { solver.items.append(makeItem(solver.children[number])) }
    items = start..<solver.items.count
    for index in items {
      // A copy: items of nested containers are added meanwhile.
      var item = solver.items[index]
      if isMeasuringColumns {
        item.crossContribution = solver.contribution(item.node, contributionRoom(item)).most
      }
      setSizes(&item)
      solver.items[index] = item
    }
  }

  private func makeItem(_ child: Int) -> FlexItem {
    let automatic = solver.boxes[child].automaticMargins
    let margins = solver.margins(child, percentWidth: width)
    let padding = solver.padding(child, percentWidth: width)
    let alignment = alignment(of: child)
    let horizontalAutos = automatic.intersection([.left, .right]).count
    let verticalAutos = automatic.intersection([.top, .bottom]).count
    let hasCrossAutos = (isColumn ? horizontalAutos : verticalAutos) > 0
    let stretchesAsAuto = solver.nodes[child].style.heightKeyword == .stretch && height == nil
    let isAuto =
      isColumn
      ? solver.boxes[child].hasAutomaticWidth
      : solver.boxes[child].hasAutomaticHeight || stretchesAsAuto
    return FlexItem(
      node: child, grow: solver.nodes[child].style.flexGrow, shrink: solver.nodes[child].style.flexShrink,
      alignment: hasCrossAutos ? .flexStart : alignment,
      isSafe: overflowAlignment(of: child) == .safe,
      stretches: isAuto && alignment == .stretch && !hasCrossAutos,
      isCollapsed: solver.nodes[child].style.visibility == .collapse,
      margins: margins,
      mainMargins: isColumn ? margins.vertical : margins.horizontal,
      crossMargins: isColumn ? margins.horizontal : margins.vertical,
      automaticMargins: isColumn ? verticalAutos : horizontalAutos,
      mainPadding: isColumn ? padding.vertical : padding.horizontal)
  }

  /// The alignment of a child in the cross axis: `stretch`, `flexStart`, `flexEnd`, `center` or a baseline, where
  /// `flexStart` is the start of the axis whether lines wrap in reverse or not.
  func alignment(of child: Int) -> FlexItemAlignment {
    switch solver.nodes[child].style.alignSelf ?? style.alignItems {
    case .normal, .stretch: .stretch
    case .start: .flexStart
    case .end: .flexEnd
    case .flexStart: isWrapReversed ? .flexEnd : .flexStart
    case .flexEnd: isWrapReversed ? .flexStart : .flexEnd
    case .selfStart: isTurned(child) ? .flexEnd : .flexStart
    case .selfEnd: isTurned(child) ? .flexStart : .flexEnd
    case .center: .center
    case .baseline: .baseline
    case .lastBaseline: .lastBaseline
    }
  }

  /// Whether a child's own direction runs against the cross axis.
  private func isTurned(_ child: Int) -> Bool {
    isColumn && solver.boxes[child].direction != solver.boxes[node].direction
  }

  /// Whether the alignment of a child in the cross axis is safe.
  private func overflowAlignment(of child: Int) -> FlexOverflowAlignment {
    solver.nodes[child].style.alignSelf == nil
      ? style.alignItemsOverflow : solver.nodes[child].style.alignSelfOverflow
  }
}
