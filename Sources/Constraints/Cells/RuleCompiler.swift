import Diagnostics

/// Turns a template's constraints into rules over a cell's unknowns.
struct RuleCompiler {
  let views: [TemplateView]
  let margins: LayoutMargins
  let direction: LayoutDirection
  let unknowns: CellUnknowns
  let places: [String: Int]

  /// The rule that a constraint of the template stands for.
  ///
  /// - Throws: what is wrong with the constraint.
  func rule(for constraint: LayoutConstraint, at index: Int) throws(ConstraintFault) -> LayoutRule {
    try ConstraintValidation.check(constraint)
    var rule = LayoutRule(
      relation: constraint.relation, priority: constraint.priority,
      source: .constraint(index, identifier: constraint.identifier))
    // What names leading or trailing is read in coordinates that run with the text.
    let isMirrored =
      direction == .rightToLeft
      && (constraint.attribute.isDirectional || constraint.toAttribute?.isDirectional ?? false)
    let view = try place(of: constraint.item, .item)
    add(constraint.attribute, of: view, times: 1, isMirrored, to: &rule)
    if let toItem = constraint.toItem, let toAttribute = constraint.toAttribute {
      let other = try place(of: toItem, .toItem)
      add(toAttribute, of: other, times: -constraint.multiplier, isMirrored, to: &rule)
    }
    rule.constant -= constraint.constant
    merge(&rule)
    return rule
  }

  /// The index of a view; nil for the superview.
  private func place(of item: LayoutItem, _ side: ConstraintFault.Side) throws(ConstraintFault) -> Int? {
    guard case .view(let name) = item else { return nil }
    if let place = places[name] { return place }
    throw .unknownView(name, side, nearest: NearestName.to(name, among: views.map(\.name)))
  }

  private func add(
    _ attribute: LayoutAttribute, of view: Int?, times factor: Double, _ isMirrored: Bool,
    to rule: inout LayoutRule
  ) {
    var side = LayoutRule(relation: .equal, priority: .required, source: rule.source)
    AttributeTerms(unknowns: unknowns, view: view, margins: view.map { views[$0].margins } ?? margins)
      .add(attribute.resolved(direction), to: &side)
    // From the superview's right edge leftward: its width less the place.
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

  /// Adds up the terms of one unknown, and drops those that come to nothing.
  private func merge(_ rule: inout LayoutRule) {
    var sums: [Int: Double] = [:]
    for term in rule.terms { sums[term.index, default: 0] += term.coefficient }
    rule.terms = sums.filter { $0.value != 0 }.sorted { $0.key < $1.key }
      .map { LayoutRule.Term(index: $0.key, coefficient: $0.value) }
  }
}
