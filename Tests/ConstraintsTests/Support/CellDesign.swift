import Geometry
import Testing

@testable import Constraints

/// A cell as an app has it, and the frames that its views must get.
struct CellDesign: Sendable, CustomTestStringConvertible {
  var name: String
  var views: [TemplateView]
  var formats: [String] = []
  /// Constraints that pictures cannot say.
  var constraints: [LayoutConstraint] = []
  var width: Double
  /// How many letters a paragraph has.
  var texts: [String: Int] = [:]
  var height: Double
  var frames: [Rect]

  var testDescription: String { name }

  func template(_ direction: LayoutDirection = .leftToRight) throws -> Template {
    let context = VisualFormatContext(views: views.map(\.name))
    var all = constraints
    for format in formats { all += try VisualFormat.constraints(format, in: context) }
    return try Template(views: views, constraints: all, direction: direction)
  }

  func solve(_ direction: LayoutDirection = .leftToRight) throws -> CellSolution {
    var solver = try CellSolver(try template(direction), .width(width))
    return try solver.solve(views.map(\.metrics)) { view, width in
      letters(texts[views[view].name] ?? 0, width)
    }
  }
}

extension LayoutConstraint {
  /// `a.attribute = b.attribute`; nil for the superview.
  static func align(
    _ attribute: LayoutAttribute, _ item: String, with other: String? = nil, constant: Double = 0
  ) -> LayoutConstraint {
    LayoutConstraint(
      .view(item), attribute, to: other.map { .view($0) } ?? .superview, attribute, constant: constant)
  }
}
