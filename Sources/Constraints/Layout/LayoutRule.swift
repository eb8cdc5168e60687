/// A constraint as a linear one over the unknowns of a cell, with what in it depends on the content.
struct LayoutRule: Sendable {
  struct Term: Hashable, Sendable {
    /// Of a `CellUnknown` or a `CellParameter`.
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

/// Where a cell's unknowns are: four for each view, and the superview's two behind them.
struct CellUnknowns: Hashable, Sendable {
  let views: Int

  func left(_ view: Int) -> Int { 4 * view }
  func top(_ view: Int) -> Int { 4 * view + 1 }
  func width(_ view: Int) -> Int { 4 * view + 2 }
  func height(_ view: Int) -> Int { 4 * view + 3 }
  var superviewWidth: Int { 4 * views }
  var superviewHeight: Int { 4 * views + 1 }
  var count: Int { 4 * views + 2 }

  /// Whether an unknown is a size, which is never below 0.
  func isSize(_ index: Int) -> Bool { index >= 4 * views || index % 4 >= 2 }
}

/// Where the numbers are that a cell's content gives: five for each view.
enum CellParameters {
  static func width(_ view: Int) -> Int { 5 * view }
  static func height(_ view: Int) -> Int { 5 * view + 1 }
  static func firstBaseline(_ view: Int) -> Int { 5 * view + 2 }
  static func lastBaseline(_ view: Int) -> Int { 5 * view + 3 }
  /// How much wider the view is than the ratio of the template's own content has it; known once it is solved.
  static func excess(_ view: Int) -> Int { 5 * view + 4 }

  /// The numbers of some views, in that order; 0 where a view has no size of its own.
  static func values(of metrics: [ViewMetrics]) -> ContiguousArray<Double> {
    var values = ContiguousArray<Double>()
    values.reserveCapacity(5 * metrics.count)
    for view in metrics {
      values.append(view.width ?? 0)
      values.append(view.height ?? 0)
      values.append(view.firstBaseline)
      values.append(view.lastBaseline)
      values.append(0)
    }
    return values
  }
}
