/// A cell's rules in a solver, for known content.
///
/// The rules are added one after the other: the fitting size, then the template's constraints in their order,
/// then the rules of the content. A required rule that contradicts earlier ones is left out and listed in
/// `broken`: of every set of contradictory rules, the last one breaks.
struct CellSystem: Sendable {
  /// A rule that the solver has taken.
  struct Entry: Sendable {
    var rule: LayoutRule
    var id: ConstraintID
  }

  private(set) var solver: ConstraintSolver
  private(set) var entries: [Entry] = []
  private(set) var broken: [ConstraintSource] = []
  /// Whether other content of the same shape might break other rules.
  private(set) var isBrokenByContent = false
  private let content: ContiguousArray<Double>

  /// Solves a template for some content.
  ///
  /// - Throws: `tooMuchWork`.
  /// - Complexity: O(r) pivots for r rules, each O(r · u) at worst for u unknowns.
  init(
    _ template: Template, _ fitting: Fitting, _ metrics: [ViewMetrics],
    workLimit: Int = CellSolver.defaultWorkLimit
  ) throws(CellSolverError) {
    content = CellParameters.values(of: metrics)
    let contentRules = template.contentRules(for: metrics)
    let fittingRules = template.fittingRules(fitting)
    let rules = fittingRules + template.rules + contentRules
    // Each rule that is not required adds one column, and two more while it is being added.
    let soft = rules.count { !$0.priority.isRequired }
    solver = ConstraintSolver(columns: template.unknowns.count + soft + 2, workLimit: workLimit)
    solver.tableau.reserve(rows: rules.count)
    // A priority declared before there are columns moves no costs.
    for rule in rules where !rule.priority.isRequired { solver.tableau.declare(rule.priority.rawValue) }
    for unknown in 0..<template.unknowns.count {
      _ = solver.makeVariable(isNonnegative: template.unknowns.isNonnegative(unknown))
    }
    for rule in rules { try add(rule) }
  }

  private mutating func add(_ rule: LayoutRule) throws(CellSolverError) {
    do throws(SolverError) {
      entries.append(Entry(rule: rule, id: try solver.add(rule.constraint(for: content))))
    } catch {
      guard case .unsatisfiable(let conflict) = error else { throw .tooMuchWork }
      broken.append(rule.source)
      // The rejected rule is no entry, so it is tested separately.
      let ids = Set(conflict.constraints)
      isBrokenByContent =
        isBrokenByContent || rule.dependsOnContent
        || entries.contains { ids.contains($0.id) && $0.rule.dependsOnContent }
    }
  }
}
