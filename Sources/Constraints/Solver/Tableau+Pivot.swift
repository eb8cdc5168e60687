extension Tableau {
  /// Exchanges the basic variable of a row for the nonbasic one of a column, in whose cell they meet.
  ///
  /// - Complexity: O(m + n + k · l) for m rows, n columns, and k rows and l columns that are not 0 where they
  ///   cross the pivot's.
  mutating func pivot(row: Int, column: Int) {
    solve(row, forColumn: column)
    substitute(row, atColumn: column)
    updateCosts(row, atColumn: column)
    let (leaving, entering) = (basics[row], nonbasics[column])
    basics[row] = entering
    nonbasics[column] = leaving
    places[entering] = row
    places[leaving] = ~column
    if kinds[leaving] == .fixed { fixedRows -= 1 }
    if kinds[entering] == .fixed { fixedRows += 1 }
  }

  /// Rewrites a row for the variable of a column, and notes where it is not 0.
  private mutating func solve(_ row: Int, forColumn column: Int) {
    changes.insert(row)
    pattern.removeAll(keepingCapacity: true)
    occupied.append(row, to: &pattern)
    let base = row * stride
    let inverse = 1 / cells[base + column]
    for place in pattern { cells[base + place] *= -inverse }
    cells[base + column] = inverse
    constants[row] *= -inverse
    work += pattern.count
  }

  /// Puts what a row says in the place of a column, in all other rows.
  private mutating func substitute(_ row: Int, atColumn column: Int) {
    let source = row * stride
    let constant = constants[row]
    for other in 0..<basics.count {
      if !occupied.contains(other, column) || other == row { continue }
      changes.insert(other)
      let base = other * stride
      let factor = cells[base + column]
      cells[base + column] = 0
      for place in pattern {
        let sum = cells[base + place] + factor * cells[source + place]
        let isNothing = abs(sum) < Tolerance.coefficient
        cells[base + place] = isNothing ? 0 : sum
        occupied.set(other, place, to: !isNothing)
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
      for place in pattern {
        let sum = costs[place * count + level] + factor * cells[source + place]
        costs[place * count + level] = abs(sum) < Tolerance.coefficient ? 0 : sum
      }
      work += pattern.count
    }
    work += count
  }

  /// Moves a variable's origin: what was its value less `amount` is 0 from now on.
  ///
  /// This is what a changed constant of a constraint comes to, applied to the variable that stands for it.
  mutating func shift(_ variable: Int, by amount: Double) {
    if amount == 0 { return }
    let place = places[variable]
    if place >= 0 {
      constants[place] += amount
      return
    }
    var cell = ~place
    for row in 0..<rowCount {
      if cells[cell] != 0 { constants[row] -= cells[cell] * amount }
      cell += stride
    }
    work += rowCount
  }
}
