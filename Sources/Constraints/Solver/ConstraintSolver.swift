/// Values for variables that satisfy linear constraints as well as they can be satisfied.
///
/// Required constraints hold. The others miss by as little as possible, the strongest priority first: the sum
/// of the errors of one priority, each times its weight, is the least that all stronger ones leave room for.
/// Where several solutions are as good, the same calls always lead to the same one.
///
/// The Cassowary algorithm (Badros, Borning and Stuckey 2001): constraints come and go, and constants change,
/// by a few pivots from the solution at hand.
public struct ConstraintSolver: Sendable {
  /// What one change may cost by default, in numbers written: about a fifth of a second.
  public static let defaultWorkLimit = 30_000_000

  struct Record: Sendable {
    /// The variable whose origin moves when the constraint's constant does.
    var marker: Int
    /// The other error of an equation, or the error of an inequality; -1 for a required constraint.
    var error = -1
    /// By which the expression was multiplied to get the marker.
    var sign = 1.0
    var isLive = true
  }

  struct Edit: Sendable {
    var id: ConstraintID
    var value: Double
  }

  var tableau: Tableau
  var records: ContiguousArray<Record> = []
  var edits: [Variable: Edit] = [:]
  var stays: [(variable: Variable, id: ConstraintID, value: Double)] = []
  let workLimit: Int

  /// A solver without variables.
  ///
  /// - Parameter workLimit: what one change may cost before it fails with `tooMuchWork`.
  public init(workLimit: Int = ConstraintSolver.defaultWorkLimit) {
    self.init(columns: 16, workLimit: workLimit)
  }

  init(columns: Int, workLimit: Int = ConstraintSolver.defaultWorkLimit) {
    tableau = Tableau(columns: columns)
    self.workLimit = workLimit
  }

  /// A new variable, which is 0 until a constraint says otherwise.
  ///
  /// - Parameter isNonnegative: whether it may never be below 0.
  /// - Complexity: O(1) amortised.
  public mutating func makeVariable(isNonnegative: Bool = false) -> Variable {
    Variable(index: tableau.addNonbasic(isNonnegative ? .nonnegative : .free))
  }

  /// The value of a variable of this solver.
  ///
  /// - Complexity: O(1).
  public func value(of variable: Variable) -> Double { tableau.value(of: variable.index) }

  /// Takes in a constraint.
  ///
  /// - Throws: `unsatisfiable` for a required one that those before it leave no room for.
  /// - Complexity: a few pivots, each O(m · n) at worst for m constraints and n variables.
  @discardableResult
  public mutating func add(_ constraint: LinearConstraint) throws(SolverError) -> ConstraintID {
    try check(constraint)
    tableau.work = 0
    return try take(constraint)
  }

  /// Takes in a constraint whose parts are known to be right, and whose work counts with what was done
  /// before.
  mutating func take(_ constraint: LinearConstraint) throws(SolverError) -> ConstraintID {
    let id = ConstraintID(index: records.count)
    records.append(record(of: constraint, owner: id.index))
    switch tableau.restoreFeasibility(workLimit: workLimit) {
    case .solved: return id
    case .infeasible(let row):
      let conflict = conflict(inRow: row)
      try withdraw(id)
      throw .unsatisfiable(conflict)
    case .exhausted: throw .tooMuchWork
    }
  }

  private func check(_ constraint: LinearConstraint) throws(SolverError) {
    guard constraint.expression.isFinite, constraint.weight.isFinite, constraint.weight > 0 else {
      throw .invalidNumber
    }
    for term in constraint.expression.terms where !isKnown(term.variable) { throw .unknown }
  }

  func isKnown(_ variable: Variable) -> Bool {
    tableau.owners.indices.contains(variable.index) && tableau.owners[variable.index] == -1
  }
}
