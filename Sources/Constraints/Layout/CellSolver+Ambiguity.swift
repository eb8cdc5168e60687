extension CellSolver {
  /// The views whose frames the constraints leave open, in the solution found last: UIKit's
  /// `hasAmbiguousLayout`. They have frames all the same, and the same ones for the same content.
  ///
  /// - Complexity: O(m + n) for m constraints and n unknowns where nothing is open, and a few pivots for each
  ///   unknown otherwise.
  public func ambiguousViews() -> [Int] {
    let face = OptimalFace(of: solved, workLimit: ConstraintSolver.defaultWorkLimit / 10)
    if face.isPoint { return [] }
    let unknowns = template.unknowns
    return template.views.indices.filter { view in
      [unknowns.left(view), unknowns.top(view), unknowns.width(view), unknowns.height(view)]
        .contains { face.leavesOpen($0) }
    }
  }
}
