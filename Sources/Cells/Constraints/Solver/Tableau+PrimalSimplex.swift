extension Tableau {
  /// Pivots until no change makes the solution cheaper, while every variable keeps an allowed value.
  ///
  /// The primal simplex method, with Bland's rule against cycles.
  mutating func optimize(workLimit: Int) -> Outcome {
    while let (column, rises) = improvingColumn() {
      if work > workLimit { return .exhausted }
      // Errors cannot fall below 0, so costs are bounded: only rounding leaves no row to stop at.
      guard let row = blockingRow(column, rises: rises) else { return .exhausted }
      pivot(row: row, column: column)
    }
    return .solved
  }

  /// Pivots like `optimize` until a condition is met or a cost can fall for ever, and then returns true; false
  /// if it reaches the cheapest solution first.
  mutating func improves(until isMet: (Tableau) -> Bool) -> Bool {
    while let (column, rises) = improvingColumn() {
      guard let row = blockingRow(column, rises: rises) else { return true }
      pivot(row: row, column: column)
      if isMet(self) { return true }
    }
    return false
  }

  /// Returns the lowest variable that makes the solution cheaper as it rises, or, if it is free, falls.
  private func improvingColumn() -> (column: Int, rises: Bool)? {
    var best: (column: Int, rises: Bool)?
    for column in 0..<columnCount {
      let variable = nonbasics[column]
      let kind = kinds[variable]
      if kind == .fixed || best.map({ nonbasics[$0.column] < variable }) ?? false { continue }
      let sign = costSign(column)
      if sign < 0 || sign > 0 && kind == .free { best = (column, sign < 0) }
    }
    return best
  }

  /// Returns the row whose variable is the first to reach 0 as a column's variable moves; of several, the
  /// lowest.
  func blockingRow(_ column: Int, rises: Bool) -> Int? {
    var best: Int?
    var least = Double.infinity
    for row in 0..<rowCount {
      let rate = rises ? cells[row * stride + column] : -cells[row * stride + column]
      if abs(rate) < Tolerance.pivot { continue }
      let kind = kinds[basics[row]]
      if kind == .free || kind == .nonnegative && rate > 0 { continue }
      let limit = kind == .fixed ? 0 : max(0, constants[row]) / -rate
      if limit < least || limit == least && best.map({ basics[row] < basics[$0] }) ?? true {
        best = row
        least = limit
      }
    }
    return best
  }

  /// Returns -1 if a column's variable makes the solution cheaper as it rises, 1 if dearer, 0 if neither.
  func costSign(_ column: Int) -> Int {
    for level in 0..<levels.count {
      let cost = costs[column * levels.count + level]
      if abs(cost) > Tolerance.cost { return cost < 0 ? -1 : 1 }
    }
    return 0
  }

  /// Whether no nonbasic variable makes the solution cheaper.
  var isOptimal: Bool { improvingColumn() == nil }

  /// Computes the reduced costs anew from the errors.
  mutating func rebuildCosts() {
    clearCosts()
    for variable in 0..<kinds.count where weights[variable] > 0 && kinds[variable] != .retired {
      guard let level = levels.firstIndex(of: priorities[variable]) else { continue }
      let position = positions[variable]
      if position < 0 {
        costs[~position * levels.count + level] += weights[variable]
      } else {
        for column in 0..<columnCount {
          costs[column * levels.count + level] += weights[variable] * cells[position * stride + column]
        }
        work += columnCount
      }
    }
    for index in 0..<costs.count where abs(costs[index]) < Tolerance.coefficient { costs[index] = 0 }
  }

  mutating func clearCosts() {
    for index in 0..<costs.count { costs[index] = 0 }
  }
}
