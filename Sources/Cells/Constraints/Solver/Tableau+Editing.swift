extension Tableau {
  /// Changes a coefficient of a required equation: adds `change` times a variable to it.
  ///
  /// The equation's own variable is always 0 and nonbasic. The old one is the new one minus `change` times
  /// `variable`; substituting that adds a multiple of one row to all others, as in a pivot.
  ///
  /// - Returns: false if the change is impossible, or the solution is no longer the cheapest; the tableau is
  ///   then invalid.
  /// - Complexity: that of a pivot.
  mutating func add(_ change: Double, times variable: Int, toEquation equation: Int) -> Bool {
    let (row, position) = (positions[variable], positions[equation])
    guard row >= 0, position < 0 else { return false }
    let column = ~position
    let divisor = 1 + change * cells[row * stride + column]
    if abs(divisor) < Tolerance.pivot { return false }
    divide(row, by: divisor)
    addMultiples(of: row, times: -change, byColumn: column)
    addMultiplesToCosts(of: row, times: -change, byColumn: column)
    return pattern.allSatisfy { isOptimal($0) }
  }

  /// Returns whether a column's variable cannot make the solution cheaper.
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
    for index in pattern { cells[row * stride + index] /= divisor }
    constants[row] /= divisor
  }

  private mutating func addMultiples(of row: Int, times multiple: Double, byColumn column: Int) {
    for other in 0..<rowCount where other != row && occupied.contains(other, column) {
      changes.insert(other)
      let factor = cells[other * stride + column] * multiple
      for index in pattern {
        let sum = cells[other * stride + index] + factor * cells[row * stride + index]
        let isNothing = abs(sum) < Tolerance.coefficient
        cells[other * stride + index] = isNothing ? 0 : sum
        occupied.set(other, index, to: !isNothing)
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
      for index in pattern {
        let sum = costs[index * count + level] + factor * cells[row * stride + index]
        costs[index * count + level] = abs(sum) < Tolerance.coefficient ? 0 : sum
      }
    }
  }
}

extension Tableau {
  /// Returns the part of the tableau on which edits of constants depend: without the rows of free variables,
  /// which never have to leave, and without the columns of fixed ones, which must not enter.
  ///
  /// The rows keep their order.
  ///
  /// - Parameter kept: fixed variables whose columns stay.
  func reduced(keeping kept: [Int]) -> Tableau { reduced(toRows: restrictedRows, keeping: kept) }

  /// Returns some rows of the tableau, without the columns of fixed variables other than `kept`.
  func reduced(toRows rows: [Int], keeping kept: [Int] = []) -> Tableau {
    var part = self
    let columns = nonbasics.indices.filter {
      kinds[nonbasics[$0]] != .fixed || kept.contains(nonbasics[$0])
    }
    part.stride = max(columns.count, 1)
    part.nonbasics = ContiguousArray(columns.map { nonbasics[$0] })
    part.costs = ContiguousArray(
      columns.flatMap { costs[$0 * levels.count..<($0 + 1) * levels.count] })
    part.basics = []
    part.constants = []
    part.cells = []
    part.occupied = NonzeroBits(columns: part.stride)
    var targets = [Int?](repeating: nil, count: columnCount)
    for (target, column) in columns.enumerated() { targets[column] = target }
    for row in rows {
      let target = part.rowCount
      part.basics.append(basics[row])
      part.constants.append(constants[row])
      part.cells.append(contentsOf: repeatElement(0, count: part.stride))
      part.occupied.appendRow()
      occupied.forEach(in: row) { column in
        guard let targetColumn = targets[column] else { return true }
        part.cells[target * part.stride + targetColumn] = cells[row * stride + column]
        part.occupied.set(target, targetColumn, to: true)
        return true
      }
    }
    // Variables that are not in the part read as 0.
    part.positions = ContiguousArray(repeating: .min, count: positions.count)
    for (row, variable) in part.basics.enumerated() { part.positions[variable] = row }
    for (column, variable) in part.nonbasics.enumerated() { part.positions[variable] = ~column }
    part.changes = RowChanges()
    part.fixedRows = part.basics.count { kinds[$0] == .fixed }
    part.work = 0
    return part
  }

  /// The rows whose variables are not free.
  var restrictedRows: [Int] { basics.indices.filter { kinds[basics[$0]] != .free } }
}

extension Tableau {
  /// Makes the tableau equal to another one, from which it differs only by pivots and edits.
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
    for variable in 0..<positions.count { positions[variable] = original.positions[variable] }
    for cost in 0..<costs.count { costs[cost] = original.costs[cost] }
    fixedRows = original.fixedRows
    work = 0
  }
}

/// The rows of a tableau that changed and have to be restored.
struct RowChanges: Sendable {
  private(set) var rows: ContiguousArray<Int> = []
  private var isChanged: ContiguousArray<Bool> = []

  mutating func insert(_ row: Int) {
    while isChanged.count <= row { isChanged.append(false) }
    if isChanged[row] { return }
    isChanged[row] = true
    rows.append(row)
  }

  mutating func removeAll() {
    for row in rows { isChanged[row] = false }
    rows.removeAll(keepingCapacity: true)
  }
}
