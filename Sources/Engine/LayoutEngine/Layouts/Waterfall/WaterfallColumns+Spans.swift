/// Items over several columns: each lies below the lowest end of its columns, and fills them all.
extension WaterfallColumns {
  /// Gives each of the next items its first column and the place where it begins, and fills its columns.
  ///
  /// - Parameters:
  ///   - lengths: the heights of the items, and perhaps more behind them.
  ///   - spans: how many columns each of the items takes.
  ///   - kept: the first column of each of the items, if they have theirs; else empty.
  ///   - offsets: one for each item; receives where it begins.
  ///   - columns: one for each item; receives its first column.
  /// - Complexity: O(n c) for n items and c columns.
  mutating func take(
    _ lengths: ContiguousArray<Double>, over spans: ContiguousArray<Int>, keeping kept: ArraySlice<UInt16>,
    by rule: WaterfallRule, offsets: inout ContiguousArray<Double>, columns: inout ContiguousArray<UInt16>
  ) {
    for place in offsets.indices {
      let span = spans[place]
      let column =
        !kept.isEmpty
        ? Int(truncatingIfNeeded: kept[kept.startIndex + place])
        : rule.order.seeksShortest ? highest(of: span) : inTurn(span)
      columns[place] = UInt16(truncatingIfNeeded: column)
      offsets[place] = fill(column, over: span, advancing: rule.advance(lengths[place]))
    }
  }

  /// Puts an item where it begins highest up, of equals the first, and returns its first column.
  ///
  /// - Complexity: O(c) for c columns; O(log c) in many columns if every item has one.
  mutating func place(over span: Int, advancing advance: Double) -> Int {
    if let column = fillShortestOfMany(by: advance) { return column }
    let column = highest(of: span)
    fill(column, over: span, advancing: advance)
    return column
  }

  /// Puts an item below the lowest end of its columns and returns where it begins.
  @discardableResult
  mutating func fill(_ column: Int, over span: Int, advancing advance: Double) -> Double {
    let start = ends[column..<column + span].max() ?? 0
    for column in column..<column + span { ends[column] = start + advance }
    return start
  }

  /// The first of so many neighbouring columns, beside which an item would begin highest up; of equals the first.
  private func highest(of span: Int) -> Int {
    var best = 0
    var least = Double.infinity
    // The columns of a window that may yet be its lowest, from the lowest on.
    var lowest: ContiguousArray<Int> = []
    var head = 0
    for column in ends.indices {
      while lowest.count > head, ends[lowest[lowest.count - 1]] <= ends[column] { lowest.removeLast() }
      lowest.append(column)
      let first = column - span + 1
      guard first >= 0 else { continue }
      if lowest[head] < first { head += 1 }
      if ends[lowest[head]] < least { (best, least) = (first, ends[lowest[head]]) }
    }
    return best
  }

  /// The first of so many columns whose turn it is; those left of a turn that are too few stay as they are.
  private mutating func inTurn(_ span: Int) -> Int {
    if next + span > ends.count { next = 0 }
    let column = next
    next = column + span == ends.count ? 0 : column + span
    return column
  }
}
