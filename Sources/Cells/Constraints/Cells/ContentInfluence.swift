/// The influence of a cell's content on the constants of its solved tableau, before any further pivot.
struct ContentInfluence: Sendable {
  /// For each number of the content: the rows that it moves, and by how much per point.
  private(set) var effects: [[SparseRows.Cell]]

  init(_ system: CellSystem, parameters: Int) {
    effects = Array(repeating: [], count: parameters)
    let tableau = system.solver.tableau
    for entry in system.entries {
      let record = system.solver.records[entry.id.index]
      for parameter in entry.rule.parameters {
        let amount = parameter.coefficient * record.sign
        effects[parameter.index] += tableau.effects(ofShifting: record.marker, by: amount)
      }
    }
  }

  /// Returns for each row the numbers of the content that move it, and by how much per point.
  func causes(rows: Int) -> [[SparseRows.Cell]] {
    var causes = [[SparseRows.Cell]](repeating: [], count: rows)
    for (parameter, effect) in effects.enumerated() {
      for cell in effect { causes[cell.index].append(SparseRows.Cell(index: parameter, factor: cell.factor)) }
    }
    return causes
  }
}

extension Tableau {
  /// Returns the rows that a shifted variable moves, and by how much.
  fileprivate func effects(ofShifting variable: Int, by amount: Double) -> [SparseRows.Cell] {
    let position = positions[variable]
    if position >= 0 { return [SparseRows.Cell(index: position, factor: amount)] }
    return column(of: variable).map { SparseRows.Cell(index: $0.index, factor: -$0.factor * amount) }
  }

  /// Returns the rows that contain a nonbasic variable, and its coefficients there.
  func column(of variable: Int) -> [SparseRows.Cell] {
    let column = ~positions[variable]
    guard column >= 0 else { return [] }
    return (0..<rowCount).compactMap { row in
      guard occupied.contains(row, column) else { return nil }
      return SparseRows.Cell(index: row, factor: cells[row * stride + column])
    }
  }
}
