extension ConstraintSolver {
  /// Lets a variable be suggested values, which it takes as far as stronger constraints let it.
  ///
  /// - Throws: `alreadyEdited`, or `requiredEdit` for the priority that leaves no choice.
  /// - Complexity: that of `add(_:)`.
  public mutating func addEdit(
    _ variable: Variable, priority: Priority = .defaultHigh, weight: Double = 1
  ) throws(SolverError) {
    if edits[variable] != nil { throw .alreadyEdited }
    if priority.isRequired { throw .requiredEdit }
    guard isKnown(variable) else { throw .unknown }
    let value = value(of: variable)
    let id = try add(
      LinearConstraint(LinearExpression(variable), .equal, value, priority: priority, weight: weight))
    edits[variable] = Edit(id: id, value: value)
  }

  /// Suggests a value for a variable that is being edited, and solves.
  ///
  /// - Throws: `unknown` for a variable that is not edited.
  /// - Complexity: O(m) for m constraints, and a few pivots.
  public mutating func suggest(_ value: Double, for variable: Variable) throws(SolverError) {
    guard let edit = edits[variable] else { throw .unknown }
    guard value.isFinite else { throw .invalidNumber }
    tableau.work = 0
    shift(edit.id, by: edit.value - value)
    edits[variable]?.value = value
    guard case .solved = tableau.restoreFeasibility(workLimit: workLimit) else { throw .tooMuchWork }
    moveStays()
  }

  /// Ends the suggestions for a variable.
  ///
  /// - Throws: `unknown` for a variable that is not edited.
  /// - Complexity: that of `remove(_:)`.
  public mutating func removeEdit(_ variable: Variable) throws(SolverError) {
    guard let edit = edits[variable] else { throw .unknown }
    try remove(edit.id)
  }

  /// Lets a variable keep its value where nothing stronger moves it; after an edit, the value it has then.
  ///
  /// - Throws: `requiredEdit` for the priority that leaves no choice.
  /// - Complexity: that of `add(_:)`.
  @discardableResult
  public mutating func addStay(
    _ variable: Variable, priority: Priority = .fittingSizeLevel, weight: Double = 1
  ) throws(SolverError) -> ConstraintID {
    if priority.isRequired { throw .requiredEdit }
    guard isKnown(variable) else { throw .unknown }
    let value = value(of: variable)
    let id = try add(
      LinearConstraint(LinearExpression(variable), .equal, value, priority: priority, weight: weight))
    stays.append((variable, id, value))
    return id
  }

  /// Adds to the constant of a constraint, without solving.
  mutating func shift(_ id: ConstraintID, by amount: Double) {
    let record = records[id.index]
    tableau.shift(record.marker, by: record.sign * amount)
  }

  /// What stays is what is there now: every stay's error is 0 again, and no other value moves.
  private mutating func moveStays() {
    for index in stays.indices {
      let value = value(of: stays[index].variable)
      shift(stays[index].id, by: stays[index].value - value)
      stays[index].value = value
    }
  }
}
