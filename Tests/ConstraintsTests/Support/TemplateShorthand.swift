@testable import Constraints

/// A template from visual formats and constraints.
func template(
  _ views: [TemplateView], _ formats: [String], _ constraints: [LayoutConstraint] = [],
  margins: LayoutMargins = LayoutMargins(), direction: LayoutDirection = .leftToRight
) throws -> Template {
  let context = VisualFormatContext(views: views.map(\.name))
  let pictures = try formats.flatMap { try VisualFormat.constraints($0, in: context) }
  return try Template(
    views: views, constraints: pictures + constraints, margins: margins, direction: direction)
}

extension Template {
  /// A cell of a fitting size with the views' own metrics.
  func solved(_ fitting: Fitting) throws -> CellSolution {
    var solver = try CellSolver(self, fitting)
    return try solver.solve(views.map(\.metrics))
  }

  /// A cell of that width with the views' own metrics.
  func solved(width: Double) throws -> CellSolution { try solved(.width(width)) }
}
