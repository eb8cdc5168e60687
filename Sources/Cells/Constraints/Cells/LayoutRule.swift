/// A linear constraint over the unknowns of a cell, and over numbers of its content.
struct LayoutRule: Sendable {
  struct Term: Hashable, Sendable {
    /// An index of `CellUnknowns` or `CellParameters`.
    var index: Int
    var coefficient: Double
  }

  /// The sum of the terms, the constant and the parameters is compared with 0.
  var terms: [Term] = []
  var constant = 0.0
  /// The numbers of the content, which are constant in one cell.
  var parameters: [Term] = []
  var relation: Relation
  var priority: Priority
  /// The factor of its error among those of its priority.
  var weight = 1.0
  var source: ConstraintSource

  /// Whether the rule has other numbers for other content of the same shape.
  var dependsOnContent: Bool {
    switch source {
    case .aspectRatio, .proportion: true
    default: !parameters.isEmpty
    }
  }

  /// Adds up the terms of each unknown, and drops those that cancel out.
  mutating func merge() {
    var sums: [Int: Double] = [:]
    for term in terms { sums[term.index, default: 0] += term.coefficient }
    terms = sums.filter { $0.value != 0 }.sorted { $0.key < $1.key }
      .map { Term(index: $0.key, coefficient: $0.value) }
  }

  /// Returns the constraint for some content; the unknowns are a solver's first variables.
  func constraint(for content: ContiguousArray<Double>) -> LinearConstraint {
    let expression = LinearExpression(
      terms.map { LinearExpression.Term(Variable(index: $0.index), $0.coefficient) },
      constant: parameters.reduce(constant) { $0 + $1.coefficient * content[$1.index] })
    return LinearConstraint(expression, relation, priority: priority, weight: weight)
  }
}
