import Testing

@testable import Constraints

@Suite struct ConflictTests {
  @Test func `a contradiction names its constraints, and leaves the solver as it was`() throws {
    var solver = ConstraintSolver()
    let (a, b, c) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    let first = try solver.require(1 * a, .greaterThanOrEqual, 10)
    try solver.require(1 * c, .equal, 5)
    let second = try solver.require(1 * b, .greaterThanOrEqual, a + 10)
    try solver.prefer(1 * b, .equal, 25, 500)
    let before = solver.values(a, b, c)
    let conflict = #expect(throws: SolverError.self) { try solver.require(1 * b, .lessThanOrEqual, 19) }
    guard case .unsatisfiable(let conflict) = conflict else {
      Issue.record("not a conflict")
      return
    }
    #expect(Set(conflict.constraints).isSuperset(of: [first, second]))
    #expect(conflict.constraints.count == 3)
    #expect(conflict.variables.isEmpty)
    #expect(solver.values(a, b, c) == before)
    try solver.require(1 * b, .lessThanOrEqual, 21)
    #expect(solver.value(of: b) == 21)
  }

  @Test func `a variable that would have to be negative is part of the contradiction`() throws {
    var solver = ConstraintSolver()
    let (width, other) = (solver.makeVariable(isNonnegative: true), solver.makeVariable())
    try solver.require(1 * other, .equal, 100)
    let error = #expect(throws: SolverError.self) { try solver.require(width + other, .equal, 90) }
    guard case .unsatisfiable(let conflict) = error else {
      Issue.record("not a conflict")
      return
    }
    #expect(conflict.variables == [width])
    #expect(conflict.constraints.count == 2)
  }

  @Test func `a rejected constraint can be added after the removal of the one it contradicts`() throws {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    let id = try solver.require(1 * variable, .equal, 1)
    #expect(throws: SolverError.self) { try solver.require(1 * variable, .equal, 2) }
    try solver.remove(id)
    try solver.require(1 * variable, .equal, 2)
    #expect(solver.value(of: variable) == 2)
  }

  @Test func `a constraint can be added twice, and holds until both are removed`() throws {
    var solver = ConstraintSolver()
    let (a, b) = (solver.makeVariable(), solver.makeVariable())
    let ids = [try solver.require(a - b, .equal, 3), try solver.require(2 * a - 2 * b, .equal, 6)]
    try solver.prefer(1 * b, .equal, 10, 500)
    try solver.prefer(1 * a, .equal, 0, 400)
    #expect(solver.values(a, b) == [13, 10])
    try solver.remove(ids[0])
    #expect(solver.values(a, b) == [13, 10])
    try solver.remove(ids[1])
    #expect(solver.values(a, b) == [0, 10])
  }
}
