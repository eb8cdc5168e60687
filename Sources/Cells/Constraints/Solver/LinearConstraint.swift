/// A variable of one solver.
struct Variable: Hashable, Sendable {
  let index: Int
}

/// A constraint of one solver.
struct ConstraintID: Hashable, Sendable {
  let index: Int
}

/// A sum of variables, each with its coefficient, and a constant.
struct LinearExpression: Hashable, Sendable {
  struct Term: Hashable, Sendable {
    var variable: Variable
    var coefficient: Double

    init(_ variable: Variable, _ coefficient: Double = 1) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// A variable may appear in several terms; their coefficients add up.
  var terms: [Term]
  var constant: Double

  init(_ terms: [Term] = [], constant: Double = 0) {
    self.terms = terms
    self.constant = constant
  }
}

/// How the two sides of a constraint compare when it holds.
public enum Relation: String, Hashable, Sendable, CaseIterable {
  case lessThanOrEqual
  case equal
  case greaterThanOrEqual
}

/// A linear expression compared with 0, and how strongly that has to hold.
struct LinearConstraint: Hashable, Sendable {
  var expression: LinearExpression
  var relation: Relation
  var priority: Priority
  /// The factor of its error among the errors of its priority, above 0. Unused if the constraint is required.
  var weight: Double

  init(
    _ expression: LinearExpression, _ relation: Relation, priority: Priority = .required, weight: Double = 1
  ) {
    self.expression = expression
    self.relation = relation
    self.priority = priority
    self.weight = weight
  }
}
