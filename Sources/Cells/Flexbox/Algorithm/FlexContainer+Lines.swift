/// Line breaking (CSS Flexbox §9.3).
extension FlexContainer {
  /// The smallest length that a browser tells from zero, in points.
  static let slack = 1.0 / 64

  /// Collects the items into lines.
  mutating func breakLines() {
    let available = isColumn ? breakingHeight() : width ?? .infinity
    var line = FlexLine(items: 0..<0)
    for (index, item) in items.enumerated() {
      if isMultiLine, !line.items.isEmpty,
        line.hypotheticalSize + itemGap + item.outerHypothetical > available + Self.slack
      {
        lines.append(line)
        line = FlexLine(items: index..<index)
      }
      let gap = line.items.isEmpty ? 0 : itemGap
      line.items = line.items.lowerBound..<index + 1
      line.baseSize += item.outerBase + gap
      line.hypotheticalSize += item.outerHypothetical + gap
      line.automaticMargins += item.automaticMargins
    }
    if !line.items.isEmpty { lines.append(line) }
  }

  /// The height at which the lines of a column break.
  private func breakingHeight() -> Double {
    heightPlan.limits.clamp(heightPlan.preferred ?? .infinity) - padding.vertical
  }

  /// Puts the lines in the order of their positions.
  mutating func orderLinesByPosition() {
    if isWrapReversed { lines.reverse() }
  }
}
