import Geometry

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

  /// Returns the rules that content of that shape adds: proportions, aspect ratios, then hugging and compression
  /// resistance.
  func contentRules(for metrics: [ViewMetrics]) -> [LayoutRule] {
    var rules: [LayoutRule] = []
    for proportion in proportions {
      let extent = proportion.isVertical ? unknowns.height(proportion.view) : unknowns.width(proportion.view)
      let terms = [
        LayoutRule.Term(index: extent, coefficient: 1),
        LayoutRule.Term(index: proportion.factor, coefficient: -proportion.size(in: metrics)),
        LayoutRule.Term(index: proportion.deviation, coefficient: -1),
      ]
      rules.append(
        LayoutRule(
          terms: terms, relation: .equal, priority: .required, source: .proportion(view: proportion.view)))
    }
    for (view, metrics) in metrics.enumerated() {
      guard let ratio = metrics.aspectRatio, !isCollapsed[view] else { continue }
      let terms = [
        LayoutRule.Term(index: unknowns.width(view), coefficient: 1),
        LayoutRule.Term(index: unknowns.height(view), coefficient: -ratio),
      ]
      rules.append(
        LayoutRule(
          terms: terms, relation: .equal, priority: .required, source: .aspectRatio(view: view)))
    }
    for (view, metrics) in metrics.enumerated() where !isCollapsed[view] {
      rules += sizeRules(view, .horizontal, hasSize: metrics.width != nil)
      rules += sizeRules(view, .vertical, hasSize: metrics.height != nil)
    }
    return rules
  }

  /// The weight of a view's size among those of equal priority: among equals in a stack, text that wraps grows and shrinks
  /// before other text, text before pictures, and then the first view. Apple's documentation only says that the index
  /// decides.
  private func weight(of view: Int) -> Double {
    guard isInStack[view] else { return 1 }
    let kind = views[view].heightFollowsWidth ? 0.25 : views[view].isText ? 0.5 : 1
    return kind * (1 + Double(view) * 0x1p-8)
  }

  private func sizeRules(_ view: Int, _ axis: LayoutAttribute.Axis, hasSize: Bool) -> [LayoutRule] {
    let isWidth = axis == .horizontal
    let extent = isWidth ? unknowns.width(view) : unknowns.height(view)
    let weight = weight(of: view)
    guard hasSize else {
      guard views[view].isArranged, views[view].arrangement == nil else { return [] }
      return [
        LayoutRule(
          terms: [LayoutRule.Term(index: extent, coefficient: 1)], relation: .lessThanOrEqual,
          priority: .emptiness, weight: weight, source: .hugging(view: view, axis))
      ]
    }
    let parameter = isWidth ? CellParameters.width(view) : CellParameters.height(view)
    let (hugging, resistance) = (views[view].hugging, views[view].compressionResistance)
    let rule = LayoutRule(
      terms: [LayoutRule.Term(index: extent, coefficient: 1)],
      parameters: [LayoutRule.Term(index: parameter, coefficient: -1)], relation: .lessThanOrEqual,
      priority: isWidth ? hugging.horizontal : hugging.vertical, weight: weight,
      source: .hugging(view: view, axis))
    var other = rule
    other.relation = .greaterThanOrEqual
    other.priority = isWidth ? resistance.horizontal : resistance.vertical
    other.source = .compressionResistance(view: view, axis)
    return [rule, other]
  }
}

extension StackProportion {
  /// Returns the size of the view's content along the axis, in points.
  func size(in metrics: [ViewMetrics]) -> Double {
    metrics[view].proportion ?? (isVertical ? metrics[view].height : metrics[view].width) ?? 0
  }
}
