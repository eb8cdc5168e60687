import Testing

@testable import Constraints

@Suite struct ConstraintSolverTests {
  @Test func `a goal rises weakly until required constraints stop it`() throws {
    var solver = ConstraintSolver()
    let (x1, x2, x3) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    let z = solver.makeVariable()
    for variable in [x1, x2, x3] { try solver.require(1 * variable, .greaterThanOrEqual, 0) }
    try solver.require(2 * x1 - 5 * x2, .lessThanOrEqual, 11)
    try solver.require(-1 * x1 + 3 * x2 + x3, .equal, 7)
    try solver.require(x1 - 8 * x2 + 4 * x3, .greaterThanOrEqual, 33)
    try solver.require(1 * z, .equal, -2 * x1 + 7 * x2 + 4 * x3)
    try solver.prefer(1 * z, .equal, 1000, 250)
    #expect(isNear(solver.values(x1, x2, x3, z), [13, 3, 11, 39]))
  }

  @Test(
    arguments: [(90, [80, 90, 100]), (1000, [80, 90, 100]), (-1000, [-10, 0, 10])] as [(Double, [Double])])
  func `a midpoint that is pulled aside stops where its ends do`(
    target: Double, expected: [Double]
  ) throws {
    var solver = ConstraintSolver()
    let (left, middle, right) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    try solver.require(2 * middle, .equal, left + right)
    try solver.require(left + 20, .lessThanOrEqual, 1 * right)
    try solver.require(1 * left, .greaterThanOrEqual, -10)
    try solver.require(1 * right, .lessThanOrEqual, 100)
    try solver.prefer(1 * middle, .equal, target, 750)
    #expect(isNear(solver.values(left, middle, right), expected))
  }

  @Test func `a variable without constraints is 0`() {
    var solver = ConstraintSolver()
    let variable = solver.makeVariable()
    #expect(solver.value(of: variable) == 0)
  }

  @Test func `a nonnegative variable is not negative`() throws {
    var solver = ConstraintSolver()
    let (free, bounded) = (solver.makeVariable(), solver.makeVariable(isNonnegative: true))
    try solver.prefer(1 * free, .equal, -5, 500)
    try solver.prefer(1 * bounded, .equal, -5, 500)
    #expect(solver.values(free, bounded) == [-5, 0])
  }

  @Test func `no number of weaker constraints outweighs a stronger one`() throws {
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

  @Test func `an inequality that cannot hold is violated by as little as possible`() throws {
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
