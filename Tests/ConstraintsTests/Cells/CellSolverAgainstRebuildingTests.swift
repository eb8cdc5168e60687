import TestSupport
import Testing

@testable import Constraints

@Suite struct CellSolverAgainstRebuildingTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 104_729 + 11 })

  private static func metrics(_ random: inout SeededGenerator) -> ViewMetrics {
    let width = random.chance(5, in: 6) ? Double(random.integer(0...200)) : nil
    let height = random.chance(5, in: 6) ? Double(random.integer(0...60)) : nil
    let ratio = random.chance(1, in: 3) ? random.pick([0.5, 0.75, 1, 1.5]) : nil
    return ViewMetrics(
      width: width, height: height, firstBaseline: Double(random.integer(0...20)),
      lastBaseline: Double(random.integer(0...9)), aspectRatio: ratio)
  }

  /// Other content of the same kind, most of the time.
  private static func edited(_ metrics: ViewMetrics, _ random: inout SeededGenerator) -> ViewMetrics {
    var other = self.metrics(&random)
    if random.chance(1, in: 20) { return other }
    other.width = metrics.width.map { _ in other.width ?? 33 }
    other.height = metrics.height.map { _ in other.height ?? 33 }
    other.aspectRatio = metrics.aspectRatio.map {
      random.chance(1, in: 3) ? $0 : random.pick([0.6, 0.75, 1.2, 2])
    }
    return other
  }

  private static func constraint(_ random: inout SeededGenerator, _ count: Int) -> LayoutConstraint {
    func item() -> LayoutItem {
      random.chance(1, in: 5) ? .superview : .view("v\(random.integer(0...count - 1))")
    }
    let horizontal: [LayoutAttribute] = [.leading, .trailing, .centerX, .leadingMargin, .trailingMargin]
    let vertical: [LayoutAttribute] = [.top, .bottom, .centerY, .firstBaseline, .lastBaseline, .topMargin]
    let sizes: [LayoutAttribute] = [.width, .height]
    let kind = random.pick([horizontal, vertical, sizes])
    return LayoutConstraint(
      item(), random.pick(kind), random.pick([.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual]),
      to: item(), random.pick(kind), multiplier: kind == sizes ? random.pick([0.5, 1, 1, 2]) : 1,
      constant: Double(random.integer(-20...20)),
      priority: priority(random.pick([1000, 1000, 999, 750, 500, 200])))
  }

  private static func template(_ random: inout SeededGenerator) throws -> Template {
    let views = (0..<random.integer(1...4)).map { index in
      TemplateView(
        "v\(index)", metrics(&random),
        hugging: TemplateView.Priorities(
          horizontal: priority(random.pick([250, 251, 249, 1000])),
          vertical: priority(random.pick([250, 600]))),
        compressionResistance: TemplateView.Priorities(
          horizontal: priority(random.pick([750, 751, 749])), vertical: priority(random.pick([750, 1000]))))
    }
    // Each view has a position, so that random constraints decide sizes more often than nothing.
    var constraints: [LayoutConstraint] = []
    for index in views.indices {
      let neighbour = index == 0 ? LayoutItem.superview : .view("v\(index - 1)")
      constraints.append(
        LayoutConstraint(
          .view("v\(index)"), .leading, to: neighbour, index == 0 ? .leading : .trailing, constant: 8))
      constraints.append(.align(random.pick([.top, .centerY, .bottom]), "v\(index)"))
    }
    constraints += (0..<random.integer(0...10)).map { _ in constraint(&random, views.count) }
    constraints.shuffle(using: &random)
    return try Template(
      views: views, constraints: constraints, direction: random.pick(LayoutDirection.allCases))
  }

  @Test(arguments: seeds)
  func `an item's content has the same solution as a template of its own`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (compared, broken) = (0, 0)
    for round in 0..<25 {
      let template = try Self.template(&random)
      let fitting = random.pick([Fitting.width(300), .height(80), .compressed])
      var solver = try CellSolver(template, fitting)
      for item in 0..<4 {
        let metrics = template.views.map { Self.edited($0.metrics, &random) }
        let solution = try solver.solve(metrics)
        let system = try CellSystem(template, fitting, metrics)
        let rebuilt = CellSolution(template, broken: system.broken) {
          system.solver.tableau.value(of: $0)
        }
        let place = "seed \(seed), round \(round), item \(item)"
        #expect(solution.broken == rebuilt.broken, "\(place)")
        broken += solution.broken.isEmpty ? 0 : 1
        var face = OptimalFace(of: system.solver.tableau, workLimit: 1_000_000)
        let values = zip(Self.values(of: solution), Self.values(of: rebuilt))
        for (unknown, pair) in values.enumerated() where !face.leavesOpen(unknown) {
          compared += 1
          #expect(abs(pair.0 - pair.1) < 1e-6, "\(place), unknown \(unknown)")
        }
      }
    }
    #expect(compared > 500 && broken > 5 && broken < 90)
  }

  @Test(arguments: seeds)
  func `every solution violates its template as little as possible`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<6 {
      let template = try Self.template(&random)
      var solver = try CellSolver(template, .width(300))
      let metrics = template.views.map { Self.edited($0.metrics, &random) }
      let solution = try solver.solve(metrics)
      let values = Self.values(of: solution)
      let program = Self.program(template, metrics, without: solution.broken)
      let least = try #require(program.leastErrors())
      #expect(
        isNear(program.errors(values), least, within: 1e-4)
          && program.rules.allSatisfy { !$0.isRequired || $0.error(values) < 1e-5 },
        "seed \(seed), round \(round)")
    }
  }

  private static func values(of solution: CellSolution) -> [Double] {
    solution.frames.flatMap { [$0.x, $0.y, $0.width, $0.height] } + [
      solution.size.width, solution.size.height,
    ]
  }

  /// The rules of a cell that are not broken, for the reference.
  private static func program(
    _ template: Template, _ metrics: [ViewMetrics], without broken: [ConstraintSource]
  ) -> ReferenceProgram {
    let content = CellParameters.values(of: metrics)
    let count = template.unknowns.count
    var program = ReferenceProgram(variables: count)
    let rules = template.fittingRules(.width(300)) + template.rules + template.contentRules(for: metrics)
    for rule in rules where !broken.contains(rule.source) {
      var coefficients = [Double](repeating: 0, count: count)
      for term in rule.terms { coefficients[term.index] += term.coefficient }
      program.rules.append(
        ReferenceProgram.Rule(
          coefficients: coefficients,
          constant: rule.parameters.reduce(rule.constant) { $0 + $1.coefficient * content[$1.index] },
          relation: rule.relation, priority: rule.priority.rawValue, weight: rule.weight))
    }
    for unknown in 0..<count where template.unknowns.isNonnegative(unknown) {
      var coefficients = [Double](repeating: 0, count: count)
      coefficients[unknown] = 1
      program.rules.append(
        ReferenceProgram.Rule(
          coefficients: coefficients, constant: 0, relation: .greaterThanOrEqual, priority: 1000, weight: 1))
    }
    return program
  }
}
