extension Tableau {
  /// Exchanges the basic variable of a row for the nonbasic variable of a column.
  ///
  /// - Complexity: O(m + n + k · l) for m rows, n columns, k nonzero cells in the pivot's column and l in its
  ///   row.
  mutating func pivot(row: Int, column: Int) {
    solve(row, forColumn: column)
    substitute(row, atColumn: column)
    updateCosts(row, atColumn: column)
    let (leaving, entering) = (basics[row], nonbasics[column])
    basics[row] = entering
    nonbasics[column] = leaving
    positions[entering] = row
    positions[leaving] = ~column
    if kinds[leaving] == .fixed { fixedRows -= 1 }
    if kinds[entering] == .fixed { fixedRows += 1 }
  }

  /// Solves a row for the variable of a column, and stores its nonzero columns in `pattern`.
  private mutating func solve(_ row: Int, forColumn column: Int) {
    changes.insert(row)
    pattern.removeAll(keepingCapacity: true)
    occupied.append(row, to: &pattern)
    let base = row * stride
    let inverse = 1 / cells[base + column]
    for index in pattern { cells[base + index] *= -inverse }
    cells[base + column] = inverse
    constants[row] *= -inverse
    work += pattern.count
  }

  /// Substitutes a row for a column in all other rows.
  private mutating func substitute(_ row: Int, atColumn column: Int) {
    let source = row * stride
    let constant = constants[row]
    for other in 0..<basics.count {
      if !occupied.contains(other, column) || other == row { continue }
      changes.insert(other)
      let base = other * stride
      let factor = cells[base + column]
      cells[base + column] = 0
      for index in pattern {
        let sum = cells[base + index] + factor * cells[source + index]
        let isNothing = abs(sum) < Tolerance.coefficient
        cells[base + index] = isNothing ? 0 : sum
        occupied.set(other, index, to: !isNothing)
      }
      constants[other] += factor * constant
      work += pattern.count
    }
    work += basics.count
  }

  private mutating func updateCosts(_ row: Int, atColumn column: Int) {
    let source = row * stride
    let count = levels.count
    for level in 0..<count {
      let factor = costs[column * count + level]
      if factor == 0 { continue }
      costs[column * count + level] = 0
      for index in pattern {
        let sum = costs[index * count + level] + factor * cells[source + index]
        costs[index * count + level] = abs(sum) < Tolerance.coefficient ? 0 : sum
      }
      work += pattern.count
    }
    work += count
  }
}
