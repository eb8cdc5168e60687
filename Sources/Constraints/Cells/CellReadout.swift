/// A cell's unknowns as sums over its content and over the variables that pivots move.
struct CellReadout: Sendable {
  private var constants: ContiguousArray<Double> = []
  private var content = SparseRows()
  private var variables = SparseRows()

  /// Reads a solved tableau, and how content moves its constants.
  init(
    _ tableau: Tableau, _ influence: ContentInfluence, _ ratios: [RatioRule],
    for values: ContiguousArray<Double>, unknowns: Int
  ) {
    var causes = influence.causes(rows: tableau.rowCount)
    for ratio in ratios {
      for cell in tableau.column(of: ratio.equation) {
        causes[cell.index].append(
          SparseRows.Cell(index: CellParameters.excess(ratio.view), factor: cell.factor))
      }
    }
    for unknown in 0..<unknowns {
      let row = tableau.places[unknown]
      guard row >= 0, tableau.kinds[unknown] == .free else {
        append(0, [], [SparseRows.Cell(index: unknown, factor: 1)])
        continue
      }
      var cells: [SparseRows.Cell] = []
      tableau.occupied.forEach(in: row) { column in
        let variable = tableau.nonbasics[column]
        if tableau.kinds[variable] != .fixed {
          let factor = tableau.cells[row * tableau.stride + column]
          cells.append(SparseRows.Cell(index: variable, factor: factor))
        }
        return true
      }
      let constant = causes[row].reduce(tableau.constants[row]) { $0 - $1.factor * values[$1.index] }
      append(constant, causes[row], cells)
    }
  }

  private mutating func append(
    _ constant: Double, _ causes: [SparseRows.Cell], _ cells: [SparseRows.Cell]
  ) {
    constants.append(constant)
    content.append(causes)
    variables.append(cells)
  }

  /// The value of an unknown.
  ///
  /// - Complexity: O(t) for the t terms of its sum.
  @inline(__always)
  func value(of unknown: Int, _ values: ContiguousArray<Double>, _ tableau: Tableau) -> Double {
    constants[unknown] + content.sum(unknown) { values[$0] }
      + variables.sum(unknown) { tableau.value(of: $0) }
  }
}
