/// A cell's rules in a solver, for content that is known.
///
/// They are taken in one after the other: the required length of the cell, what the template says in the
/// order in which it says it, then what the content asks for. A required rule that does not go with those
/// before it is left out, and named: of every set of rules that contradict each other, the one given last is
/// broken.
struct CellSystem: Sendable {
  struct Taken: Sendable {
    var rule: LayoutRule
    var id: ConstraintID
  }

  private(set) var solver: ConstraintSolver
  private(set) var taken: [Taken] = []
  private(set) var broken: [ConstraintSource] = []
  /// Whether other content of the same shape might not break what this one does.
  private(set) var isBrokenByContent = false
  private let content: ContiguousArray<Double>

  /// Solves a template for some content.
  ///
  /// - Throws: `tooMuchWork`.
  /// - Complexity: O(r) pivots for r rules, each O(r · u) at worst for u unknowns.
  init(
    _ template: Template, _ fitting: Fitting, _ metrics: [ViewMetrics],
    workLimit: Int = ConstraintSolver.defaultWorkLimit
  ) throws(CellError) {
    content = CellParameters.values(of: metrics)
    let contentRules = template.contentRules(for: metrics)
    let fittingRules = template.fittingRules(fitting)
    let rules = fittingRules + template.rules + contentRules
    // Each rule that is not required adds a column for good, and two more while it is taken in.
    let soft = rules.count { !$0.priority.isRequired }
    solver = ConstraintSolver(columns: template.unknowns.count + soft + 2, workLimit: workLimit)
    solver.tableau.reserve(rows: rules.count)
    // Before there are columns, none has to be widened for it.
    for rule in rules where !rule.priority.isRequired { solver.tableau.declare(rule.priority.rawValue) }
    for unknown in 0..<template.unknowns.count {
      _ = solver.makeVariable(isNonnegative: template.unknowns.isSize(unknown))
    }
    for rule in rules { try take(rule) }
  }

  private mutating func take(_ rule: LayoutRule) throws(CellError) {
    do throws(SolverError) {
      taken.append(Taken(rule: rule, id: try solver.take(rule.constraint(for: content))))
    } catch {
      guard case .unsatisfiable(let conflict) = error else { throw .tooMuchWork }
      broken.append(rule.source)
      // The rule itself was not taken, and is not among those that are.
      let ids = Set(conflict.constraints)
      isBrokenByContent =
        isBrokenByContent || rule.dependsOnContent
        || taken.contains { ids.contains($0.id) && $0.rule.dependsOnContent }
    }
  }
}

extension Template {
  /// The size that a cell is asked to have, the required lengths first.
  func fittingRules(_ fitting: Fitting) -> [LayoutRule] {
    let lengths = [
      (unknowns.superviewWidth, fitting.target.width, fitting.horizontalPriority),
      (unknowns.superviewHeight, fitting.target.height, fitting.verticalPriority),
    ]
    return lengths.map { unknown, length, priority in
      LayoutRule(
        terms: [LayoutRule.Term(index: unknown, coefficient: 1)], constant: -length, relation: .equal,
        priority: priority, source: .fitting)
    }
  }
}
