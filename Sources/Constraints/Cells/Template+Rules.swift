extension Template {
  /// Returns the rules for the fitting size of a cell.
  func fittingRules(_ fitting: Fitting) -> [LayoutRule] {
    let lengths = [
      (unknowns.superviewWidth, fitting.target.width, fitting.horizontalPriority),
      (unknowns.superviewHeight, fitting.target.height, fitting.verticalPriority),
    ]
    return lengths.map { unknown, length, priority in
      LayoutRule(
        terms: [LayoutRule.Term(index: unknown, coefficient: 1)], constant: -length, relation: .equal,
        priority: priority, source: .fitting)
    }
  }

  /// Returns the rules that content of that shape adds: aspect ratios, then hugging and compression resistance.
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
