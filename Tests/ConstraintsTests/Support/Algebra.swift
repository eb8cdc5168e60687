@testable import Constraints

// Constraints in the notation of algebra.

func + (left: LinearExpression, right: LinearExpression) -> LinearExpression {
  LinearExpression(left.terms + right.terms, constant: left.constant + right.constant)
}

func - (left: LinearExpression, right: LinearExpression) -> LinearExpression { left + right * -1 }

func * (left: LinearExpression, right: Double) -> LinearExpression {
  LinearExpression(
    left.terms.map { LinearExpression.Term($0.variable, $0.coefficient * right) },
    constant: left.constant * right)
}

func + (left: LinearExpression, right: Double) -> LinearExpression {
  LinearExpression(left.terms, constant: left.constant + right)
}

func * (factor: Double, variable: Variable) -> LinearExpression { LinearExpression(variable) * factor }

func + (left: LinearExpression, right: Variable) -> LinearExpression { left + LinearExpression(right) }

func - (left: LinearExpression, right: Variable) -> LinearExpression { left - LinearExpression(right) }

func + (left: Variable, right: Variable) -> LinearExpression { LinearExpression(left) + right }

func - (left: Variable, right: Variable) -> LinearExpression { LinearExpression(left) - right }

func + (left: Variable, right: Double) -> LinearExpression { LinearExpression(left) + right }

func - (left: Variable, right: LinearExpression) -> LinearExpression { LinearExpression(left) - right }

func priority(_ number: Double) -> Priority { Priority(number)! }

extension LinearExpression {
  init(_ variable: Variable) {
    self.init([Term(variable)])
  }
}

extension ConstraintSolver {
  @discardableResult
  mutating func require(
    _ left: LinearExpression, _ relation: Relation, _ right: LinearExpression
  ) throws -> ConstraintID {
    try add(LinearConstraint(left - right, relation))
  }

  @discardableResult
  mutating func require(
    _ left: LinearExpression, _ relation: Relation, _ right: Double
  ) throws -> ConstraintID {
    try add(LinearConstraint(left + -right, relation))
  }

  @discardableResult
  mutating func prefer(
    _ left: LinearExpression, _ relation: Relation, _ right: Double, _ number: Double, weight: Double = 1
  ) throws -> ConstraintID {
    try add(LinearConstraint(left + -right, relation, priority: priority(number), weight: weight))
  }

  func values(_ variables: Variable...) -> [Double] { variables.map { value(of: $0) } }
}

func isNear(_ left: [Double], _ right: [Double], within tolerance: Double = 1e-6) -> Bool {
  left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
}
