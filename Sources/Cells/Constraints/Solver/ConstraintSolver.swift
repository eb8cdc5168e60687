/// Finds values for variables that satisfy linear constraints as well as possible.
///
/// All required constraints hold. The solver minimises the errors of the others, the strongest priority first:
/// the sum of the errors of one priority, each times its weight, is the least that all stronger priorities
/// allow. If several solutions are equally good, the same calls always lead to the same one.
///
/// The Cassowary algorithm (Badros, Borning and Stuckey 2001): adding or removing a constraint costs a few
/// pivots from the current solution.
struct ConstraintSolver: Sendable {
  struct Record: Sendable {
    /// The variable whose origin moves when the constraint's constant does.
    var marker: Int
    /// The other error of an equation, or the error of an inequality; -1 for a required constraint.
    var error = -1
    /// The factor that turns the constraint's expression into the marker: 1 or -1.
    var sign = 1.0
  }

  var tableau: Tableau
  var records: ContiguousArray<Record> = []
  let workLimit: Int

  /// Makes a solver without variables.
  ///
  /// - Parameters:
  ///   - columns: the number of columns to reserve memory for.
  ///   - workLimit: the work that all calls together may cost, in numbers written; above it they throw
  ///     `tooMuchWork`.
  init(columns: Int = 16, workLimit: Int = CellSolver.defaultWorkLimit) {
    tableau = Tableau(columns: columns)
    self.workLimit = workLimit
  }

  /// Adds a variable, which is 0 until a constraint says otherwise.
  ///
  /// - Parameter isNonnegative: whether its value is never below 0.
  /// - Complexity: O(1) amortised.
  mutating func makeVariable(isNonnegative: Bool = false) -> Variable {
    Variable(index: tableau.addNonbasic(isNonnegative ? .nonnegative : .free))
  }

  /// Returns the value of a variable of this solver.
  ///
  /// - Complexity: O(1).
  func value(of variable: Variable) -> Double { tableau.value(of: variable.index) }

  /// Adds a constraint of finite numbers over variables of this solver, and solves.
  ///
  /// - Throws: `unsatisfiable` if the constraint is required and contradicts earlier ones; the solver is then
  ///   as it was before the call. `tooMuchWork`; the solver's values are then meaningless.
  /// - Complexity: a few pivots, each O(m · n) at worst for m constraints and n variables.
  @discardableResult
  mutating func add(_ constraint: LinearConstraint) throws(SolverError) -> ConstraintID {
    let id = ConstraintID(index: records.count)
    records.append(record(of: constraint, owner: id.index))
    switch tableau.restoreFeasibility(workLimit: workLimit) {
    case .solved: return id
    case .infeasible(let row):
      let conflict = conflict(inRow: row)
      try remove(id)
      throw .unsatisfiable(conflict)
    case .exhausted: throw .tooMuchWork
    }
  }
}

extension ConstraintSolver {
  /// Removes a constraint, even from a tableau that is not feasible, and solves again.
  ///
  /// - Throws: `tooMuchWork`.
  /// - Complexity: a few pivots, each O(m · n) at worst for m constraints and n variables.
  mutating func remove(_ id: ConstraintID) throws(SolverError) {
    let record = records[id.index]
    // At most one of the two is basic: both are in the one equation of this constraint.
    if record.error >= 0, tableau.positions[record.error] >= 0 {
      tableau.removeColumn(~tableau.positions[record.marker])
      tableau.removeRow(tableau.positions[record.error])
    } else {
      if tableau.positions[record.marker] < 0 { makeBasic(record.marker) }
      tableau.removeRow(tableau.positions[record.marker])
      if record.error >= 0 { tableau.removeColumn(~tableau.positions[record.error]) }
    }
    try resolve()
  }

  /// Makes a variable basic that no constraint holds any more; all others keep allowed values.
  private mutating func makeBasic(_ variable: Int) {
    let column = ~tableau.positions[variable]
    let row =
      tableau.blockingRow(column, rises: true) ?? tableau.blockingRow(column, rises: false)
      ?? largestCell(column)
    tableau.pivot(row: row, column: column)
  }

  /// Returns the row with the largest cell of a column; a constraint's column always has one that is not 0.
  private func largestCell(_ column: Int) -> Int {
    let cells = (0..<tableau.rowCount).map { abs(tableau.cells[$0 * tableau.stride + column]) }
    return cells.indices.max { cells[$0] < cells[$1] }!
  }

  /// Solves from whatever the tableau shows now.
  private mutating func resolve() throws(SolverError) {
    tableau.rebuildCosts()
    if !tableau.isOptimal { tableau.clearCosts() }
    guard case .solved = tableau.restoreFeasibility(workLimit: workLimit) else { throw .tooMuchWork }
    tableau.rebuildCosts()
    guard case .solved = tableau.optimize(workLimit: workLimit) else { throw .tooMuchWork }
  }
}

/// Why a solver cannot add or remove a constraint.
enum SolverError: Error, Hashable, Sendable {
  /// The constraint is required and cannot hold together with other required ones.
  case unsatisfiable(Conflict)
  /// The work limit was reached. The solver's values are then meaningless.
  case tooMuchWork
}

/// Required constraints that no values satisfy together; without any one of them, the others may hold.
///
/// Read off the row of the tableau that has no solution: the multipliers of Farkas' lemma.
struct Conflict: Hashable, Sendable {
  /// In the order in which they were added.
  var constraints: [ConstraintID]
  /// Variables in the conflict that would have to be negative and must not be.
  var variables: [Variable]
}
