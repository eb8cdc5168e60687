@testable import Constraints

/// The two-phase simplex method on a full table, as a textbook has it, by Bland's rule.
struct ReferenceSimplex {
  struct Row {
    var cells: [Double]
    var relation: Relation
    var bound: Double
  }

  private var table: [[Double]]
  private var basis: [Int]
  private let width: Int
  private let artificialStart: Int

  /// Rows over variables that are not negative.
  init(_ rows: [Row]) {
    let count = rows.first?.cells.count ?? 0
    let slacks = rows.filter { $0.relation != .equal }.count
    artificialStart = count + slacks
    width = artificialStart + rows.count
    table = []
    basis = []
    var slack = count
    for (index, row) in rows.enumerated() {
      var line = row.cells + [Double](repeating: 0, count: slacks + rows.count) + [row.bound]
      if row.relation != .equal {
        line[slack] = row.relation == .lessThanOrEqual ? 1 : -1
        slack += 1
      }
      if row.bound < 0 { line = line.map { -$0 } }
      line[artificialStart + index] = 1
      table.append(line)
      basis.append(artificialStart + index)
    }
  }

  /// The least value of a cost; nil where the rows contradict each other.
  func minimum(of cost: [Double]) -> Double? {
    var simplex = self
    var first = [Double](repeating: 0, count: width)
    for artificial in artificialStart..<width { first[artificial] = 1 }
    if simplex.descend(first, below: width) > 1e-7 { return nil }
    simplex.dropArtificials()
    let padded = cost + [Double](repeating: 0, count: width - cost.count)
    return simplex.descend(padded, below: artificialStart)
  }

  /// Pivots down to the least cost, over the columns below a limit.
  private mutating func descend(_ cost: [Double], below limit: Int) -> Double {
    // The cost is one more row, reduced by the part of each basic variable.
    var goal = cost + [0]
    for (row, variable) in basis.enumerated() where cost[variable] != 0 {
      let factor = cost[variable]
      for place in 0...width { goal[place] -= factor * table[row][place] }
    }
    table.append(goal)
    defer { table.removeLast() }
    while let column = (0..<limit).first(where: { table[basis.count][$0] < -1e-9 }) {
      let rows = basis.indices.filter { table[$0][column] > 1e-9 }
      let ratios = rows.map { table[$0][width] / table[$0][column] }
      guard let least = ratios.min() else { return -.infinity }
      let row = zip(rows, ratios).filter { $0.1 <= least + 1e-12 }.map(\.0).min { basis[$0] < basis[$1] }!
      pivot(row, column)
    }
    return -table[basis.count][width]
  }

  /// Artificial variables that are 0 and still basic leave for any other.
  private mutating func dropArtificials() {
    for row in basis.indices where basis[row] >= artificialStart {
      if let column = (0..<artificialStart).first(where: { abs(table[row][$0]) > 1e-9 }) {
        pivot(row, column)
      }
    }
  }

  private mutating func pivot(_ row: Int, _ column: Int) {
    let cell = table[row][column]
    table[row] = table[row].map { $0 / cell }
    for other in table.indices where other != row && table[other][column] != 0 {
      let factor = table[other][column]
      for place in 0...width { table[other][place] -= factor * table[row][place] }
    }
    basis[row] = column
  }
}
