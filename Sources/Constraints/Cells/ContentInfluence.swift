/// How the numbers of a cell's content move the constants of its solved tableau, as long as no pivot is made.
struct ContentInfluence: Sendable {
  /// By number of the content: the rows that it moves, and by how much for a point.
  private(set) var effects: [[SparseRows.Cell]]

  init(_ system: CellSystem, parameters: Int) {
    effects = Array(repeating: [], count: parameters)
    let tableau = system.solver.tableau
    for taken in system.taken {
      let record = system.solver.records[taken.id.index]
      for parameter in taken.rule.parameters {
        let amount = parameter.coefficient * record.sign
        effects[parameter.index] += tableau.effects(ofShifting: record.marker, by: amount)
      }
    }
  }

  /// By row: the numbers of the content that move it, and by how much for a point.
  func causes(rows: Int) -> [[SparseRows.Cell]] {
    var causes = [[SparseRows.Cell]](repeating: [], count: rows)
    for (parameter, effect) in effects.enumerated() {
      for cell in effect { causes[cell.index].append(SparseRows.Cell(index: parameter, factor: cell.factor)) }
    }
    return causes
  }
}

extension Tableau {
  /// The rows that a shifted variable moves, and by how much.
  fileprivate func effects(ofShifting variable: Int, by amount: Double) -> [SparseRows.Cell] {
    let place = places[variable]
    if place >= 0 { return [SparseRows.Cell(index: place, factor: amount)] }
    return column(of: variable).map { SparseRows.Cell(index: $0.index, factor: -$0.factor * amount) }
  }

  /// The rows that a nonbasic variable is in, and its coefficients there.
  func column(of variable: Int) -> [SparseRows.Cell] {
    let column = ~places[variable]
    guard column >= 0 else { return [] }
    return (0..<rowCount).compactMap { row in
      guard occupied.contains(row, column) else { return nil }
      return SparseRows.Cell(index: row, factor: cells[row * stride + column])
    }
  }
}
