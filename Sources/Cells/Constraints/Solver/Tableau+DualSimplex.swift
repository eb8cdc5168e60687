extension Tableau {
  enum Outcome {
    case solved
    /// The row's variable cannot reach 0, whatever the others do.
    case infeasible(row: Int)
    case exhausted
  }

  /// Pivots until every variable has an allowed value, while the solution stays the cheapest.
  ///
  /// The dual simplex method (Lemke, "The dual method of solving the linear programming problem", 1954). At
  /// first the row with the largest violation leaves. After so many pivots that they might repeat in a cycle,
  /// the row whose variable has the lowest index leaves (Bland, "New finite pivoting rules for the simplex
  /// method", 1977), which never cycles.
  mutating func restoreFeasibility(workLimit: Int) -> Outcome {
    var pivots = 0
    let patience = 2 * (rowCount + columnCount)
    while let row = leavingRow(isCautious: pivots > patience) {
      if work > workLimit || pivots > 50 * patience + 1000 { return .exhausted }
      guard let column = enteringColumn(row, rises: constants[row] < 0) else { return .infeasible(row: row) }
      pivot(row: row, column: column)
      pivots += 1
    }
    return .solved
  }

  /// Returns a row whose variable has a forbidden value.
  private func leavingRow(isCautious: Bool) -> Int? {
    var best: Int?
    var most = Tolerance.violation
    for row in 0..<basics.count {
      // Most variables have allowed values: this test spares them the lookup of their kind.
      if constants[row] >= -Tolerance.violation && fixedRows == 0 { continue }
      let violation = violation(row)
      if violation <= Tolerance.violation { continue }
      if isCautious {
        if best.map({ basics[row] < basics[$0] }) ?? true { best = row }
      } else if violation > most {
        best = row
        most = violation
      }
    }
    return best
  }

  private func violation(_ row: Int) -> Double {
    switch kinds[basics[row]] {
    case .fixed: abs(constants[row])
    case .nonnegative: -constants[row]
    default: 0
    }
  }

  /// Returns the column whose variable can move a row's variable up, or down, at the lowest cost per point.
  func enteringColumn(_ row: Int, rises: Bool) -> Int? {
    let base = row * stride
    var best: Int?
    occupied.forEach(in: row) { column in
      let cell = cells[base + column]
      if abs(cell) < Tolerance.pivot { return true }
      switch kinds[nonbasics[column]] {
      case .free:
        // It costs nothing, and never has to leave again.
        best = column
        return false
      case .nonnegative where (cell > 0) == rises:
        if best.map({ isCheaper(column, cell: abs(cell), than: $0, cell: abs(cells[base + $0])) }) ?? true {
          best = column
        }
      default: break
      }
      return true
    }
    return best
  }

  /// Returns whether the first column costs less per point than the second; in a tie, the lower variable wins.
  private func isCheaper(
    _ first: Int, cell firstCell: Double, than second: Int, cell secondCell: Double
  ) -> Bool {
    let count = levels.count
    for level in 0..<count {
      // Multiplied out, because quotients of small numbers are inexact.
      let difference =
        costs[first * count + level] * secondCell - costs[second * count + level] * firstCell
      if difference < -Tolerance.cost { return true }
      if difference > Tolerance.cost { return false }
    }
    return nonbasics[first] < nonbasics[second]
  }
}
