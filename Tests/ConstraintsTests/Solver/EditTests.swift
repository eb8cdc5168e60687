import Testing

@testable import Constraints

@Suite struct EditTests {
  @Test func `a suggestion is followed as far as stronger constraints let it`() throws {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    try solver.require(1 * variable, .lessThanOrEqual, 100)
    try solver.prefer(1 * variable, .greaterThanOrEqual, 20, 900)
    try solver.addEdit(variable, priority: priority(800))
    for (suggestion, result) in [(50.0, 50.0), (200, 100), (0, 20), (-1000, 20), (99.5, 99.5)] {
      try solver.suggest(suggestion, for: variable)
      #expect(solver.value(of: variable) == result)
    }
  }

  @Test func `what stays keeps its place, and moves on from where an edit left it`() throws {
    var solver = ConstraintSolver()
    let (left, right) = (solver.makeVariable(), solver.makeVariable())
    try solver.prefer(1 * left, .equal, 10, 10)
    try solver.prefer(1 * right, .equal, 50, 10)
    try solver.addStay(left, priority: priority(20))
    try solver.addStay(right, priority: priority(20))
    try solver.require(left + 20, .lessThanOrEqual, 1 * right)
    try solver.addEdit(left)
    try solver.suggest(45, for: left)
    // The right edge was pushed ahead.
    #expect(isNear(solver.values(left, right), [45, 65]))
    try solver.suggest(0, for: left)
    // It does not go back by itself.
    #expect(isNear(solver.values(left, right), [0, 65]))
    try solver.removeEdit(left)
    #expect(isNear(solver.values(left, right), [0, 65]))
  }

  @Test func `after an edit ends, its variable follows weaker constraints again`() throws {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    try solver.prefer(1 * variable, .equal, 7, 100)
    try solver.addEdit(variable)
    try solver.suggest(30, for: variable)
    #expect(solver.value(of: variable) == 30)
    try solver.removeEdit(variable)
    #expect(solver.value(of: variable) == 7)
  }

  @Test func `an edit that is not there, is there already or would be required is refused`() throws {
    var solver = ConstraintSolver()
    var other = ConstraintSolver()
    let variable = solver.makeVariable()
    _ = (other.makeVariable(), other.makeVariable())
    let foreign = other.makeVariable()
    #expect(throws: SolverError.unknown) { try solver.suggest(1, for: variable) }
    #expect(throws: SolverError.unknown) { try solver.removeEdit(variable) }
    #expect(throws: SolverError.unknown) { try solver.addEdit(foreign) }
    #expect(throws: SolverError.requiredEdit) { try solver.addEdit(variable, priority: .required) }
    #expect(throws: SolverError.requiredEdit) { try solver.addStay(variable, priority: .required) }
    try solver.addEdit(variable)
    #expect(throws: SolverError.alreadyEdited) { try solver.addEdit(variable) }
    #expect(throws: SolverError.invalidNumber) { try solver.suggest(.nan, for: variable) }
    #expect(solver.value(of: variable) == 0)
  }
}
