/// A bit for each cell of a table, set unless the cell is 0. Most cells are 0, and loops over a row skip them.
struct NonzeroBits: Sendable {
  private var words: ContiguousArray<UInt64> = []
  /// Words of a row.
  let width: Int

  init(columns: Int) {
    width = (columns + 63) / 64
  }

  mutating func appendRow() {
    words.append(contentsOf: repeatElement(0, count: width))
  }

  mutating func removeLastRow() {
    words.removeLast(width)
  }

  mutating func reserve(rows: Int) {
    words.reserveCapacity(rows * width)
  }

  @inline(__always)
  func contains(_ row: Int, _ column: Int) -> Bool {
    words[row * width + column >> 6] >> UInt64(column & 63) & 1 != 0
  }

  @inline(__always)
  mutating func set(_ row: Int, _ column: Int, to isOccupied: Bool) {
    let bit: UInt64 = 1 << UInt64(column & 63)
    if isOccupied {
      words[row * width + column >> 6] |= bit
    } else {
      words[row * width + column >> 6] &= ~bit
    }
  }

  mutating func copyRow(_ source: Int, to target: Int) {
    for word in 0..<width { words[target * width + word] = words[source * width + word] }
  }

  mutating func copyRow(_ row: Int, from other: NonzeroBits) {
    for word in row * width..<(row + 1) * width { words[word] = other.words[word] }
  }

  /// Calls `visit` with each column of a row that is not 0, in order, until it returns false.
  @inline(__always)
  func forEach(in row: Int, _ visit: (Int) -> Bool) {
    for word in 0..<width {
      var bits = words[row * width + word]
      while bits != 0 {
        if !visit(word << 6 + bits.trailingZeroBitCount) { return }
        bits &= bits - 1
      }
    }
  }

  /// Appends the columns of a row that are not 0 to a list.
  @inline(__always)
  func append(_ row: Int, to columns: inout ContiguousArray<Int>) {
    for word in 0..<width {
      var bits = words[row * width + word]
      while bits != 0 {
        columns.append(word << 6 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }
}
