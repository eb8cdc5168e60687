extension ConstraintSolver {
  /// Writes a constraint into the tableau so that the costs stay optimal, and returns its variables.
  mutating func record(of constraint: LinearConstraint, owner: Int) -> Record {
    let sign = constraint.relation == .lessThanOrEqual ? -1.0 : 1.0
    let expression = constraint.expression
    let (priority, weight) = (constraint.priority.rawValue, constraint.weight)
    switch (constraint.priority.isRequired, constraint.relation) {
    case (true, .equal):
      return Record(marker: tableau.addBasic(.fixed, as: expression, sign: sign, owner: owner))
    case (true, _):
      return Record(
        marker: tableau.addBasic(.nonnegative, as: expression, sign: sign, owner: owner), sign: sign)
    case (false, .equal):
      return equation(expression, priority, weight, owner: owner)
    case (false, _):
      // The slack is the expression plus its error, which makes up for a violation.
      let error = tableau.addError(priority: priority, weight: weight, owner: owner)
      let slack = tableau.addBasic(.nonnegative, as: expression, sign: sign, owner: owner)
      tableau.add(1, times: error, toRow: tableau.positions[slack])
      return Record(marker: slack, error: error, sign: sign)
    }
  }

  /// Writes an equation that may be violated either way: the expression is one error minus the other.
  private mutating func equation(
    _ expression: LinearExpression, _ priority: Double, _ weight: Double, owner: Int
  ) -> Record {
    let above = tableau.addError(priority: priority, weight: weight, owner: owner)
    let below = tableau.addError(priority: priority, weight: weight, owner: owner)
    let difference = tableau.addBasic(.fixed, as: expression, sign: 1, owner: owner)
    let row = tableau.positions[difference]
    tableau.add(-1, times: above, toRow: row)
    tableau.add(1, times: below, toRow: row)
    // One of the errors can always enter; the fixed variable that leaves is 0 from now on.
    if let column = tableau.enteringColumn(row, rises: tableau.constants[row] < 0) {
      tableau.pivot(row: row, column: column)
      tableau.removeColumn(column)
    }
    return Record(marker: above, error: below)
  }

  /// Returns the constraints that leave a row without a solution.
  func conflict(inRow row: Int) -> Conflict {
    var variables = [tableau.basics[row]]
    let base = row * tableau.stride
    for column in 0..<tableau.columnCount where abs(tableau.cells[base + column]) > Tolerance.pivot {
      variables.append(tableau.nonbasics[column])
    }
    let owners = Set(variables.map { tableau.owners[$0] }).subtracting([-1])
    return Conflict(
      constraints: owners.sorted().map(ConstraintID.init),
      variables: variables.filter { tableau.owners[$0] == -1 }.sorted().map(Variable.init))
  }
}
