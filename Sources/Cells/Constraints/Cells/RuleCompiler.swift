import Diagnostics

/// Compiles a template's constraints into rules over a cell's unknowns.
struct RuleCompiler {
  let views: [TemplateView]
  let tree: ViewTree
  let margins: LayoutMargins
  let direction: LayoutDirection
  let unknowns: CellUnknowns
  let names: ViewNames

  /// Returns the rule for a constraint of the template; nil if one of its views takes no room.
  ///
  /// - Throws: `ConstraintError` if the constraint is invalid.
  func rule(for constraint: LayoutConstraint, at index: Int) throws(ConstraintError) -> LayoutRule? {
    try constraint.validate()
    var rule = LayoutRule(
      relation: constraint.relation, priority: constraint.priority,
      source: .constraint(index, identifier: constraint.identifier))
    // Constraints on leading or trailing use coordinates that run in the direction of text.
    let isMirrored =
      direction == .rightToLeft
      && (constraint.attribute.isDirectional || constraint.toAttribute?.isDirectional ?? false)
    let container = constraint.container
    let view = try viewIndex(of: constraint.item, .item, in: container)
    var mentioned = [view, container]
    add(constraint.attribute, of: view, in: container, times: 1, isMirrored: isMirrored, to: &rule)
    if let toItem = constraint.toItem, let toAttribute = constraint.toAttribute {
      let other = try viewIndex(of: toItem, .toItem, in: container)
      mentioned.append(other)
      add(
        toAttribute, of: other, in: container, times: -constraint.multiplier, isMirrored: isMirrored,
        to: &rule)
    }
    if mentioned.contains(where: { $0.map { tree.isCollapsed[$0] } ?? false }) { return nil }
    rule.constant -= constraint.constant
    rule.merge()
    return rule
  }

  /// Returns the index of a view; nil for the cell itself.
  private func viewIndex(
    of item: LayoutItem, _ side: ConstraintError.Side, in container: Int?
  ) throws(ConstraintError) -> Int? {
    guard case .view(let name) = item else { return container }
    if let index = names.index(of: name, in: container) { return index }
    throw .unknownView(name, side, nearest: NearestName.to(name, among: names.keys))
  }

  private func add(
    _ attribute: LayoutAttribute, of view: Int?, in container: Int?, times factor: Double, isMirrored: Bool,
    to rule: inout LayoutRule
  ) {
    var side = LayoutRule(relation: .equal, priority: .required, source: rule.source)
    let attribute = attribute.resolved(direction)
    terms(of: view).add(attribute, to: &side)
    // Locations are coordinates of the view that holds the constraint. Mirrored ones begin at its right edge and grow to
    // the left.
    if let container, !attribute.isSize {
      let origin: LayoutAttribute =
        attribute.axis == .vertical ? .top : isMirrored ? .right : .left
      var edge = LayoutRule(relation: .equal, priority: .required, source: rule.source)
      terms(of: container).add(origin, to: &edge)
      side.terms += edge.terms.map { LayoutRule.Term(index: $0.index, coefficient: -$0.coefficient) }
    } else if isMirrored {
      side.terms.append(LayoutRule.Term(index: unknowns.superviewWidth, coefficient: -1))
    }
    let sign = isMirrored ? -factor : factor
    rule.terms += side.terms.map { LayoutRule.Term(index: $0.index, coefficient: $0.coefficient * sign) }
    rule.parameters += side.parameters.map {
      LayoutRule.Term(index: $0.index, coefficient: $0.coefficient * sign)
    }
    rule.constant += side.constant * sign
  }

  private func terms(of view: Int?) -> AttributeTerms {
    AttributeTerms(
      unknowns: unknowns, view: view,
      margins: (view.map { views[$0].margins } ?? margins).resolved(direction), tree: tree)
  }

}

/// Writes the attributes of one view, or of the cell itself, as sums over a cell's unknowns.
///
/// Coordinates begin at the corner of the cell, so its left and top edges are 0.
struct AttributeTerms {
  let unknowns: CellUnknowns
  /// nil for the cell itself.
  let view: Int?
  let margins: LayoutMargins
  let tree: ViewTree

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
      addBaseline(
        of: view.map { tree.firstBaseline[$0] }, 0, CellParameters.firstBaseline, times: 1, to: &rule)
    case .lastBaseline:
      addBaseline(
        of: view.map { tree.lastBaseline[$0] }, 1, CellParameters.lastBaseline, times: -1, to: &rule)
    }
  }

  /// Adds the baseline of a view, which a stack takes from one of its arranged views.
  private func addBaseline(
    of view: Int?, _ fraction: Double, _ parameter: (Int) -> Int, times factor: Double,
    to rule: inout LayoutRule
  ) {
    AttributeTerms(unknowns: unknowns, view: view, margins: margins, tree: tree)
      .addEdge(fraction, .vertical, to: &rule)
    if let view { rule.parameters.append(LayoutRule.Term(index: parameter(view), coefficient: factor)) }
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

  private func extent(_ axis: LayoutAttribute.Axis) -> Int {
    switch (view, axis) {
    case (let view?, .horizontal): unknowns.width(view)
    case (let view?, .vertical): unknowns.height(view)
    case (nil, .horizontal): unknowns.superviewWidth
    case (nil, .vertical): unknowns.superviewHeight
    }
  }
}
