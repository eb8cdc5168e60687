/// Two linear expressions, how they compare, and how much that matters.
public struct LinearConstraint: Hashable, Sendable {
  /// Compared to 0: the left side less the right one.
  public var expression: LinearExpression
  public var relation: Relation
  public var priority: Priority
  /// What its error counts among the errors of its priority. Without meaning where it is required.
  public var weight: Double

  public init(
    _ left: LinearExpression, _ relation: Relation, _ right: LinearExpression = LinearExpression(),
    priority: Priority = .required, weight: Double = 1
  ) {
    expression = left - right
    self.relation = relation
    self.priority = priority
    self.weight = weight
  }

  public init(
    _ left: LinearExpression, _ relation: Relation, _ right: Double, priority: Priority = .required,
    weight: Double = 1
  ) {
    self.init(left, relation, LinearExpression(constant: right), priority: priority, weight: weight)
  }
}
