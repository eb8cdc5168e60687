import Constraints

/// The solvers that a measurer has compiled recently.
struct CellSolverCache {
  /// A part of a template, and everything else that a solver is compiled for.
  private struct Key: Hashable {
    var part: Int
    var direction: LayoutDirection
    var fitting: Fitting
    /// The sizes and ratios that the content has, and the views that it hides: content of another shape than expected is slow to solve.
    var shape: [UInt8]
  }

  /// A solver, and the template's ambiguous views.
  final class Solver {
    private var solver: CellSolver
    /// The views whose frames the constraints leave open for short texts. They depend on the template alone, not on the
    /// first content.
    let ambiguousViews: [Int]

    fileprivate init(_ solver: CellSolver) {
      self.solver = solver
      var probe = solver
      let typical = solver.template.views.map { view in
        guard view.isText else { return view.metrics }
        var metrics = Self.shortText
        metrics.isHidden = view.metrics.isHidden
        return metrics
      }
      // If the search takes too much work, none are reported.
      ambiguousViews = (try? probe.solve(typical)) == nil ? [] : (try? probe.ambiguousViews()) ?? []
    }

    private static let shortText = ViewMetrics(width: 60, height: 20, firstBaseline: 16, lastBaseline: 4)

    func solve(
      _ metrics: [ViewMetrics], measure: (_ view: Int, _ width: Double) -> ViewMetrics
    ) throws(CellSolverError) -> CellSolution {
      try solver.solve(metrics, measure: measure)
    }
  }

  private var solvers: [Key: Solver] = [:]
  private var latest: (key: Key, solver: Solver)?

  /// The largest number of solvers.
  private static let limit = 64

  /// Returns the solver of a template for content of the shape of `metrics`, and compiles it if necessary.
  ///
  /// - Throws: the errors of compiling.
  /// - Complexity: O(v) for v views if the solver is in the cache, else that of compiling the template.
  mutating func solver(
    for design: Template, of part: CellPart, fitting: Fitting, metrics: [ViewMetrics]
  ) throws(CellSolverError) -> Solver {
    let key = Key(
      part: part.id, direction: design.direction, fitting: fitting, shape: metrics.map { $0.shape })
    // Consecutive cells mostly have the same template.
    if let latest, latest.key == key { return latest.solver }
    if let solver = solvers[key] {
      latest = (key, solver)
      return solver
    }
    let solver = Solver(try CellSolver(design.expecting(metrics), fitting))
    if solvers.count >= Self.limit { solvers.removeAll(keepingCapacity: true) }
    solvers[key] = solver
    latest = (key, solver)
    return solver
  }
}

extension ViewMetrics {
  /// A bit for each of the sizes and ratios, set if it is given, and one for a hidden view.
  fileprivate var shape: UInt8 {
    (width == nil ? 0 : 1) | (height == nil ? 0 : 2) | (aspectRatio == nil ? 0 : 4) | (isHidden ? 8 : 0)
  }
}
