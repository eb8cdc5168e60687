/// Line breaking (CSS Flexbox §9.3).
extension FlexContainer {
  /// The smallest length that a browser tells from zero, in points.
  static let slack = 1.0 / 64

  /// Collects the items into lines.
  mutating func breakLines() {
    let available = isColumn ? breakingHeight() : width ?? .infinity
    let start = solver.lines.count
    var line = FlexLine(items: items.lowerBound..<items.lowerBound)
    for index in items {
      let outerHypothetical = solver.items[index].outerHypothetical
      if isMultiLine, !line.items.isEmpty,
        line.hypotheticalSize + itemGap + outerHypothetical > available + Self.slack
      {
        solver.lines.append(line)
        line = FlexLine(items: index..<index)
      }
      let gap = line.items.isEmpty ? 0 : itemGap
      line.items = line.items.lowerBound..<index + 1
      line.baseSize += solver.items[index].outerBase + gap
      line.hypotheticalSize += outerHypothetical + gap
      line.automaticMargins += solver.items[index].automaticMargins
    }
    if !line.items.isEmpty { solver.lines.append(line) }
    lines = start..<solver.lines.count
  }

  /// The height at which the lines of a column break.
  private func breakingHeight() -> Double {
    heightPlan.limits.clamp(heightPlan.preferred ?? .infinity) - padding.vertical
  }

  /// Puts the lines in the order of their positions.
  func orderLinesByPosition() {
    if isWrapReversed { solver.lines.reverse(lines) }
  }
}
