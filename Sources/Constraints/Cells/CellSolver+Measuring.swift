import Geometry

extension CellSolver {
  /// Solves a cell whose text is measured at the width that it gets.
  ///
  /// As UIKit lays out a label whose `preferredMaxLayoutWidth` is automatic: first as if every view whose
  /// height follows its width had all the room it likes, then with each that got less measured again at the
  /// width it got. The content's new width counts too, so that a bubble closes around its wrapped text.
  /// Repeated while a width still changes, `TemplateLimits.passes` times at most.
  ///
  /// - Parameter measure: the metrics of a view, by its index, for text no wider than a width, which is
  ///   infinite at first.
  /// - Throws: as `solve(_:)`.
  /// - Complexity: that of `solve(_:)` for each pass.
  public mutating func solve(
    _ metrics: [ViewMetrics], measure: (_ view: Int, _ width: Double) -> ViewMetrics
  ) throws(CellError) -> CellSolution {
    let followers = template.followers
    if followers.isEmpty { return try solve(metrics) }
    guard metrics.count == template.views.count else { throw .wrongViewCount(metrics.count) }
    var metrics = metrics
    var limits = [Double](repeating: .infinity, count: followers.count)
    for view in followers { metrics[view].take(measure(view, .infinity)) }
    var solution = try solve(metrics)
    for _ in 1..<TemplateLimits.passes {
      var isSettled = true
      for (place, view) in followers.enumerated() {
        let width = solution.frames[view].width
        // Between what the text needs and what it was measured for, its lines are the same.
        let needed = min(metrics[view].width ?? limits[place], limits[place])
        if width >= needed - Tolerance.width && width <= limits[place] + Tolerance.width { continue }
        metrics[view].take(measure(view, width))
        limits[place] = width
        isSettled = false
      }
      if isSettled { break }
      solution = try solve(metrics)
    }
    return solution
  }
}

extension Template {
  /// Solves one cell: UIKit's
  /// `systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:)`, and the frames that
  /// go with the size.
  ///
  /// For many cells, a `CellSolver` that is kept costs a small part of this.
  ///
  /// - Throws: as `CellSolver`.
  /// - Complexity: as `CellSolver.init(_:_:)`.
  public func systemLayoutSizeFitting(
    _ target: Size, horizontalFittingPriority: Priority = .fittingSizeLevel,
    verticalFittingPriority: Priority = .fittingSizeLevel, metrics: [ViewMetrics]? = nil,
    measure: ((_ view: Int, _ width: Double) -> ViewMetrics)? = nil
  ) throws(CellError) -> CellSolution {
    let fitting = Fitting(
      target, horizontalPriority: horizontalFittingPriority, verticalPriority: verticalFittingPriority)
    var solver = try CellSolver(self, fitting)
    let metrics = metrics ?? views.map(\.metrics)
    guard let measure else { return try solver.solve(metrics) }
    return try solver.solve(metrics, measure: measure)
  }
}

extension ViewMetrics {
  /// Takes over what was measured; the ratio is not measured.
  fileprivate mutating func take(_ measured: ViewMetrics) {
    width = measured.width
    height = measured.height
    firstBaseline = measured.firstBaseline
    lastBaseline = measured.lastBaseline
  }
}
