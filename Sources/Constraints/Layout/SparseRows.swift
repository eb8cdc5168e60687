/// Rows of a matrix most of whose cells are 0, packed one behind the other.
struct SparseRows: Sendable {
  struct Cell: Hashable, Sendable {
    var index: Int
    var factor: Double
  }

  private var starts: ContiguousArray<Int> = [0]
  private var cells: ContiguousArray<Cell> = []

  /// Adds a row. Cells with the same index add up.
  mutating func append(_ row: [Cell]) {
    cells += row
    starts.append(cells.count)
  }

  /// The sum over a row's cells, each times a number.
  @inline(__always)
  func sum(_ row: Int, times number: (Int) -> Double) -> Double {
    var sum = 0.0
    for place in starts[row]..<starts[row + 1] { sum += cells[place].factor * number(cells[place].index) }
    return sum
  }

  /// Adds a row, times a factor, to numbers.
  @inline(__always)
  func add(_ row: Int, times factor: Double, to numbers: inout ContiguousArray<Double>) {
    for place in starts[row]..<starts[row + 1] {
      numbers[cells[place].index] += factor * cells[place].factor
    }
  }
}
