/// Adding the cells of many rows: a chunk of rows at a time.
extension ListSection {
  typealias Position = SummaryTree<ListRowChunk>.Position

  /// Adds the cells of some rows of a chunk.
  ///
  /// - Complexity: O(k) for k rows.
  @_optimize(speed)
  func addRows(_ rows: Range<Int>, at position: Position, to collector: inout ElementCollector) {
    guard position.leaf.items.appearances.isEmpty, position.leaf.items.indentationLevels.isEmpty else {
      for row in rows { addRow(row, at: position, to: &collector) }
      return
    }
    if isExact(position, in: collector) { return addExactRows(rows, at: position, to: &collector) }
    var rows = rows
    while !rows.isEmpty, !collector.isStopped {
      let some = rows.prefix(ElementCollector.cellsAtOnce)
      switch collector.querySpace.likeness {
      case .plain: addPlainRows(some, at: position, in: PlainSpace(), to: &collector)
      case .snapped: addPlainRows(some, at: position, in: SnappedSpace(grid: rule.grid), to: &collector)
      case .none: addPlainRows(some, at: position, in: collector.querySpace, to: &collector)
      }
      rows = rows.dropFirst(some.count)
    }
  }

  /// Adds the cells of some rows that are drawn plainly.
  @_optimize(speed)
  @inline(__always)
  private func addPlainRows(
    _ rows: Range<Int>, at position: Position, in space: some CellSpace, to collector: inout ElementCollector
  ) {
    let (rule, chunk) = (rule, position.leaf)
    let (first, start) = (position.before.rows, position.before.length)
    let items = first + rows.lowerBound..<first + rows.upperBound
    func cell(_ along: Double, _ height: RowHeight) -> (rect: AxialRect, isEstimated: Bool) {
      let rect = AxialRect(
        along: along, across: rule.leadingInset, length: height.points, breadth: rule.breadth)
      return (rect, height.isEstimated)
    }
    if chunk.offsets.isEmpty {
      let height = rule.height(of: 0, in: chunk.items)
      let pitch = chunk.pitch
      collector.addPlainCells(items, in: space) { cell((start + ($0 - first) * pitch).value, height) }
    } else if chunk.items.isFullySized, chunk.offsets.fine.isEmpty {
      let (allSizes, allOffsets, rest) = (
        chunk.items.sizes, chunk.offsets.coarse, LengthSum.value(ofFine: start.fine)
      )
      let (sizes, offsets) = (allSizes.span.extracting(rows), allOffsets.span.extracting(rows))
      collector.addPlainCells(items, in: space) { item in
        let row = item - items.lowerBound
        return cell(start.coarse + offsets[row] + rest, rule.height(of: sizes[row]))
      }
    } else {
      let offsets = chunk.offsets
      collector.addPlainCells(items, in: space) { item in
        let row = item - first
        return cell((start + offsets[row]).value, rule.height(of: row, in: chunk.items))
      }
    }
  }

  /// Whether the rows of a chunk are on the pixel grid wherever the sums of their places are taken: then places need no
  /// rounding, and heights no size to be read.
  private func isExact(_ position: Position, in collector: borrowing ElementCollector) -> Bool {
    let (grid, start, origin) = (rule.grid, position.before.length.coarse, collector.origin)
    return position.leaf.hasExactHeights && collector.querySpace.likeness == .snapped
      && position.before.length.fine == 0 && start >= 0 && origin >= 0 && grid.nearest(start) == start
      && grid.nearest(origin) == origin
      && grid.addsExactly(upTo: start + origin + position.leaf.totals.length.value)
  }

  /// Adds the cells of some rows that are drawn plainly and are on the pixel grid.
  private func addExactRows(_ rows: Range<Int>, at position: Position, to collector: inout ElementCollector) {
    let (start, spacing) = (position.before.length.coarse, rule.spacing)
    let (across, breadth) = (rule.grid.nearest(rule.leadingInset), rule.breadth)
    let items = position.before.rows + rows.lowerBound..<position.before.rows + rows.upperBound
    let allOffsets = position.leaf.offsets.coarse
    let offsets = allOffsets.span.extracting(rows.lowerBound..<rows.upperBound + 1)
    collector.addPlainCells(items, in: PlainSpace()) { item in
      let row = item - items.lowerBound
      let rect = AxialRect(
        along: start + offsets[row], across: across, length: offsets[row + 1] - offsets[row] - spacing,
        breadth: breadth)
      return (rect, false)
    }
  }

  /// Adds the cell of one row of a chunk.
  func addRow(_ row: Int, at position: Position, to collector: inout ElementCollector) {
    let chunk = position.leaf
    let height = rule.height(of: row, in: chunk.items)
    collector.addCell(
      position.before.rows + row,
      AxialRect(
        along: (position.before.length + chunk.offset(of: row)).value,
        across: rule.leadingInset + rule.indentation(of: row, in: chunk.items), length: height.points,
        breadth: rule.breadth(of: row, in: chunk.items)),
      isEstimated: height.isEstimated,
      appearance: chunk.items.appearances.isEmpty ? nil : chunk.items.appearances[row])
  }
}
