/// Solves cells of one template and one fitting, for one item's content after the other.
///
/// Compiled once: the template is solved for its own metrics, and an item's are edits of that solution, a few
/// pivots away. The answer depends on the item alone, not on those before it. One solver serves one thread at a
/// time; copies are independent.
public struct CellSolver: Sendable {
  public let template: Template
  public let fitting: Fitting
  private let prototype: CellSystem
  private let prototypeContent: ContiguousArray<Double>
  private let influence: ContentInfluence
  private var edited: Tableau
  /// The system of the last item, where edits of the prototype did not lead to it.
  private var rebuilt: CellSystem?

  /// Compiles a template for cells that are asked to have a size.
  ///
  /// - Throws: `invalidFitting`, or `tooMuchWork` for a template that is made to be hard.
  /// - Complexity: O(c) pivots for c constraints, each O(c · v) at worst for v views.
  public init(_ template: Template, _ fitting: Fitting) throws(CellError) {
    guard fitting.isValid else { throw .invalidFitting }
    self.template = template
    self.fitting = fitting
    let metrics = template.views.map(\.metrics)
    prototype = try CellSystem(template, fitting, metrics)
    prototypeContent = CellParameters.values(of: metrics)
    influence = ContentInfluence(prototype, parameters: prototypeContent.count)
    edited = prototype.solver.tableau
    edited.changes.removeAll()
  }

  /// Solves a cell for the metrics of its views.
  ///
  /// - Throws: `wrongViewCount` or `invalidMetrics` for metrics that do not go with the template, `tooMuchWork`.
  /// - Complexity: O(m + n) for m constraints and n unknowns, and a few pivots. Content that has other sizes or
  ///   ratios than the template foresees, or that breaks constraints, costs as much as compiling.
  public mutating func solve(_ metrics: [ViewMetrics]) throws(CellError) -> CellSolution {
    try check(metrics)
    rebuilt = nil
    if edit(to: metrics) {
      return CellSolution(edited, unknowns: template.unknowns, broken: prototype.broken)
    }
    let system = try CellSystem(template, fitting, metrics)
    rebuilt = system
    return CellSolution(system.solver.tableau, unknowns: template.unknowns, broken: system.broken)
  }

  /// The tableau that the last solution was read from.
  var solved: Tableau { rebuilt?.solver.tableau ?? edited }

  private func check(_ metrics: [ViewMetrics]) throws(CellError) {
    guard metrics.count == template.views.count else { throw .wrongViewCount(metrics.count) }
    for (view, metrics) in metrics.enumerated() where !metrics.isValid { throw .invalidMetrics(view: view) }
  }

  /// Edits the prototype to other content; false where it leads nowhere.
  private mutating func edit(to metrics: [ViewMetrics]) -> Bool {
    if prototype.isBrokenByContent { return false }
    for (view, metrics) in metrics.enumerated() where !metrics.hasShape(of: template.views[view].metrics) {
      return false
    }
    edited.restore(from: prototype.solver.tableau)
    influence.apply(
      from: prototypeContent, to: CellParameters.values(of: metrics), on: &edited.constants)
    guard case .solved = edited.restoreFeasibility(workLimit: prototype.solver.workLimit) else {
      return false
    }
    return true
  }
}
