import Testing

@testable import Constraints

@Suite struct CellDesignTests {
  @Test(arguments: CellDesign.all)
  func `the views of a real cell have the frames that were computed by hand`(design: CellDesign) throws {
    let solution = try design.solve()
    #expect(solution.broken.isEmpty)
    #expect(isNear([solution.size.width, solution.size.height], [design.width, design.height]))
    for (view, expected) in zip(design.views, zip(solution.frames, design.frames)) {
      #expect(isNear(expected.0, expected.1), "\(view.name): \(expected.0), expected \(expected.1)")
    }
  }

  @Test(arguments: CellDesign.all)
  func `where text runs from right to left a cell is its own mirror image`(design: CellDesign) throws {
    let solution = try design.solve(.rightToLeft)
    #expect(isNear([solution.size.height], [design.height]))
    for (view, expected) in zip(design.views, zip(solution.frames, design.frames)) {
      var mirrored = expected.1
      mirrored.x = design.width - mirrored.x - mirrored.width
      #expect(isNear(expected.0, mirrored), "\(view.name): \(expected.0), expected \(mirrored)")
    }
  }

  @Test(arguments: CellDesign.all)
  func `a real cell leaves nothing open`(design: CellDesign) throws {
    var solver = try CellSolver(try design.template(), .width(design.width))
    _ = try solver.solve(design.views.map(\.metrics)) { view, width in
      letters(design.texts[design.views[view].name] ?? 0, width)
    }
    #expect(try solver.ambiguousViews() == [])
  }
}
