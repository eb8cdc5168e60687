/// A linear program in dictionary form: each basic variable written as a constant and a sum over the nonbasic
/// ones, all of which are 0.
///
/// Follows Badros, Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm" (ACM
/// TOCHI 8(4), 2001), in what the variables are: free ones, slacks, errors that have a cost, and dummies that
/// are always 0 and stand for required equations. It departs from the paper in three things. A cost is not
/// one number but one for each priority, compared from the strongest on. A new constraint is a row that may
/// be violated, which the dual simplex method then repairs, as it does after an edit: no artificial
/// variables, and the row that cannot be repaired names the contradiction. And rows are dense, with a bit for
/// each cell that is not 0: the systems are small, and a pivot is then a few straight passes over packed
/// numbers.
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
  var places: ContiguousArray<Int> = []
  /// The constraint that a variable was made for; -1 for an unknown of the user's.
  var owners: ContiguousArray<Int> = []
  /// What a unit of the variable costs; 0 for all but errors.
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
  var occupied: CellBits
  /// Rows whose variable is always 0.
  var fixedRows = 0

  /// Rows that changed since they were last restored.
  var changes = RowChanges()
  /// The columns where the row of the current pivot is not 0.
  var pattern: ContiguousArray<Int> = []
  /// Cells written and looked at so far; what is bounded for one change.
  var work = 0

  /// A program without variables.
  ///
  /// - Parameter columns: how many columns to make room for.
  init(columns: Int = 16) {
    stride = max(columns, 1)
    occupied = CellBits(columns: stride)
  }

  var rowCount: Int { basics.count }
  var columnCount: Int { nonbasics.count }

  /// The value of a variable in the solution that the tableau shows.
  func value(of variable: Int) -> Double {
    let place = places[variable]
    return place >= 0 ? constants[place] : 0
  }
}
