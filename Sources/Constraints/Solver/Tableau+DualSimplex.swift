extension Tableau {
  enum Outcome {
    case solved
    /// The row's variable cannot reach 0, whatever the others do.
    case infeasible(row: Int)
    case exhausted
  }

  /// Pivots until every variable has a value that it may have, and keeps the solution the cheapest there is.
  ///
  /// The dual simplex method (Lemke, "The dual method of solving the linear programming problem", 1954). The
  /// row that is furthest off leaves at first; after so many pivots that it might go round in circles, the
  /// one whose variable has the lowest number (Bland, "New finite pivoting rules for the simplex method",
  /// 1977), which cannot.
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

  /// A row whose variable has a value that it may not have.
  private func leavingRow(isCautious: Bool) -> Int? {
    var best: Int?
    var most = Tolerance.violation
    for row in 0..<basics.count {
      // Looked up only where it may matter: most variables are where they may be.
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

  /// The column whose variable can move a row's variable up, or down, at the lowest cost for each point.
  func enteringColumn(_ row: Int, rises: Bool) -> Int? {
    let base = row * stride
    var best: Int?
    occupied.forEach(in: row) { column in
      let cell = cells[base + column]
      if abs(cell) < Tolerance.pivot { return true }
      switch kinds[nonbasics[column]] {
      case .free:
        // Costs nothing, and never has to leave again.
        best = column
        return false
      case .nonnegative where (cell > 0) == rises:
        if best.map({ isCheaper(column, abs(cell), than: $0, abs(cells[base + $0])) }) ?? true {
          best = column
        }
      default: break
      }
      return true
    }
    return best
  }

  /// Whether the first column costs less for each point than the second, the lower variable where they tie.
  private func isCheaper(_ first: Int, _ firstCell: Double, than second: Int, _ secondCell: Double) -> Bool {
    let count = levels.count
    for level in 0..<count {
      // Multiplied out, so that no quotient of small numbers is compared.
      let difference =
        costs[first * count + level] * secondCell - costs[second * count + level] * firstCell
      if difference < -Tolerance.cost { return true }
      if difference > Tolerance.cost { return false }
    }
    return nonbasics[first] < nonbasics[second]
  }
}
