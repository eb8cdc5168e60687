/// Flexible lengths (CSS Flexbox §9.7).
extension FlexContainer {
  /// Lets the items of a line grow or shrink to the inner main size.
  ///
  /// Each round freezes at least one item.
  ///
  /// - Complexity: O(n²) for n items that reach their limits one after another, otherwise O(n).
  mutating func flex(_ line: Int, to mainSize: Double) {
    let members = lines[line].items
    let isGrowing = lines[line].hypotheticalSize < mainSize
    freezeInflexibleItems(members, isGrowing: isGrowing)
    let initialSpace = unusedSpace(lines[line], of: mainSize)
    while members.contains(where: { !items[$0].isFrozen }) {
      let space = spaceToDistribute(lines[line], of: mainSize, initialSpace, isGrowing: isGrowing)
      distribute(space, members, isGrowing: isGrowing)
    }
    lines[line].freeSpace =
      mainSize - itemGap * Double(members.count - 1)
      - members.reduce(0) { $0 + items[$1].mainSize + items[$1].mainMargins }
  }

  private mutating func freezeInflexibleItems(_ members: [Int], isGrowing: Bool) {
    for index in members {
      let item = items[index]
      let factor = isGrowing ? item.grow : item.shrink
      let isAtLimit = isGrowing ? item.base > item.hypothetical : item.base < item.hypothetical
      items[index].isFrozen = factor == 0 || isAtLimit
      items[index].target = item.hypothetical
    }
  }

  /// The main size that is left over by the frozen items, and the base sizes of the others.
  private func unusedSpace(_ line: FlexLine, of mainSize: Double) -> Double {
    let frozen = line.items.lazy.filter { items[$0].isFrozen }.map { items[$0].target - items[$0].base }
    return mainSize - line.baseSize - frozen.reduce(0, +)
  }

  private func spaceToDistribute(
    _ line: FlexLine, of mainSize: Double, _ initialSpace: Double, isGrowing: Bool
  ) -> Double {
    let space = unusedSpace(line, of: mainSize)
    let factors = line.items.lazy.filter { !items[$0].isFrozen }
      .map { isGrowing ? items[$0].grow : items[$0].shrink }.reduce(0, +)
    guard factors < 1 else { return space }
    let share = initialSpace * factors
    return share.magnitude < space.magnitude ? share : space
  }

  /// Gives the items that are not frozen their share, and freezes those that exceed their limits, or all if none does.
  private mutating func distribute(_ space: Double, _ members: [Int], isGrowing: Bool) {
    let flexible = members.filter { !items[$0].isFrozen }
    let weights = flexible.map { isGrowing ? items[$0].grow : items[$0].shrink * items[$0].base }
    let total = weights.reduce(0, +)
    let applies = total > 0 && total < .infinity && (isGrowing ? space > 0 : space < 0)
    var violation = 0.0
    var violations: [Double] = []
    for (index, weight) in zip(flexible, weights) {
      // The quotient first: the product of huge numbers is not finite.
      let size = items[index].base + (applies ? space * (weight / total) : 0)
      let clamped = items[index].limits.clamp(size)
      items[index].target = clamped
      violations.append(clamped - size)
      violation += clamped - size
    }
    for (index, own) in zip(flexible, violations) {
      items[index].isFrozen = violation == 0 || (violation > 0 ? own > 0 : own < 0)
    }
  }
}
