/// Solves cells of one template and one fitting size, one item's content after the other.
///
/// The solver compiles the template once, for the metrics that it expects; the metrics of an item are edits of
/// that solution, a few pivots away. The solution depends on the item alone, not on earlier items. Use a solver
/// on one thread at a time; copies are independent.
///
/// An image, and a name beside it that takes the rest of the width:
///
/// ```swift
/// let context = VisualFormatContext(views: ["image", "name"])
/// let row = try VisualFormat.constraints(
///   "H:|-[image(40)]-[name]-|", options: .alignAllCenterY, in: context)
/// let column = try VisualFormat.constraints("V:|-[image(40)]-|", in: context)
/// let template = try Template(
///   views: [TemplateView("image"), TemplateView("name")], constraints: row + column)
///
/// // A cell of 320 points whose name is 120 points wide and 20 high.
/// var solver = try CellSolver(template, .width(320))
/// let cell = try solver.solve([ViewMetrics(), ViewMetrics(width: 120, height: 20)])
/// let height = cell.size.height  // 80.0
/// let name = cell.frames[1]  // Rect(x: 68.0, y: 30.0, width: 232.0, height: 20.0)
/// ```
public struct CellSolver: Sendable {
  /// The default work limit, in numbers written: about a fifth of a second.
  public static let defaultWorkLimit = 30_000_000

  /// The template of the cells.
  public let template: Template
  /// The size that the cells should have.
  public let fitting: Fitting
  let workLimit: Int
  private let prototype: CellPrototype
  private var edited: Tableau
  /// The metrics of the latest cell.
  private(set) var metrics: [ViewMetrics]

  /// Compiles a template for cells of a fitting size.
  ///
  /// - Parameter workLimit: the work that compiling, and each solution, may cost, in numbers written; above it
  ///   they throw `tooMuchWork`.
  /// - Throws: `invalidFitting`, or `tooMuchWork` for a template that is designed to be hard.
  /// - Complexity: O(c) pivots for c constraints, each O(c · v) at worst for v views.
  public init(
    _ template: Template, _ fitting: Fitting, workLimit: Int = CellSolver.defaultWorkLimit
  ) throws(CellSolverError) {
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
  /// - Parameter metrics: one for each view of the template, in its order.
  /// - Throws: `wrongViewCount` or `invalidMetrics` for metrics that do not fit the template, `tooMuchWork`,
  ///   `outOfBounds`.
  /// - Complexity: O(m + n) for m constraints and n unknowns, and a few pivots. Content that lacks a
  ///   size or ratio that the template has, or that breaks constraints, costs as much as compiling.
  public mutating func solve(_ metrics: [ViewMetrics]) throws(CellSolverError) -> CellSolution {
    try check(metrics)
    if zip(metrics, self.metrics).contains(where: { $0.isHidden != $1.isHidden }) {
      // Other views take room: another template. `metrics` still has that of the prototype.
      var other = try CellSolver(template.expecting(metrics), fitting, workLimit: workLimit)
      return try other.solve(metrics)
    }
    self.metrics = metrics
    let solution = if let edited = edit(to: metrics) { edited } else { try build(for: metrics) }
    guard solution.isValid else { throw .outOfBounds }
    return solution
  }

  private mutating func edit(to metrics: [ViewMetrics]) -> CellSolution? {
    guard let values = prototype.edit(&edited, to: metrics) else { return nil }
    return CellSolution(template, broken: prototype.broken) {
      prototype.readout.value(of: $0, values, edited)
    }
  }

  private func build(for metrics: [ViewMetrics]) throws(CellSolverError) -> CellSolution {
    let system = try CellSystem(template, fitting, metrics, workLimit: workLimit)
    return CellSolution(template, broken: system.broken) { system.solver.tableau.value(of: $0) }
  }

  private func check(_ metrics: [ViewMetrics]) throws(CellSolverError) {
    guard metrics.count == template.views.count else { throw .wrongViewCount(metrics.count) }
    for (view, metrics) in metrics.enumerated() where !metrics.isValid { throw .invalidMetrics(view: view) }
  }
}

extension CellSolver {
  /// Returns the indices of the views whose frames the constraints leave open in the latest cell: UIKit's
  /// `hasAmbiguousLayout`. Equal content still gives them equal frames.
  ///
  /// - Throws: `tooMuchWork`.
  /// - Complexity: that of compiling if nothing is open, otherwise also a few pivots for each unknown.
  public func ambiguousViews() throws(CellSolverError) -> [Int] {
    let system = try CellSystem(template, fitting, metrics, workLimit: workLimit)
    var face = OptimalFace(of: system.solver.tableau, workLimit: workLimit)
    if face.isPoint { return [] }
    let unknowns = template.unknowns
    var views: [Int] = []
    for view in template.views.indices where !template.isCollapsed[view] {
      let frame = [unknowns.left(view), unknowns.top(view), unknowns.width(view), unknowns.height(view)]
      if frame.contains(where: { face.leavesOpen($0) }) { views.append(view) }
    }
    return views
  }
}

/// Why a `CellSolver` has no solution for a cell.
public enum CellSolverError: Error, Hashable, Sendable {
  /// A target length is negative, not a number, or above `TemplateLimits.length`.
  case invalidFitting
  /// The number of metrics, which differs from the number of views of the template.
  case wrongViewCount(Int)
  /// A size, baseline or ratio of the view at that index is out of bounds.
  case invalidMetrics(view: Int)
  /// Solving the constraints would take more work than the limit allows.
  case tooMuchWork
  /// A length in the solution is out of bounds: multipliers that form a cycle can add up to that.
  case outOfBounds
}
