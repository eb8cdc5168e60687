import LayoutEngine

/// The levels of items of outlines, and whether those with children are expanded, by row.
struct OutlineColumns {
  /// The rows with a value, and the values.
  struct Column {
    let name: StaticString
    /// The number of the binary column with the rows; its values are the next column.
    let number: Int
    fileprivate(set) var rows = ContiguousArray<Int32>()
    fileprivate(set) var values = ContiguousArray<Int32>()

    fileprivate mutating func add(_ value: Int, at row: Int) {
      rows.append(Int32(truncatingIfNeeded: row))
      values.append(Int32(truncatingIfNeeded: value))
    }
  }

  private var level = Column(name: "level", number: 19)
  private var isExpanded = Column(name: "isExpanded", number: 21)

  /// The columns that have rows.
  var columns: [Column] { [level, isExpanded].filter { !$0.rows.isEmpty } }

  /// - Complexity: O(k log n) for k elements, if sections with n items have outlines; O(1) if none has.
  init(_ elements: ElementList, of sections: SectionList) {
    guard sections.hasOutlines else { return }
    var ids = ItemIDs(of: sections)
    for (row, record) in elements.records.enumerated() where record.kind == 0 {
      let path = record.indexPath
      guard let place = ids.outlinePlace(path.section, path.item) else { continue }
      level.add(place.level, at: row)
      if let isExpanded = place.isExpanded { self.isExpanded.add(isExpanded ? 1 : 0, at: row) }
    }
  }
}
