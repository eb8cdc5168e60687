extension CellSolver {
  /// The views whose frames the constraints leave open, for what was solved last: UIKit's
  /// `hasAmbiguousLayout`. They have frames all the same, and the same ones for the same content.
  ///
  /// - Throws: `tooMuchWork`.
  /// - Complexity: that of compiling where nothing is open, and a few pivots for each unknown otherwise.
  public func ambiguousViews() throws(CellError) -> [Int] {
    let system = try CellSystem(template, fitting, metrics)
    let face = OptimalFace(
      of: system.solver.tableau, workLimit: ConstraintSolver.defaultWorkLimit / 10)
    if face.isPoint { return [] }
    let unknowns = template.unknowns
    return template.views.indices.filter { view in
      [unknowns.left(view), unknowns.top(view), unknowns.width(view), unknowns.height(view)]
        .contains { face.leavesOpen($0) }
    }
  }
}
