@testable import Constraints

// Constraints as they are written on paper.

func * (factor: Double, variable: Variable) -> LinearExpression { LinearExpression(variable) * factor }

func + (left: LinearExpression, right: Variable) -> LinearExpression { left + LinearExpression(right) }

func - (left: LinearExpression, right: Variable) -> LinearExpression { left - LinearExpression(right) }

func + (left: Variable, right: Variable) -> LinearExpression { LinearExpression(left) + right }

func - (left: Variable, right: Variable) -> LinearExpression { LinearExpression(left) - right }

func + (left: Variable, right: Double) -> LinearExpression { LinearExpression(left) + right }

func - (left: Variable, right: LinearExpression) -> LinearExpression { LinearExpression(left) - right }

func priority(_ number: Double) -> Priority { Priority(number)! }

extension ConstraintSolver {
  @discardableResult
  mutating func require(
    _ left: LinearExpression, _ relation: Relation, _ right: LinearExpression
  ) throws -> ConstraintID {
    try add(LinearConstraint(left, relation, right))
  }

  @discardableResult
  mutating func require(
    _ left: LinearExpression, _ relation: Relation, _ right: Double
  ) throws -> ConstraintID {
    try add(LinearConstraint(left, relation, right))
  }

  @discardableResult
  mutating func prefer(
    _ left: LinearExpression, _ relation: Relation, _ right: Double, _ number: Double, weight: Double = 1
  ) throws -> ConstraintID {
    try add(LinearConstraint(left, relation, right, priority: priority(number), weight: weight))
  }

  func values(_ variables: Variable...) -> [Double] { variables.map { value(of: $0) } }
}

func isNear(_ left: [Double], _ right: [Double], within tolerance: Double = 1e-6) -> Bool {
  left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
}
