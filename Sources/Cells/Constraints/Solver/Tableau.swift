/// A linear program in dictionary form: each basic variable written as a constant and a sum over the nonbasic
/// ones, all of which are 0.
///
/// Follows Badros, Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm" (ACM
/// TOCHI 8(4), 2001) in its kinds of variables: free ones, slacks, errors that have a cost, and dummies that
/// are always 0 and stand for required equations. It departs from the paper in three ways. A cost is a list of
/// numbers, one for each priority, compared from the strongest on. A new constraint is a row that may be
/// violated, which the dual simplex method then repairs, as it does after an edit: there are no artificial
/// variables, and the row that cannot be repaired names the contradiction. Rows are dense, with a bit for each
/// cell that is not 0: the systems are small, and a pivot is then a few straight passes over packed numbers.
struct Tableau: Sendable {
  enum Kind: UInt8, Sendable {
    /// Any value.
    case free
    /// 0 or more.
    case nonnegative
    /// Always 0.
    case fixed
    /// No longer part of the program.
    case retired
  }

  // By variable.
  var kinds: ContiguousArray<Kind> = []
  /// The row of a basic variable; `~column` of a nonbasic one.
  var positions: ContiguousArray<Int> = []
  /// The constraint that a variable was made for; -1 for a variable of the caller.
  var owners: ContiguousArray<Int> = []
  /// The cost of a unit of the variable; 0 for all but errors.
  var weights: ContiguousArray<Double> = []
  var priorities: ContiguousArray<Double> = []

  // By row.
  var basics: ContiguousArray<Int> = []
  var constants: ContiguousArray<Double> = []

  // By column.
  var nonbasics: ContiguousArray<Int> = []
  /// Reduced costs: a column's numbers stand together, the strongest priority first.
  var costs: ContiguousArray<Double> = []
  /// The priorities in use, strongest first.
  var levels: ContiguousArray<Double> = []

  /// Row after row, `stride` apart.
  var cells: ContiguousArray<Double> = []
  var stride: Int
  /// Which cells are not 0.
  var occupied: NonzeroBits
  /// Rows whose variable is always 0.
  var fixedRows = 0

  /// Rows that changed since they were last restored.
  var changes = RowChanges()
  /// The columns where the row of the current pivot is not 0.
  var pattern: ContiguousArray<Int> = []
  /// The number of cells read or written so far, which the work limit bounds.
  var work = 0

  /// Makes a program without variables.
  ///
  /// - Parameter columns: the number of columns to reserve memory for.
  init(columns: Int = 16) {
    stride = max(columns, 1)
    occupied = NonzeroBits(columns: stride)
  }

  var rowCount: Int { basics.count }
  var columnCount: Int { nonbasics.count }

  /// Returns the value of a variable in the solution that the tableau shows.
  func value(of variable: Int) -> Double {
    let position = positions[variable]
    return position >= 0 ? constants[position] : 0
  }
}

/// The differences that a solver of rounded numbers ignores.
///
/// Coordinates are up to 1e7 points; a double then has nine decimals.
enum Tolerance {
  /// The largest error of a constraint that holds, in points.
  static let violation = 1e-7
  /// Smaller coefficients are rounding errors and become 0.
  static let coefficient = 1e-11
  /// The smallest cell to pivot on.
  static let pivot = 1e-9
  /// The largest difference of two costs, or two ratios of costs, that count as equal.
  static let cost = 1e-9
  /// The largest difference of two solved lengths that count as equal, in points.
  static let width = 1e-6
}

extension Tableau {
  /// Stops where the tableau contradicts itself. For tests.
  func _checkInvariants() {
    for (row, variable) in basics.enumerated() {
      precondition(positions[variable] == row && kinds[variable] != .retired)
      for column in 0..<stride {
        let cell = cells[row * stride + column]
        precondition(column < columnCount || cell == 0)
        precondition(cell == 0 || occupied.contains(row, column))
      }
    }
    for (column, variable) in nonbasics.enumerated() {
      precondition(positions[variable] == ~column && kinds[variable] != .retired)
      precondition(kinds[variable] == .fixed || kinds[variable] == .free || costSign(column) >= 0)
    }
    precondition(fixedRows == basics.count { kinds[$0] == .fixed })
    precondition(levels == ContiguousArray(levels.sorted(by: >)) && costs.count == levels.count * columnCount)
    var rebuilt = self
    rebuilt.rebuildCosts()
    for (cost, expected) in zip(costs, rebuilt.costs) { precondition(abs(cost - expected) < 1e-6) }
  }
}
