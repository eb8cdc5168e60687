extension Tableau {
  /// Makes the tableau what another one is, from which it differs by pivots and shifts alone.
  ///
  /// - Complexity: O(m + n + k · n) for m rows, n columns and k rows that changed.
  mutating func restore(from original: Tableau) {
    for row in changes.rows {
      let base = row * stride
      for cell in base..<base + columnCount { cells[cell] = original.cells[cell] }
      occupied.copyRow(row, from: original.occupied)
    }
    changes.removeAll()
    for row in 0..<rowCount {
      constants[row] = original.constants[row]
      basics[row] = original.basics[row]
    }
    for column in 0..<columnCount { nonbasics[column] = original.nonbasics[column] }
    for variable in 0..<places.count { places[variable] = original.places[variable] }
    for cost in 0..<costs.count { costs[cost] = original.costs[cost] }
    fixedRows = original.fixedRows
    work = 0
  }
}
