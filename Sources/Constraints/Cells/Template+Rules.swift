extension Template {
  /// What the views' content asks for, for content of that shape: aspect ratios, then how strongly each view
  /// keeps to its intrinsic size.
  func contentRules(for metrics: [ViewMetrics]) -> [LayoutRule] {
    var rules: [LayoutRule] = []
    for (view, metrics) in metrics.enumerated() {
      guard let ratio = metrics.aspectRatio else { continue }
      let terms = [
        LayoutRule.Term(index: unknowns.width(view), coefficient: 1),
        LayoutRule.Term(index: unknowns.height(view), coefficient: -ratio),
      ]
      rules.append(
        LayoutRule(
          terms: terms, relation: .equal, priority: .required, source: .aspectRatio(view: view)))
    }
    for (view, metrics) in metrics.enumerated() {
      if metrics.width != nil { rules += sizeRules(view, .horizontal) }
      if metrics.height != nil { rules += sizeRules(view, .vertical) }
    }
    return rules
  }

  private func sizeRules(_ view: Int, _ axis: LayoutAttribute.Axis) -> [LayoutRule] {
    let isWidth = axis == .horizontal
    let extent = isWidth ? unknowns.width(view) : unknowns.height(view)
    let parameter = isWidth ? CellParameters.width(view) : CellParameters.height(view)
    let (hugging, resistance) = (views[view].hugging, views[view].compressionResistance)
    let rule = LayoutRule(
      terms: [LayoutRule.Term(index: extent, coefficient: 1)],
      parameters: [LayoutRule.Term(index: parameter, coefficient: -1)], relation: .lessThanOrEqual,
      priority: isWidth ? hugging.horizontal : hugging.vertical, source: .hugging(view: view, axis))
    var other = rule
    other.relation = .greaterThanOrEqual
    other.priority = isWidth ? resistance.horizontal : resistance.vertical
    other.source = .compressionResistance(view: view, axis)
    return [rule, other]
  }
}
