extension Tableau {
  /// Adds a variable whose value is 0 for now, and returns its index.
  mutating func addNonbasic(_ kind: Kind, owner: Int = -1) -> Int {
    if columnCount == stride { widen() }
    let variable = register(kind, position: ~columnCount, owner: owner)
    nonbasics.append(variable)
    for _ in levels { costs.append(0) }
    return variable
  }

  /// Adds an error of a constraint: a variable that costs `weight` per unit at a priority.
  mutating func addError(priority: Double, weight: Double, owner: Int) -> Int {
    let level = declare(priority)
    let variable = addNonbasic(.nonnegative, owner: owner)
    priorities[variable] = priority
    weights[variable] = weight
    costs[~positions[variable] * levels.count + level] = weight
    return variable
  }

  /// Adds a variable that is `sign` times an expression over other variables, and returns its index.
  ///
  /// - Complexity: O(t · n) for t terms and n columns.
  mutating func addBasic(
    _ kind: Kind, as expression: LinearExpression, sign: Double, owner: Int
  ) -> Int {
    let row = rowCount
    let base = cells.count
    let variable = register(kind, position: row, owner: owner)
    basics.append(variable)
    constants.append(sign * expression.constant)
    cells.append(contentsOf: repeatElement(0, count: stride))
    occupied.appendRow()
    for term in expression.terms {
      add(sign * term.coefficient, times: term.variable.index, toRow: row)
    }
    pattern.removeAll(keepingCapacity: true)
    occupied.append(row, to: &pattern)
    for column in pattern where abs(cells[base + column]) < Tolerance.coefficient {
      cells[base + column] = 0
      occupied.set(row, column, to: false)
    }
    if kind == .fixed { fixedRows += 1 }
    changes.insert(row)
    work += (expression.terms.count + 1) * pattern.count
    return variable
  }

  /// Adds a multiple of a variable, basic or not, to the expression in a row.
  mutating func add(_ factor: Double, times variable: Int, toRow row: Int) {
    let position = positions[variable]
    let base = row * stride
    guard position >= 0 else {
      cells[base + ~position] += factor
      occupied.set(row, ~position, to: true)
      return
    }
    let source = position * stride
    pattern.removeAll(keepingCapacity: true)
    occupied.append(position, to: &pattern)
    for column in pattern {
      cells[base + column] += factor * cells[source + column]
      occupied.set(row, column, to: true)
    }
    constants[row] += factor * constants[position]
  }

  /// Removes a row and its basic variable.
  mutating func removeRow(_ row: Int) {
    if kinds[basics[row]] == .fixed { fixedRows -= 1 }
    kinds[basics[row]] = .retired
    let last = rowCount - 1
    if row != last {
      basics[row] = basics[last]
      positions[basics[row]] = row
      constants[row] = constants[last]
      for column in 0..<columnCount { cells[row * stride + column] = cells[last * stride + column] }
      occupied.copyRow(last, to: row)
      changes.insert(row)
    }
    basics.removeLast()
    constants.removeLast()
    cells.removeLast(stride)
    occupied.removeLastRow()
  }

  /// Removes a column and its variable, whose value stays 0.
  mutating func removeColumn(_ column: Int) {
    kinds[nonbasics[column]] = .retired
    let last = columnCount - 1
    for row in 0..<rowCount {
      let base = row * stride
      if !occupied.contains(row, column) && !occupied.contains(row, last) { continue }
      cells[base + column] = cells[base + last]
      occupied.set(row, column, to: cells[base + last] != 0)
      // Columns that are not in use stay 0: new ones start there.
      cells[base + last] = 0
      occupied.set(row, last, to: false)
      changes.insert(row)
    }
    for level in 0..<levels.count {
      costs[column * levels.count + level] = costs[last * levels.count + level]
    }
    costs.removeLast(levels.count)
    nonbasics[column] = nonbasics[last]
    positions[nonbasics[column]] = ~column
    nonbasics.removeLast()
    work += rowCount
  }

  /// Reserves memory for rows.
  mutating func reserve(rows: Int) {
    cells.reserveCapacity(rows * stride)
    occupied.reserve(rows: rows)
    basics.reserveCapacity(rows)
    constants.reserveCapacity(rows)
  }

  /// Adds a level for costs at a priority if there is none, and returns it.
  @discardableResult
  mutating func declare(_ priority: Double) -> Int {
    let level = levels.firstIndex { $0 <= priority } ?? levels.count
    if level < levels.count, levels[level] == priority { return level }
    let old = levels.count
    var wider = ContiguousArray<Double>()
    wider.reserveCapacity(columnCount * (old + 1))
    for column in 0..<columnCount {
      wider.append(contentsOf: costs[column * old..<column * old + level])
      wider.append(0)
      wider.append(contentsOf: costs[column * old + level..<(column + 1) * old])
    }
    costs = wider
    levels.insert(priority, at: level)
    work += wider.count
    return level
  }

  private mutating func register(_ kind: Kind, position: Int, owner: Int) -> Int {
    kinds.append(kind)
    positions.append(position)
    owners.append(owner)
    weights.append(0)
    priorities.append(0)
    return kinds.count - 1
  }

  private mutating func widen() {
    let wider = stride * 2
    var moved = ContiguousArray<Double>(repeating: 0, count: rowCount * wider)
    var bits = NonzeroBits(columns: wider)
    for row in 0..<rowCount {
      bits.appendRow()
      occupied.forEach(in: row) { column in
        moved[row * wider + column] = cells[row * stride + column]
        bits.set(row, column, to: true)
        return true
      }
      changes.insert(row)
    }
    occupied = bits
    cells = moved
    stride = wider
    work += moved.count
  }
}
