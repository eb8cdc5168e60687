extension ConstraintSolver {
  /// Takes a constraint out.
  ///
  /// - Throws: `unknown` for one that is not there.
  /// - Complexity: a few pivots, each O(m · n) at worst for m constraints and n variables.
  public mutating func remove(_ id: ConstraintID) throws(SolverError) {
    guard records.indices.contains(id.index), records[id.index].isLive else { throw .unknown }
    tableau.work = 0
    edits = edits.filter { $0.value.id != id }
    stays.removeAll { $0.id == id }
    try withdraw(id)
  }

  /// Takes a constraint out of a tableau that need not be feasible, and solves it again.
  mutating func withdraw(_ id: ConstraintID) throws(SolverError) {
    let record = records[id.index]
    records[id.index].isLive = false
    // At most one of the two is basic: both stand in the one equation of this constraint.
    if record.error >= 0, tableau.places[record.error] >= 0 {
      tableau.removeColumn(~tableau.places[record.marker])
      tableau.removeRow(tableau.places[record.error])
    } else {
      if tableau.places[record.marker] < 0 { makeBasic(record.marker) }
      tableau.removeRow(tableau.places[record.marker])
      if record.error >= 0 { tableau.removeColumn(~tableau.places[record.error]) }
    }
    try resolve()
  }

  /// Brings a variable that nothing holds any more into the basis; all others keep values they may have.
  private mutating func makeBasic(_ variable: Int) {
    let column = ~tableau.places[variable]
    let row =
      tableau.blockingRow(column, rises: true) ?? tableau.blockingRow(column, rises: false)
      ?? largestCell(column)
    tableau.pivot(row: row, column: column)
  }

  /// The row with the largest cell of a column; a constraint's column always has one that is not 0.
  private func largestCell(_ column: Int) -> Int {
    let cells = (0..<tableau.rowCount).map { abs(tableau.cells[$0 * tableau.stride + column]) }
    return cells.indices.max { cells[$0] < cells[$1] }!
  }

  /// Solves from whatever the tableau shows now.
  private mutating func resolve() throws(SolverError) {
    tableau.rebuildCosts()
    if !tableau.isOptimal { tableau.clearCosts() }
    guard case .solved = tableau.restoreFeasibility(workLimit: workLimit) else { throw .tooMuchWork }
    tableau.rebuildCosts()
    guard case .solved = tableau.optimize(workLimit: workLimit) else { throw .tooMuchWork }
  }
}
