extension CellSolver {
  /// The views whose frames the constraints leave open, for what was solved last: UIKit's
  /// `hasAmbiguousLayout`. They have frames all the same, and the same ones for the same content.
  ///
  /// - Throws: `tooMuchWork`.
  /// - Complexity: that of compiling where nothing is open, and a few pivots for each unknown otherwise.
  public func ambiguousViews() throws(CellError) -> [Int] {
    let system = try CellSystem(template, fitting, metrics, workLimit: workLimit)
    var face = OptimalFace(of: system.solver.tableau, workLimit: workLimit)
    if face.isPoint { return [] }
    let unknowns = template.unknowns
    var views: [Int] = []
    for view in template.views.indices {
      let places = [unknowns.left(view), unknowns.top(view), unknowns.width(view), unknowns.height(view)]
      if places.contains(where: { face.leavesOpen($0) }) { views.append(view) }
    }
    return views
  }
}
