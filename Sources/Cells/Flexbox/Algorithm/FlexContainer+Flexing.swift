/// Flexible lengths (CSS Flexbox §9.7).
extension FlexContainer {
  /// Lets the items of a line grow or shrink to the inner main size.
  ///
  /// Each round freezes at least one item.
  ///
  /// - Complexity: O(n²) for n items that reach their limits one after another, otherwise O(n).
  func flex(_ line: Int, to mainSize: Double) {
    let isGrowing = solver.lines[line].hypotheticalSize < mainSize
    freezeInflexibleItems(of: solver.lines[line], isGrowing: isGrowing)
    let initialSpace = unusedSpace(solver.lines[line], of: mainSize)
    while solver.lines[line].items.contains(where: { !solver.items[$0].isFrozen }) {
      let space = spaceToDistribute(solver.lines[line], of: mainSize, initialSpace, isGrowing: isGrowing)
      distribute(space, among: solver.lines[line], isGrowing: isGrowing)
    }
    var freeSpace = mainSize - itemGap * Double(solver.lines[line].items.count - 1)
    for index in solver.lines[line].items {
      freeSpace -= solver.items[index].mainSize + solver.items[index].mainMargins
    }
    solver.lines[line].freeSpace = freeSpace
  }

  private func freezeInflexibleItems(of line: FlexLine, isGrowing: Bool) {
    for index in line.items {
      let (base, hypothetical) = (solver.items[index].base, solver.items[index].hypothetical)
      let isAtLimit = isGrowing ? base > hypothetical : base < hypothetical
      solver.items[index].isFrozen = isAtLimit || solver.items[index].factor(isGrowing) == 0
      solver.items[index].target = hypothetical
    }
  }

  /// The main size that is left over by the frozen items, and the base sizes of the others.
  private func unusedSpace(_ line: FlexLine, of mainSize: Double) -> Double {
    var space = mainSize - line.baseSize
    for index in line.items where solver.items[index].isFrozen {
      space -= solver.items[index].target - solver.items[index].base
    }
    return space
  }

  private func spaceToDistribute(
    _ line: FlexLine, of mainSize: Double, _ initialSpace: Double, isGrowing: Bool
  ) -> Double {
    let space = unusedSpace(line, of: mainSize)
    var factors = 0.0
    for index in line.items where !solver.items[index].isFrozen {
      factors += solver.items[index].factor(isGrowing)
    }
    guard factors < 1 else { return space }
    let share = initialSpace * factors
    return share.magnitude < space.magnitude ? share : space
  }

  /// Gives the items that are not frozen their share, and freezes those that exceed their limits, or all if none does.
  private func distribute(_ space: Double, among line: FlexLine, isGrowing: Bool) {
    var total = 0.0
    for index in line.items where !solver.items[index].isFrozen {
      total += solver.items[index].weight(isGrowing)
    }
    let applies = total > 0 && total < .infinity && (isGrowing ? space > 0 : space < 0)
    var violation = 0.0
    for index in line.items where !solver.items[index].isFrozen {
      // The quotient first: the product of huge numbers is not finite.
      let share = applies ? space * (solver.items[index].weight(isGrowing) / total) : 0
      let size = solver.items[index].base + share
      solver.items[index].target = solver.items[index].limits.clamp(size)
      solver.items[index].violation = solver.items[index].target - size
      violation += solver.items[index].violation
    }
    for index in line.items where !solver.items[index].isFrozen {
      let own = solver.items[index].violation
      solver.items[index].isFrozen = violation > 0 ? own > 0 : violation < 0 ? own < 0 : true
    }
  }
}

extension FlexItem {
  fileprivate func factor(_ isGrowing: Bool) -> Double { isGrowing ? grow : shrink }

  /// The part of the distributed space that the item takes, relative to the other items.
  fileprivate func weight(_ isGrowing: Bool) -> Double { isGrowing ? grow : shrink * base }
}
