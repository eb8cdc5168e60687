/// A constraint as a linear one over the unknowns of a cell, with what in it depends on the content.
struct LayoutRule: Sendable {
  struct Term: Hashable, Sendable {
    /// As `CellUnknowns` or `CellParameters` number them.
    var index: Int
    var coefficient: Double
  }

  /// Compared with 0.
  var terms: [Term] = []
  var constant = 0.0
  /// Numbers of the content that count like the constant.
  var parameters: [Term] = []
  var relation: Relation
  var priority: Priority
  var source: ConstraintSource

  /// Whether content of the same shape may have other numbers in it.
  var dependsOnContent: Bool {
    if case .aspectRatio = source { return true }
    return !parameters.isEmpty
  }

  /// The constraint that the rule is for some content; the unknowns are a solver's first variables.
  func constraint(for content: ContiguousArray<Double>) -> LinearConstraint {
    let expression = LinearExpression(
      terms.map { LinearExpression.Term(Variable(index: $0.index), $0.coefficient) },
      constant: parameters.reduce(constant) { $0 + $1.coefficient * content[$1.index] })
    return LinearConstraint(expression, relation, priority: priority)
  }
}
