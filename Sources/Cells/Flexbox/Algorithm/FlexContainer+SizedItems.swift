internal import Geometry

/// Everything that the sizes of the items and lines of a container depend on, before the lines are placed.
struct SizedItemsKey: Equatable {
  /// The width of the content box.
  var width: Double?
  /// The padding with the border.
  var padding: Insets
  var height: HeightPlan
}

/// The items and lines of a container, as ranges of those of the solver, before the lines are placed.
struct SizedItems {
  var items: Range<Int>
  var lines: Range<Int>
}

/// The items and lines that several layouts of a container have in common: most rows are measured before their height is
/// known, and then laid out in it.
extension FlexContainer {
  /// Makes the items and lines, or takes those of an earlier layout.
  ///
  /// - Parameter isComplete: whether they will be placed, which changes them.
  mutating func sizeItems(isComplete: Bool) {
    // The height of a row changes no size of its items, unless they may rely on it.
    let height = isColumn ? heightPlan : HeightPlan(known: heightPlan.known)
    let key = SizedItemsKey(width: width, padding: padding, height: height)
    if let known = solver.knownItems.entry(node, for: key) {
      take(solver.knownItems.result(of: known), isComplete: isComplete)
      return
    }
    makeItems()
    makeLines()
    if !isComplete { solver.knownItems.add(node, key, SizedItems(items: items, lines: lines)) }
  }

  private mutating func take(_ sized: SizedItems, isComplete: Bool) {
    (items, lines) = (sized.items, sized.lines)
    guard isComplete else { return }
    items = solver.items.append(copiesOf: sized.items)
    lines = solver.lines.append(copiesOf: sized.lines)
    let distance = items.lowerBound - sized.items.lowerBound
    for line in lines {
      let own = solver.lines[line].items
      solver.lines[line].items = own.lowerBound + distance..<own.upperBound + distance
    }
  }
}
