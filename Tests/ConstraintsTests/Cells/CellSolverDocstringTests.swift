import Constraints
import Geometry
import TestSupport
import Testing

@Suite("The example in the docstring of a solver of cells")
struct CellSolverDocstringTests {
  @Test("is the code of this test")
  func text() throws {
    let example = try DocumentedExample("CellSolver", in: "Cells/Constraints/Cells/CellSolver.swift")
    #expect(example.shown == example.compiled)
  }

  /// 320 less the spaces of 20, 8 and 20 and the image's 40 are 232; the cell is 20 + 40 + 20 high, and the name of 20 in the
  /// middle of it.
  @Test("lays a name out beside an image")
  func cell() throws {
    // CellSolver begins.
    let context = VisualFormatContext(views: ["image", "name"])
    let row = try VisualFormat.constraints(
      "H:|-[image(40)]-[name]-|", options: .alignAllCenterY, in: context)
    let column = try VisualFormat.constraints("V:|-[image(40)]-|", in: context)
    let template = try Template(
      views: [TemplateView("image"), TemplateView("name")], constraints: row + column)

    // A cell of 320 points whose name is 120 points wide and 20 high.
    var solver = try CellSolver(template, .width(320))
    let cell = try solver.solve([ViewMetrics(), ViewMetrics(width: 120, height: 20)])
    let height = cell.size.height  // 80.0
    let name = cell.frames[1]  // Rect(x: 68.0, y: 30.0, width: 232.0, height: 20.0)
    // CellSolver ends.
    #expect(height == 80)
    #expect(name == Rect(x: 68, y: 30, width: 232, height: 20))
  }
}
