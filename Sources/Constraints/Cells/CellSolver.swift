/// Solves cells of one template and one fitting, for one item's content after the other.
///
/// Compiled once: the template is solved for the metrics that it expects, and an item's are edits of that
/// solution, a few pivots away. The answer depends on the item alone, not on those before it. One solver
/// serves one thread at a time; copies are independent.
public struct CellSolver: Sendable {
  public let template: Template
  public let fitting: Fitting
  let workLimit: Int
  private let prototype: CellPrototype
  private var edited: Tableau
  /// What was solved last.
  private(set) var metrics: [ViewMetrics]

  /// Compiles a template for cells that are asked to have a size.
  ///
  /// - Parameter workLimit: what compiling, and each solution, may cost before it fails with `tooMuchWork`.
  /// - Throws: `invalidFitting`, or `tooMuchWork` for a template that is made to be hard.
  /// - Complexity: O(c) pivots for c constraints, each O(c · v) at worst for v views.
  public init(
    _ template: Template, _ fitting: Fitting, workLimit: Int = ConstraintSolver.defaultWorkLimit
  ) throws(CellError) {
    guard fitting.isValid else { throw .invalidFitting }
    self.template = template
    self.fitting = fitting
    metrics = template.prototypeMetrics
    self.workLimit = workLimit
    prototype = try CellPrototype(template, fitting, workLimit: workLimit)
    edited = prototype.tableau
  }

  /// Solves a cell for the metrics of its views.
  ///
  /// - Throws: `wrongViewCount` or `invalidMetrics` for metrics that do not go with the template,
  ///   `tooMuchWork`, `outOfBounds`.
  /// - Complexity: O(m + n) for m constraints and n unknowns, and a few pivots. Content that lacks a
  ///   size or ratio that the template has, or that breaks constraints, costs as much as compiling.
  public mutating func solve(_ metrics: [ViewMetrics]) throws(CellError) -> CellSolution {
    try check(metrics)
    self.metrics = metrics
    let solution = if let edited = edit(to: metrics) { edited } else { try build(for: metrics) }
    guard solution.isValid else { throw .outOfBounds }
    return solution
  }

  private mutating func edit(to metrics: [ViewMetrics]) -> CellSolution? {
    guard let values = prototype.edit(&edited, to: metrics) else { return nil }
    return CellSolution(template.unknowns, broken: prototype.broken) {
      prototype.readout.value(of: $0, values, edited)
    }
  }

  private func build(for metrics: [ViewMetrics]) throws(CellError) -> CellSolution {
    let system = try CellSystem(template, fitting, metrics, workLimit: workLimit)
    return CellSolution(template.unknowns, broken: system.broken) { system.solver.tableau.value(of: $0) }
  }

  private func check(_ metrics: [ViewMetrics]) throws(CellError) {
    guard metrics.count == template.views.count else { throw .wrongViewCount(metrics.count) }
    for (view, metrics) in metrics.enumerated() where !metrics.isValid { throw .invalidMetrics(view: view) }
  }
}
