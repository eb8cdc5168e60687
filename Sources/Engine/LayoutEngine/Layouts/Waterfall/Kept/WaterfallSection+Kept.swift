/// A section whose items keep their columns.
extension WaterfallSection {
  /// Adds the items that may meet `range`, which is in pixels from the body's start.
  ///
  /// - Complexity: O(c log n log c + m (c + f)) for n items in chunks of m and in c columns, of which f are found;
  ///   O(n) for a range without end.
  func addKept(
    _ columns: KeptColumns, meeting range: ClosedRange<Double>, to collector: inout ElementCollector
  ) {
    guard range.upperBound < .infinity else { return addAll(columns, to: &collector) }
    // Columns drift apart: their items in the range may be far apart in number.
    var found = ContiguousArray<KeptPosition>()
    for extent in columns.tree.totals.columns {
      columns.find(in: extent.column, meeting: range, by: rule, &found)
    }
    found.sort { $0.item < $1.item }
    for position in found { add(position, at: position.offset, to: &collector) }
  }

  private func addAll(_ columns: KeptColumns, to collector: inout ElementCollector) {
    collector.reserve(columns.tree.totals.items)
    var starts = ContiguousArray(repeating: LengthSum.zero, count: rule.columnCount)
    var first = 0
    columns.tree.walk { chunk in
      // Items in no column are left where placing them was cancelled.
      guard chunk.totals.unplacedItems == 0 else { return }
      for place in chunk.columns.indices {
        let start = starts[Int(truncatingIfNeeded: chunk.columns[place])]
        let position = KeptPosition(chunk: chunk, place: place, item: first + place, start: start)
        add(position, at: position.offset, to: &collector)
      }
      for extent in chunk.totals.columns {
        let column = Int(truncatingIfNeeded: extent.column)
        starts[column] = starts[column] + extent.length
      }
      first += chunk.columns.count
    }
  }

  func add(_ position: KeptPosition, at offset: Double, to collector: inout ElementCollector) {
    let items = position.chunk.items
    add(
      position.item, in: Int(truncatingIfNeeded: position.column), over: 1, at: offset,
      rule.length(of: position.place, in: items), of: items, position.place, to: &collector)
  }

  /// The columns of items that had none that they keep.
  ///
  /// - Complexity: O(k log n) for k such items of n; O(n) if all are, or if some items take several columns.
  var chosenColumns: ContiguousArray<ColumnRun> {
    var runs = ContiguousArray<ColumnRun>()
    switch cells {
    case .rows(let rows):
      for item in 0..<rows.items.count {
        runs.add(KeptColumn(rows.column(of: item), of: rule.columnCount), of: item)
      }
    case .packed(let tree):
      tree.forEachLeaf { position in
        let chunk = position.leaf
        for place in chunk.columns.indices {
          // A piece of a run has the whole run, whose items keep none.
          let isKept =
            !chunk.items.keptColumns.isEmpty
            && SpannedColumns.keptColumn(of: place, in: chunk.items, rule) != nil
          guard !isKept else { continue }
          runs.add(choice(chunk.columns[place]), of: position.before.items + place)
        }
        return true
      }
    case .kept(let columns):
      columns.tree.forEachLeaf(where: { $0.newItems > 0 }) { position in
        let chunk = position.leaf
        for place in chunk.columns.indices
        where chunk.items.columns.keptColumn(at: place)?.column(of: rule.columnCount) == nil {
          runs.add(choice(chunk.columns[place]), of: position.before.items + place)
        }
      }
    }
    return runs
  }

  private func choice(_ column: UInt16) -> KeptColumn? {
    KeptColumn(Int(truncatingIfNeeded: column), of: rule.columnCount)
  }
}
