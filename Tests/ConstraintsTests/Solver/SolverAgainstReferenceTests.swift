import TestSupport
import Testing

@testable import Constraints

@Suite struct SolverAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 7919 + 3 })

  /// A rule over a few of the variables, with small whole numbers, so that rounding has no influence.
  static func randomRule(_ random: inout SeededGenerator, _ variables: Int) -> ReferenceProgram.Rule {
    var coefficients = [Double](repeating: 0, count: variables)
    for _ in 0..<random.integer(1...3) {
      coefficients[random.integer(0...variables - 1)] = Double(random.pick([-3, -2, -1, -1, 1, 1, 2, 3]))
    }
    return ReferenceProgram.Rule(
      coefficients: coefficients, constant: Double(random.integer(-20...20)),
      relation: random.pick(Relation.allCases), priority: random.pick([1000, 1000, 750, 500, 250, 249]),
      weight: random.pick([1, 1, 2]))
  }

  static func constraint(_ rule: ReferenceProgram.Rule, _ variables: [Variable]) -> LinearConstraint {
    let terms = zip(variables, rule.coefficients).map { LinearExpression.Term($0, $1) }
    return LinearConstraint(
      LinearExpression(terms, constant: rule.constant), rule.relation,
      priority: priority(rule.priority), weight: rule.weight)
  }

  /// Whether a solver's values satisfy all required rules, and violate the others as little as possible.
  static func agrees(_ solver: ConstraintSolver, _ variables: [Variable], _ program: ReferenceProgram) -> Bool
  {
    solver.tableau._checkInvariants()
    let values = variables.map { solver.value(of: $0) }
    guard let least = program.leastErrors() else { return false }
    return program.rules.allSatisfy { !$0.isRequired || $0.error(values) < 1e-6 }
      && isNear(program.errors(values), least, within: 1e-5)
  }

  @Test(arguments: seeds)
  func `random systems are solved as well as by one linear program for each priority`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var (rejected, accepted) = (0, 0)
    for round in 0..<40 {
      var solver = ConstraintSolver()
      var program = ReferenceProgram(variables: random.integer(1...5))
      let variables = (0..<program.variables).map { _ in solver.makeVariable() }
      for _ in 0..<random.integer(1...12) {
        let rule = Self.randomRule(&random, program.variables)
        var extended = program
        extended.rules.append(rule)
        do throws(SolverError) {
          try solver.add(Self.constraint(rule, variables))
          program = extended
          accepted += 1
        } catch {
          // Only constraints without a solution are rejected.
          #expect(extended.leastErrors() == nil, "seed \(seed), round \(round)")
          rejected += 1
        }
      }
      #expect(Self.agrees(solver, variables, program), "seed \(seed), round \(round)")
    }
    #expect(rejected > 3 && accepted > 130)
  }

  @Test(arguments: seeds)
  func `adding and removing in any order gives the same solution as building anew`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<12 {
      var solver = ConstraintSolver()
      let variables = (0..<4).map { _ in solver.makeVariable() }
      var live: [(id: ConstraintID, rule: ReferenceProgram.Rule)] = []
      for step in 0..<25 {
        if !live.isEmpty, random.chance(2, in: 5) {
          try solver.remove(live.remove(at: random.integer(0...live.count - 1)).id)
        } else {
          let rule = Self.randomRule(&random, 4)
          if let id = try? solver.add(Self.constraint(rule, variables)) { live.append((id, rule)) }
        }
        if step % 4 > 0 { continue }
        let program = ReferenceProgram(variables: 4, rules: live.map(\.rule))
        #expect(Self.agrees(solver, variables, program), "seed \(seed), round \(round), step \(step)")
      }
    }
  }
}
