extension Tableau {
  /// The part of the tableau on which edits of constants depend: without the rows of free variables, which
  /// never have to leave, and without the columns of fixed ones, which may never enter.
  ///
  /// The rows keep their order.
  ///
  /// - Parameter kept: fixed variables whose columns stay.
  func reduced(keeping kept: [Int]) -> Tableau { reduced(toRows: restrictedRows, keeping: kept) }

  /// Some rows of the tableau, without the columns of fixed variables but for some.
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
    part.occupied = CellBits(columns: part.stride)
    var targets = [Int?](repeating: nil, count: columnCount)
    for (target, column) in columns.enumerated() { targets[column] = target }
    for row in rows {
      let target = part.rowCount
      part.basics.append(basics[row])
      part.constants.append(constants[row])
      part.cells.append(contentsOf: repeatElement(0, count: part.stride))
      part.occupied.appendRow()
      occupied.forEach(in: row) { column in
        guard let place = targets[column] else { return true }
        part.cells[target * part.stride + place] = cells[row * stride + column]
        part.occupied.set(target, place, to: true)
        return true
      }
    }
    // Variables that are not in the part read as 0.
    part.places = ContiguousArray(repeating: .min, count: places.count)
    for (row, variable) in part.basics.enumerated() { part.places[variable] = row }
    for (column, variable) in part.nonbasics.enumerated() { part.places[variable] = ~column }
    part.changes = RowChanges()
    part.fixedRows = part.basics.count { kinds[$0] == .fixed }
    part.work = 0
    return part
  }

  /// The rows whose variables may not have any value.
  var restrictedRows: [Int] { basics.indices.filter { kinds[basics[$0]] != .free } }
}
