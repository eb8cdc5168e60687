/// The attributes of one view, or of the superview, as sums over a cell's unknowns.
///
/// The superview's coordinates begin at its own corner, so its left and top edges are 0.
struct AttributeTerms {
  let unknowns: CellUnknowns
  /// nil for the superview.
  let view: Int?
  let margins: LayoutMargins

  /// Adds an attribute to a rule.
  func add(_ attribute: LayoutAttribute, to rule: inout LayoutRule) {
    switch attribute {
    case .left, .leading: addEdge(0, 0, .horizontal, to: &rule)
    case .right, .trailing: addEdge(1, 0, .horizontal, to: &rule)
    case .leftMargin, .leadingMargin: addEdge(0, margins.left, .horizontal, to: &rule)
    case .rightMargin, .trailingMargin: addEdge(1, -margins.right, .horizontal, to: &rule)
    case .centerX: addEdge(0.5, 0, .horizontal, to: &rule)
    case .centerXWithinMargins: addEdge(0.5, (margins.left - margins.right) / 2, .horizontal, to: &rule)
    case .top: addEdge(0, 0, .vertical, to: &rule)
    case .bottom: addEdge(1, 0, .vertical, to: &rule)
    case .topMargin: addEdge(0, margins.top, .vertical, to: &rule)
    case .bottomMargin: addEdge(1, -margins.bottom, .vertical, to: &rule)
    case .centerY: addEdge(0.5, 0, .vertical, to: &rule)
    case .centerYWithinMargins: addEdge(0.5, (margins.top - margins.bottom) / 2, .vertical, to: &rule)
    case .width: rule.terms.append(LayoutRule.Term(index: extent(.horizontal), coefficient: 1))
    case .height: rule.terms.append(LayoutRule.Term(index: extent(.vertical), coefficient: 1))
    case .firstBaseline:
      addEdge(0, 0, .vertical, to: &rule)
      addParameter(CellParameters.firstBaseline, 1, to: &rule)
    case .lastBaseline:
      addEdge(1, 0, .vertical, to: &rule)
      addParameter(CellParameters.lastBaseline, -1, to: &rule)
    }
  }

  /// Adds a place that far along an axis of the view, and so many points further.
  private func addEdge(
    _ fraction: Double, _ inset: Double, _ axis: LayoutAttribute.Axis, to rule: inout LayoutRule
  ) {
    if let view {
      let origin = axis == .horizontal ? unknowns.left(view) : unknowns.top(view)
      rule.terms.append(LayoutRule.Term(index: origin, coefficient: 1))
    }
    if fraction > 0 { rule.terms.append(LayoutRule.Term(index: extent(axis), coefficient: fraction)) }
    rule.constant += inset
  }

  private func addParameter(_ parameter: (Int) -> Int, _ factor: Double, to rule: inout LayoutRule) {
    guard let view else { return }
    rule.parameters.append(LayoutRule.Term(index: parameter(view), coefficient: factor))
  }

  private func extent(_ axis: LayoutAttribute.Axis) -> Int {
    switch (view, axis) {
    case (let view?, .horizontal): unknowns.width(view)
    case (let view?, .vertical): unknowns.height(view)
    case (nil, .horizontal): unknowns.superviewWidth
    case (nil, .vertical): unknowns.superviewHeight
    }
  }
}
