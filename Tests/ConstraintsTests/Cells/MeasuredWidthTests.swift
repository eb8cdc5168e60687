import Testing

@testable import Constraints

@Suite struct MeasuredWidthTests {
  /// The widths that views were measured at, in order.
  private final class Log {
    var widths: [Double] = []
  }

  private func solve(
    _ template: Template, width: Double, _ counts: [Int]
  ) throws -> (solution: CellSolution, measured: [Double]) {
    let log = Log()
    var solver = try CellSolver(template, .width(width))
    let solution = try solver.solve(template.views.map(\.metrics)) { view, width in
      log.widths.append(width)
      return letters(counts[view], width)
    }
    return (solution, log.widths)
  }

  @Test func `text that fits is measured once, and text that does not once more`() throws {
    let template = try template([paragraph("text")], ["H:|-10-[text]-10-|", "V:|[text]|"])
    #expect(try solve(template, width: 120, [10]).measured == [.infinity])
    let wrapped = try solve(template, width: 120, [25])
    #expect(wrapped.measured == [.infinity, 100])
    #expect(wrapped.solution.size.height == 60)
  }

  @Test func `two texts share a width, and each is measured at its own part`() throws {
    let template = try template(
      [paragraph("left"), paragraph("right")],
      ["H:|[left]-20-[right(==left)]|", "V:|[left]", "V:|[right]", "V:[left]-(>=0)-|", "V:[right]-(>=0)-|"])
    let (solution, measured) = try solve(template, width: 220, [25, 9])
    #expect(measured == [.infinity, .infinity, 100])
    #expect(solution.frames == [frame(0, 0, 100, 60), frame(120, 0, 100, 20)])
    #expect(solution.size.height == 60)
  }

  @Test func `a word wider than its view is not measured again and again`() throws {
    let template = try template([paragraph("text")], ["H:|[text]|", "V:|[text]|"])
    let log = Log()
    var solver = try CellSolver(template, .width(50))
    let solution = try solver.solve(template.views.map(\.metrics)) { _, width in
      log.widths.append(width)
      return ViewMetrics(width: 80, height: 20)
    }
    #expect(log.widths == [.infinity, 50])
    #expect(solution.frames == [frame(0, 0, 50, 20)])
  }

  @Test func `text whose width changes in every pass is measured a limited number of times`() throws {
    // The wider the text gets, the more width it needs.
    let template = try template([paragraph("text")], ["H:|[text]-(>=0)-|", "V:|[text]|"])
    let log = Log()
    var solver = try CellSolver(template, .width(500))
    _ = try solver.solve(template.views.map(\.metrics)) { _, width in
      log.widths.append(width)
      return ViewMetrics(
        width: 600 - Double(log.widths.count) * 60 * Double(log.widths.count % 2), height: 20)
    }
    #expect(log.widths.count <= TemplateLimits.passes)
    #expect(log.widths.count > 1)
  }

  @Test func `the baselines of wrapped text are those of its last measure`() throws {
    let template = try template(
      [paragraph("text"), box("rule")], ["H:|[text(100)]", "H:|[rule]|", "V:|[text]", "V:[rule(1)]"],
      [LayoutConstraint(.view("rule"), .top, to: .view("text"), .lastBaseline, constant: 2)])
    // Three lines: 60 high, the last baseline 5 above the bottom.
    #expect(try solve(template, width: 320, [25, 0]).solution.frames[1] == frame(0, 57, 320, 1))
  }

  @Test func `invalid measured numbers are rejected`() throws {
    let template = try template([box("a"), paragraph("text")], ["H:|[text]|"])
    var solver = try CellSolver(template, .width(50))
    for metrics in [ViewMetrics(width: .nan), ViewMetrics(height: -3), ViewMetrics(firstBaseline: .infinity)]
    {
      #expect(throws: CellSolverError.invalidMetrics(view: 1)) {
        try solver.solve(template.views.map(\.metrics)) { _, _ in metrics }
      }
    }
    #expect(throws: CellSolverError.wrongViewCount(1)) {
      try solver.solve([ViewMetrics()]) { _, _ in ViewMetrics() }
    }
    #expect(throws: CellSolverError.wrongViewCount(3)) {
      try solver.solve(Array(repeating: ViewMetrics(), count: 3))
    }
  }
}
