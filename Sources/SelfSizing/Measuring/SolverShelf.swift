import Constraints

/// The compiled templates that a measurer has used of late.
struct SolverShelf {
  /// What a template is compiled for.
  private struct Key: Hashable {
    var template: Int
    var direction: LayoutDirection
    var fitting: Fitting
    /// Which sizes and ratios the content gives: content of another shape than the template expects is slow to solve.
    var shape: [UInt8]
  }

  /// A solver, for one cell after the other.
  final class Solver {
    private var solver: CellSolver
    /// The views whose frames the constraints leave open for short texts: told of the template alone, whatever content
    /// comes first.
    let ambiguousViews: [Int]

    fileprivate init(_ solver: CellSolver, of template: CellTemplate) {
      self.solver = solver
      var probe = solver
      let typical = zip(template.views, solver.template.views).map { view, layout in
        view.setting == nil ? layout.metrics : Self.shortText
      }
      // Finding it out may cost too much; then nobody is told.
      ambiguousViews = (try? probe.solve(typical)) == nil ? [] : (try? probe.ambiguousViews()) ?? []
    }

    private static let shortText = ViewMetrics(width: 60, height: 20, firstBaseline: 16, lastBaseline: 4)

    func solve(
      _ metrics: [ViewMetrics], measure: (_ view: Int, _ width: Double) -> ViewMetrics
    ) throws(CellError) -> CellSolution {
      try solver.solve(metrics, measure: measure)
    }
  }

  private var solvers: [Key: Solver] = [:]
  private var latest: (key: Key, solver: Solver)?

  /// How many solvers are kept ready.
  private static let limit = 64

  /// The solver of a template for content of that shape.
  ///
  /// - Complexity: O(v) for v views; that of compiling the template for a solver that is not there.
  mutating func solver(
    for design: Template, of template: CellTemplate, _ fitting: Fitting, _ metrics: [ViewMetrics]
  ) throws(CellError) -> Solver {
    let key = Key(
      template: template.number, direction: design.direction, fitting: fitting, shape: metrics.map(\.shape))
    // One cell after the other is of one template.
    if let latest, latest.key == key { return latest.solver }
    if let solver = solvers[key] {
      latest = (key, solver)
      return solver
    }
    let solver = Solver(try CellSolver(design.expecting(metrics), fitting), of: template)
    if solvers.count >= Self.limit { solvers.removeAll(keepingCapacity: true) }
    solvers[key] = solver
    latest = (key, solver)
    return solver
  }
}

extension ViewMetrics {
  /// Which of the sizes and ratios are given.
  fileprivate var shape: UInt8 {
    (width == nil ? 0 : 1) | (height == nil ? 0 : 2) | (aspectRatio == nil ? 0 : 4)
  }
}

extension Template {
  /// The template made for content that gives the same sizes and ratios as some that is at hand, whatever those are.
  fileprivate func expecting(_ metrics: [ViewMetrics]) throws(CellError) -> Template {
    var views = views
    var isOther = false
    for place in views.indices where views[place].metrics.shape != metrics[place].shape {
      let own = views[place].metrics
      let given = metrics[place]
      views[place].metrics = ViewMetrics(
        width: given.width.map { _ in own.width ?? 0 }, height: given.height.map { _ in own.height ?? 0 },
        aspectRatio: given.aspectRatio.map { _ in own.aspectRatio ?? 1 })
      isOther = true
    }
    guard isOther else { return self }
    do throws(TemplateError) {
      return try Template(views: views, constraints: constraints, margins: margins, direction: direction)
    } catch {
      // Constraints that are right for some content are so for all.
      throw .wrongViewCount(views.count)
    }
  }
}
