/// Which rows of a tableau changed, so that they alone need to be restored.
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
