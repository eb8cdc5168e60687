import Testing

@testable import Constraints

@Suite struct ConstraintSolverTests {
  @Test func `a goal that is pushed up weakly ends where the constraints stop it`() throws {
    var solver = ConstraintSolver()
    let (x1, x2, x3) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    let z = solver.makeVariable()
    for variable in [x1, x2, x3] { try solver.require(1 * variable, .greaterThanOrEqual, 0) }
    try solver.require(2 * x1 - 5 * x2, .lessThanOrEqual, 11)
    try solver.require(-1 * x1 + 3 * x2 + x3, .equal, 7)
    try solver.require(x1 - 8 * x2 + 4 * x3, .greaterThanOrEqual, 33)
    try solver.require(1 * z, .equal, -2 * x1 + 7 * x2 + 4 * x3)
    try solver.addEdit(z, priority: .defaultLow)
    try solver.suggest(1000, for: z)
    #expect(isNear(solver.values(x1, x2, x3, z), [13, 3, 11, 39]))
  }

  @Test func `a midpoint that is pulled to the right stays where its ends may go`() throws {
    var solver = ConstraintSolver()
    let (left, middle, right) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    try solver.require(2 * middle, .equal, left + right)
    try solver.require(left + 20, .lessThanOrEqual, 1 * right)
    try solver.require(1 * left, .greaterThanOrEqual, -10)
    try solver.require(1 * right, .lessThanOrEqual, 100)
    try solver.addEdit(middle)
    try solver.suggest(90, for: middle)
    #expect(isNear(solver.values(left, middle, right), [80, 90, 100]))
    try solver.suggest(1000, for: middle)
    #expect(isNear(solver.values(left, middle, right), [80, 90, 100]))
    try solver.suggest(-1000, for: middle)
    #expect(isNear(solver.values(left, middle, right), [-10, 0, 10]))
  }

  @Test func `a variable that nothing holds is 0`() {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    #expect(solver.value(of: variable) == 0)
  }

  @Test func `a variable that may not be negative is not`() throws {
    var solver = ConstraintSolver()
    let (free, bounded) = (solver.makeVariable(), solver.makeVariable(isNonnegative: true))
    try solver.prefer(1 * free, .equal, -5, 500)
    try solver.prefer(1 * bounded, .equal, -5, 500)
    #expect(solver.values(free, bounded) == [-5, 0])
  }

  @Test func `any number of weaker constraints does not outvote a stronger one`() throws {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    for _ in 0..<50 { try solver.prefer(1 * variable, .equal, 10, 250, weight: 1000) }
    try solver.prefer(1 * variable, .equal, 3, 251)
    #expect(solver.value(of: variable) == 3)
  }

  @Test func `priorities between two whole numbers are priorities of their own`() throws {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    try solver.prefer(1 * variable, .equal, 3, 250.5)
    try solver.prefer(1 * variable, .equal, 10, 250)
    #expect(solver.value(of: variable) == 3)
  }

  @Test func `among constraints of one priority the heavier side wins`() throws {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    try solver.prefer(1 * variable, .equal, 1, 500)
    try solver.prefer(1 * variable, .equal, 2, 500)
    let heavy = try solver.prefer(1 * variable, .equal, 9, 500, weight: 2.5)
    #expect(solver.value(of: variable) == 9)
    try solver.remove(heavy)
    try solver.prefer(1 * variable, .equal, 9, 500, weight: 1.5)
    #expect(solver.value(of: variable) == 2)
  }

  @Test func `an inequality that is wanted is missed by as little as can be`() throws {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    try solver.require(1 * variable, .lessThanOrEqual, 40)
    try solver.prefer(1 * variable, .greaterThanOrEqual, 100, 750)
    #expect(solver.value(of: variable) == 40)
    try solver.prefer(1 * variable, .lessThanOrEqual, 10, 800)
    #expect(solver.value(of: variable) == 10)
  }

  @Test func `the same variable in several terms counts as their sum`() throws {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    try solver.require(2 * variable + variable - 1 * variable, .equal, 8)
    #expect(solver.value(of: variable) == 4)
  }

  @Test func `priorities are above 0 and at most 1000`() {
    #expect([0, -1, 1000.5, .nan, .infinity].allSatisfy { Priority($0) == nil })
    #expect(Priority(1000) == .required)
    #expect(Priority(0.001).map { $0 < .fittingSizeLevel } == true)
  }
}
