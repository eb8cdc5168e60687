/// Formulas for a cell's unknowns: sums over its content and over the variables that pivots move.
struct CellReadout: Sendable {
  private var constants: ContiguousArray<Double> = []
  private var content = SparseRows()
  private var variables = SparseRows()

  /// Makes the formulas from a solved tableau and the influence of content on its constants.
  init(
    of tableau: Tableau, influence: ContentInfluence, factors: [FactorRule],
    content values: ContiguousArray<Double>, unknowns: Int
  ) {
    var causes = influence.causes(rows: tableau.rowCount)
    for rule in factors {
      for cell in tableau.column(of: rule.equation) {
        causes[cell.index].append(SparseRows.Cell(index: rule.parameter, factor: cell.factor))
      }
    }
    for unknown in 0..<unknowns {
      let row = tableau.positions[unknown]
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

  /// Returns the value of an unknown.
  ///
  /// - Complexity: O(t) for the t terms of its sum.
  @inline(__always)
  func value(of unknown: Int, _ values: ContiguousArray<Double>, _ tableau: Tableau) -> Double {
    constants[unknown] + content.sum(unknown) { values[$0] }
      + variables.sum(unknown) { tableau.value(of: $0) }
  }
}

/// The rows of a sparse matrix, packed one after the other.
struct SparseRows: Sendable {
  struct Cell: Hashable, Sendable {
    var index: Int
    var factor: Double
  }

  private var starts: ContiguousArray<Int> = [0]
  private var cells: ContiguousArray<Cell> = []

  /// Appends a row. Cells with the same index add up.
  mutating func append(_ row: [Cell]) {
    cells += row
    starts.append(cells.count)
  }

  /// Returns the sum of a row's cells, each multiplied by the number for its index.
  @inline(__always)
  func sum(_ row: Int, times number: (Int) -> Double) -> Double {
    var sum = 0.0
    for cell in starts[row]..<starts[row + 1] { sum += cells[cell].factor * number(cells[cell].index) }
    return sum
  }

  /// Adds a row, multiplied by a factor, to numbers.
  @inline(__always)
  func add(_ row: Int, times factor: Double, to numbers: inout ContiguousArray<Double>) {
    for cell in starts[row]..<starts[row + 1] {
      numbers[cells[cell].index] += factor * cells[cell].factor
    }
  }
}
