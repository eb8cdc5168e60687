import Geometry

extension CellSolver {
  /// Solves a cell whose text is measured at the width that the constraints give it.
  ///
  /// Follows UIKit's layout of a label whose `preferredMaxLayoutWidth` is automatic. The first pass measures
  /// every view whose height follows its width at unlimited width. Later passes measure those again that got
  /// less, at the width they got. The new width of the content counts too, so that a bubble shrinks to its
  /// wrapped text. The passes end when no width changes, or after `TemplateLimits.passes`.
  ///
  /// - Parameters:
  ///   - metrics: one for each view of the template, in its order.
  ///   - measure: returns the metrics of a view, by its index, for text no wider than a width in points, which
  ///     is infinite in the first pass.
  /// - Throws: as `solve(_:)`.
  /// - Complexity: that of `solve(_:)` for each pass.
  public mutating func solve(
    _ metrics: [ViewMetrics], measure: (_ view: Int, _ width: Double) -> ViewMetrics
  ) throws(CellSolverError) -> CellSolution {
    guard metrics.count == template.views.count else { throw .wrongViewCount(metrics.count) }
    if zip(metrics, self.metrics).contains(where: { $0.isHidden != $1.isHidden }) {
      var other = try CellSolver(template.expecting(metrics), fitting, workLimit: workLimit)
      return try other.solve(metrics, measure: measure)
    }
    let followers = template.followers
    if followers.isEmpty { return try solve(metrics) }
    var metrics = metrics
    var limits = [Double](repeating: .infinity, count: followers.count)
    for view in followers { metrics[view].take(measure(view, .infinity)) }
    for proportion in template.proportions where !proportion.isVertical {
      metrics[proportion.view].proportion = metrics[proportion.view].width
    }
    var solution = try solve(metrics)
    for _ in 1..<TemplateLimits.passes {
      var isSettled = true
      for (index, view) in followers.enumerated() {
        let width = solution.frames[view].width
        // The lines are the same at any width between the text's own and the limit it was measured with.
        let needed = min(metrics[view].width ?? limits[index], limits[index])
        if width >= needed - Tolerance.width && width <= limits[index] + Tolerance.width { continue }
        metrics[view].take(measure(view, width))
        limits[index] = width
        isSettled = false
      }
      if isSettled { break }
      solution = try solve(metrics)
    }
    return solution
  }
}

extension ViewMetrics {
  /// Takes all measured metrics; the aspect ratio is not measured.
  fileprivate mutating func take(_ measured: ViewMetrics) {
    width = measured.width
    height = measured.height
    firstBaseline = measured.firstBaseline
    lastBaseline = measured.lastBaseline
  }
}
