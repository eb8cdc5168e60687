extension ConstraintSolver {
  /// Writes a constraint into the tableau, in a form that leaves the costs optimal.
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
      // The slack is the expression and its error, which fills up what is missing.
      let error = tableau.addError(priority: priority, weight: weight, owner: owner)
      let slack = tableau.addBasic(.nonnegative, as: expression, sign: sign, owner: owner)
      tableau.add(1, times: error, toRow: tableau.places[slack])
      return Record(marker: slack, error: error, sign: sign)
    }
  }

  /// An equation that may be missed either way: the expression is one error less the other.
  private mutating func equation(
    _ expression: LinearExpression, _ priority: Double, _ weight: Double, owner: Int
  ) -> Record {
    let above = tableau.addError(priority: priority, weight: weight, owner: owner)
    let below = tableau.addError(priority: priority, weight: weight, owner: owner)
    let difference = tableau.addBasic(.fixed, as: expression, sign: 1, owner: owner)
    let row = tableau.places[difference]
    tableau.add(-1, times: above, toRow: row)
    tableau.add(1, times: below, toRow: row)
    // One of the errors can always enter, and what leaves is 0 for good.
    if let column = tableau.enteringColumn(row, rises: tableau.constants[row] < 0) {
      tableau.pivot(row: row, column: column)
      tableau.removeColumn(column)
    }
    return Record(marker: above, error: below)
  }

  /// The constraints that leave a row without a solution.
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
