extension Tableau {
  /// Stops where the tableau contradicts itself. For tests.
  func _checkInvariants() {
    for (row, variable) in basics.enumerated() {
      precondition(places[variable] == row && kinds[variable] != .retired)
      for column in 0..<stride {
        let cell = cells[row * stride + column]
        precondition(column < columnCount || cell == 0)
        precondition(cell == 0 || occupied.contains(row, column))
      }
    }
    for (column, variable) in nonbasics.enumerated() {
      precondition(places[variable] == ~column && kinds[variable] != .retired)
      precondition(kinds[variable] == .fixed || kinds[variable] == .free || costSign(column) >= 0)
    }
    precondition(fixedRows == basics.count { kinds[$0] == .fixed })
    precondition(levels == ContiguousArray(levels.sorted(by: >)) && costs.count == levels.count * columnCount)
    var rebuilt = self
    rebuilt.rebuildCosts()
    for (cost, expected) in zip(costs, rebuilt.costs) { precondition(abs(cost - expected) < 1e-6) }
  }
}
