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
    /// The views whose frames are open for the first content that was solved; nil before.
    private var ambiguous: [Int]?

    fileprivate init(_ solver: CellSolver) { self.solver = solver }

    var ambiguousViews: [Int] { ambiguous ?? [] }

    func solve(
      _ metrics: [ViewMetrics], measure: (_ view: Int, _ width: Double) -> ViewMetrics
    ) throws(CellError) -> CellSolution {
      let solution = try solver.solve(metrics, measure: measure)
      // Finding that out may cost too much; then nobody is told.
      if ambiguous == nil { ambiguous = (try? solver.ambiguousViews()) ?? [] }
      return solution
    }
  }

  private var solvers: [Key: Solver] = [:]

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
    if let solver = solvers[key] { return solver }
    let solver = Solver(try CellSolver(design.expecting(metrics), fitting))
    if solvers.count >= Self.limit { solvers.removeAll(keepingCapacity: true) }
    solvers[key] = solver
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
  /// The template made for content like some that is at hand.
  fileprivate func expecting(_ metrics: [ViewMetrics]) throws(CellError) -> Template {
    var views = views
    var isOther = false
    for place in views.indices where views[place].metrics.shape != metrics[place].shape {
      views[place].metrics = metrics[place]
      isOther = true
    }
    guard isOther else { return self }
    do throws(TemplateError) {
      return try Template(views: views, constraints: constraints, margins: margins, direction: direction)
    } catch {
      // What is right for the template's own content is wrong for no other but by its numbers.
      guard case .view(let place, .invalidMetrics) = error else { throw .wrongViewCount(views.count) }
      throw .invalidMetrics(view: place)
    }
  }
}
