/// Why a solver did not do what it was asked to. But for `tooMuchWork`, it is then as it was before.
public enum SolverError: Error, Hashable, Sendable {
  /// The constraint is required and cannot hold together with others that are.
  case unsatisfiable(Conflict)
  /// A number is infinite or not a number, or a weight is not above 0.
  case invalidNumber
  /// A variable, constraint or edit that the solver does not have.
  case unknown
  /// The variable is being edited already.
  case alreadyEdited
  /// An edit or a stay cannot be required.
  case requiredEdit
  /// The work allowed for one change was not enough. The solver's values then mean nothing.
  case tooMuchWork
}

/// Required constraints that no values satisfy together; without any one of them, the others may hold.
///
/// Read off the row of the tableau that has no solution: the multipliers of Farkas' lemma.
public struct Conflict: Hashable, Sendable {
  /// In the order in which the solver took them in.
  public var constraints: [ConstraintID]
  /// Those of its variables that would have to be negative and may not.
  public var variables: [Variable]
}
