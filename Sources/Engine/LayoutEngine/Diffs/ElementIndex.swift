import Cancellation

/// Finds the index of an element in a list.
struct ElementIndex {
  private let list: ElementList
  /// The rows of each section's cells, which are in the order of their items.
  private var cells: [Int32: Range<Int>] = [:]
  private var others: [ElementPath: Int] = [:]

  /// An index of a list.
  ///
  /// - Complexity: O(n) for n elements.
  init(_ list: ElementList) {
    self.list = list
    var pace = Pace()
    var row = 0
    while row < list.count, !pace.isOver(after: 16) {
      let record = list.records[row]
      guard record.kind == 0 else {
        let element = list[row]
        others[ElementPath(kind: element.kind, indexPath: element.indexPath)] = row
        row += 1
        continue
      }
      let start = row
      while row < list.count, list.records[row].kind == 0, list.records[row].section == record.section {
        row += 1
      }
      cells[record.section] = start..<row
    }
  }

  /// The element's row; nil if the list does not have it.
  ///
  /// - Complexity: O(log n) for n cells of the section.
  func row(of path: ElementPath) -> Int? {
    guard path.kind == .cell else { return others[path] }
    guard let rows = cells[Int32(truncatingIfNeeded: path.indexPath.section)] else { return nil }
    let row = rows.bisect { Int(list.records[$0].item) >= path.indexPath.item }
    return row < rows.upperBound && Int(list.records[row].item) == path.indexPath.item ? row : nil
  }

  func attributes(of path: ElementPath) -> LayoutAttributes? { row(of: path).map { list[$0] } }
}
