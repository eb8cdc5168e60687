import Geometry
import Testing

@testable import Constraints

@Suite struct FittingTests {
  private let views = [label("title", 12)]
  private let formats = ["H:|-10-[title]-10-|", "V:|-5-[title]-5-|"]

  @Test func `a fitting size of 0 is as small as the content allows`() throws {
    let size = try template(views, formats).solved(.compressed).size
    #expect(size == Size(width: 140, height: 30))
  }

  @Test func `a large fitting size stretches content that hugs more weakly`() throws {
    // Hugging, at 250, is stronger than a fitting size at 50.
    let template = try template(views, formats)
    let huge = Size(width: 10_000, height: 10_000)
    #expect(try template.solved(Fitting(huge)).size == Size(width: 140, height: 30))
    let stretched = try template.solved(
      Fitting(huge, horizontalPriority: priority(251), verticalPriority: priority(249)))
    #expect(stretched.size == Size(width: 10_000, height: 30))
  }

  @Test func `between hugging and resistance, content is stretched and never squeezed`() throws {
    let template = try template(views, formats)
    func width(_ target: Double, _ number: Double) throws -> Double {
      try template.solved(Fitting(Size(width: target, height: 0), horizontalPriority: priority(number)))
        .size.width
    }
    #expect(try width(300, 500) == 300)
    #expect(try width(100, 500) == 140)
    #expect(try width(100, 751) == 100)
  }

  @Test func `a required width holds for any content`() throws {
    let solution = try template(views, formats).solved(width: 60)
    #expect(solution.size == Size(width: 60, height: 30))
    #expect(solution.frames == [frame(10, 5, 40, 20)])
  }

  @Test func `a required height makes a row whose width follows its content`() throws {
    var solver = try CellSolver(try template(views, formats), .height(44))
    let solution = try solver.solve(views.map(\.metrics))
    #expect(solution.size == Size(width: 140, height: 44))
    #expect(solution.frames == [frame(10, 5, 120, 34)])
  }

  @Test func `text is measured at the width that a required fitting leaves it`() throws {
    let template = try template([paragraph("text")], ["H:|-10-[text]-10-|", "V:|[text]|"])
    func size(_ width: Double, _ number: Double) throws -> Size {
      let fitting = Fitting(Size(width: width, height: 0), horizontalPriority: priority(number))
      var solver = try CellSolver(template, fitting)
      return try solver.solve(template.views.map(\.metrics)) { letters(30, $1) }.size
    }
    #expect(try size(120, 1000) == Size(width: 120, height: 60))
    // At the fitting level its own width is stronger: one line.
    #expect(try size(120, 50) == Size(width: 320, height: 20))
  }

  @Test func `target lengths out of bounds are rejected`() throws {
    let template = try template(views, formats)
    for length in [-1, .nan, .infinity, 1e9] {
      #expect(throws: CellSolverError.invalidFitting) { try CellSolver(template, .width(length)) }
      #expect(throws: CellSolverError.invalidFitting) { try CellSolver(template, .height(length)) }
    }
  }
}
