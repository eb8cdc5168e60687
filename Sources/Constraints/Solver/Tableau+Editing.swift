extension Tableau {
  /// Changes a coefficient of a required equation: adds `change` times a variable to it.
  ///
  /// The equation's own variable, which is always 0 and nonbasic, was what the new one is less `change` times
  /// the other: put in its place, that is a multiple of one row added to all others, as in a pivot.
  ///
  /// - Returns: false where that cannot be done, or leaves a solution that is not the cheapest; the tableau is
  ///   then of no use.
  /// - Complexity: that of a pivot.
  mutating func add(_ change: Double, times variable: Int, toEquation equation: Int) -> Bool {
    let (row, place) = (places[variable], places[equation])
    guard row >= 0, place < 0 else { return false }
    let column = ~place
    let divisor = 1 + change * cells[row * stride + column]
    if abs(divisor) < Tolerance.pivot { return false }
    divide(row, by: divisor)
    addMultiples(of: row, times: -change, byColumn: column)
    addMultiplesToCosts(of: row, times: -change, byColumn: column)
    return pattern.allSatisfy { isOptimal($0) }
  }

  /// Whether a column's variable cannot make the solution cheaper.
  private func isOptimal(_ column: Int) -> Bool {
    switch kinds[nonbasics[column]] {
    case .fixed: true
    case .free: costSign(column) == 0
    default: costSign(column) >= 0
    }
  }

  private mutating func divide(_ row: Int, by divisor: Double) {
    changes.insert(row)
    pattern.removeAll(keepingCapacity: true)
    occupied.append(row, to: &pattern)
    for place in pattern { cells[row * stride + place] /= divisor }
    constants[row] /= divisor
  }

  private mutating func addMultiples(of row: Int, times multiple: Double, byColumn column: Int) {
    for other in 0..<rowCount where other != row && occupied.contains(other, column) {
      changes.insert(other)
      let factor = cells[other * stride + column] * multiple
      for place in pattern {
        let sum = cells[other * stride + place] + factor * cells[row * stride + place]
        let isNothing = abs(sum) < Tolerance.coefficient
        cells[other * stride + place] = isNothing ? 0 : sum
        occupied.set(other, place, to: !isNothing)
      }
      constants[other] += factor * constants[row]
      work += pattern.count
    }
  }

  private mutating func addMultiplesToCosts(of row: Int, times multiple: Double, byColumn column: Int) {
    let count = levels.count
    for level in 0..<count {
      let factor = costs[column * count + level] * multiple
      if factor == 0 { continue }
      for place in pattern {
        let sum = costs[place * count + level] + factor * cells[row * stride + place]
        costs[place * count + level] = abs(sum) < Tolerance.coefficient ? 0 : sum
      }
    }
  }
}
