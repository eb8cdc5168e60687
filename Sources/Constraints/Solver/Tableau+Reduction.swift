extension Tableau {
  /// The part of the tableau on which edits of constants depend: without the rows of free variables, which
  /// never have to leave, and without the columns of fixed ones, which may never enter.
  ///
  /// The rows keep their order.
  func reduced() -> Tableau {
    var part = self
    let columns = nonbasics.indices.filter { kinds[nonbasics[$0]] != .fixed }
    part.stride = max(columns.count, 1)
    part.nonbasics = ContiguousArray(columns.map { nonbasics[$0] })
    part.costs = ContiguousArray(
      columns.flatMap { costs[$0 * levels.count..<($0 + 1) * levels.count] })
    part.basics = []
    part.constants = []
    part.cells = []
    part.occupied = CellBits(columns: part.stride)
    for row in restrictedRows {
      part.occupied.appendRow()
      for (place, column) in columns.enumerated() where cells[row * stride + column] != 0 {
        part.occupied.set(part.rowCount, place, to: true)
      }
      part.basics.append(basics[row])
      part.constants.append(constants[row])
      for column in columns { part.cells.append(cells[row * stride + column]) }
      if columns.isEmpty { part.cells.append(0) }
    }
    part.places = ContiguousArray(repeating: 0, count: places.count)
    for (row, variable) in part.basics.enumerated() { part.places[variable] = row }
    for (column, variable) in part.nonbasics.enumerated() { part.places[variable] = ~column }
    part.changes = RowChanges()
    part.work = 0
    return part
  }

  /// The rows whose variables may not have any value.
  var restrictedRows: [Int] { basics.indices.filter { kinds[basics[$0]] != .free } }
}
