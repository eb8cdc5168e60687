import Diagnostics

/// Compiles a template's constraints into rules over a cell's unknowns.
struct RuleCompiler {
  let views: [TemplateView]
  let margins: LayoutMargins
  let direction: LayoutDirection
  let unknowns: CellUnknowns
  /// The indices of the views, by name.
  let viewIndices: [String: Int]

  /// Returns the rule for a constraint of the template.
  ///
  /// - Throws: `ConstraintError` if the constraint is invalid.
  func rule(for constraint: LayoutConstraint, at index: Int) throws(ConstraintError) -> LayoutRule {
    try constraint.validate()
    var rule = LayoutRule(
      relation: constraint.relation, priority: constraint.priority,
      source: .constraint(index, identifier: constraint.identifier))
    // Constraints on leading or trailing use coordinates that run in the direction of text.
    let isMirrored =
      direction == .rightToLeft
      && (constraint.attribute.isDirectional || constraint.toAttribute?.isDirectional ?? false)
    let view = try viewIndex(of: constraint.item, .item)
    add(constraint.attribute, of: view, times: 1, isMirrored: isMirrored, to: &rule)
    if let toItem = constraint.toItem, let toAttribute = constraint.toAttribute {
      let other = try viewIndex(of: toItem, .toItem)
      add(toAttribute, of: other, times: -constraint.multiplier, isMirrored: isMirrored, to: &rule)
    }
    rule.constant -= constraint.constant
    merge(&rule)
    return rule
  }

  /// Returns the index of a view; nil for the superview.
  private func viewIndex(of item: LayoutItem, _ side: ConstraintError.Side) throws(ConstraintError) -> Int? {
    guard case .view(let name) = item else { return nil }
    if let index = viewIndices[name] { return index }
    throw .unknownView(name, side, nearest: NearestName.to(name, among: views.map(\.name)))
  }

  private func add(
    _ attribute: LayoutAttribute, of view: Int?, times factor: Double, isMirrored: Bool,
    to rule: inout LayoutRule
  ) {
    var side = LayoutRule(relation: .equal, priority: .required, source: rule.source)
    AttributeTerms(unknowns: unknowns, view: view, margins: view.map { views[$0].margins } ?? margins)
      .add(attribute.resolved(direction), to: &side)
    // Mirrored coordinates begin at the superview's right edge: its width minus the coordinate.
    let sign = isMirrored ? -factor : factor
    rule.terms += side.terms.map { LayoutRule.Term(index: $0.index, coefficient: $0.coefficient * sign) }
    rule.parameters += side.parameters.map {
      LayoutRule.Term(index: $0.index, coefficient: $0.coefficient * sign)
    }
    rule.constant += side.constant * sign
    if isMirrored {
      rule.terms.append(LayoutRule.Term(index: unknowns.superviewWidth, coefficient: factor))
    }
  }

  /// Adds up the terms of each unknown, and drops those that cancel out.
  private func merge(_ rule: inout LayoutRule) {
    var sums: [Int: Double] = [:]
    for term in rule.terms { sums[term.index, default: 0] += term.coefficient }
    rule.terms = sums.filter { $0.value != 0 }.sorted { $0.key < $1.key }
      .map { LayoutRule.Term(index: $0.key, coefficient: $0.value) }
  }
}

/// Writes the attributes of one view, or of the superview, as sums over a cell's unknowns.
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
    case .left, .leading: addEdge(0, .horizontal, to: &rule)
    case .right, .trailing: addEdge(1, .horizontal, to: &rule)
    case .leftMargin, .leadingMargin: addEdge(0, .horizontal, inset: margins.left, to: &rule)
    case .rightMargin, .trailingMargin: addEdge(1, .horizontal, inset: -margins.right, to: &rule)
    case .centerX: addEdge(0.5, .horizontal, to: &rule)
    case .centerXWithinMargins:
      addEdge(0.5, .horizontal, inset: (margins.left - margins.right) / 2, to: &rule)
    case .top: addEdge(0, .vertical, to: &rule)
    case .bottom: addEdge(1, .vertical, to: &rule)
    case .topMargin: addEdge(0, .vertical, inset: margins.top, to: &rule)
    case .bottomMargin: addEdge(1, .vertical, inset: -margins.bottom, to: &rule)
    case .centerY: addEdge(0.5, .vertical, to: &rule)
    case .centerYWithinMargins:
      addEdge(0.5, .vertical, inset: (margins.top - margins.bottom) / 2, to: &rule)
    case .width: rule.terms.append(LayoutRule.Term(index: extent(.horizontal), coefficient: 1))
    case .height: rule.terms.append(LayoutRule.Term(index: extent(.vertical), coefficient: 1))
    case .firstBaseline:
      addEdge(0, .vertical, to: &rule)
      addParameter(CellParameters.firstBaseline, times: 1, to: &rule)
    case .lastBaseline:
      addEdge(1, .vertical, to: &rule)
      addParameter(CellParameters.lastBaseline, times: -1, to: &rule)
    }
  }

  /// Adds the coordinate at a fraction of the view's extent along an axis, plus an inset in points.
  private func addEdge(
    _ fraction: Double, _ axis: LayoutAttribute.Axis, inset: Double = 0, to rule: inout LayoutRule
  ) {
    if let view {
      let origin = axis == .horizontal ? unknowns.left(view) : unknowns.top(view)
      rule.terms.append(LayoutRule.Term(index: origin, coefficient: 1))
    }
    if fraction > 0 { rule.terms.append(LayoutRule.Term(index: extent(axis), coefficient: fraction)) }
    rule.constant += inset
  }

  private func addParameter(_ parameter: (Int) -> Int, times factor: Double, to rule: inout LayoutRule) {
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
