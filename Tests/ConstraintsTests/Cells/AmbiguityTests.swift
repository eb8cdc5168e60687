import Testing

@testable import Constraints

@Suite struct AmbiguityTests {
  private func ambiguous(_ views: [TemplateView], _ formats: [String]) throws -> [Int] {
    try CellSolver(try template(views, formats), .width(300)).ambiguousViews()
  }

  @Test func `a view without a position is reported`() throws {
    let views = [box("a", 10, 10), box("b", 10, 10)]
    #expect(try ambiguous(views, ["H:|[a]", "V:|[a]", "H:|[b]"]) == [1])
    #expect(try ambiguous(views, ["H:|[a]", "V:|[a]", "H:|[b]", "V:[b]|"]) == [])
  }

  @Test func `a view without a size is reported, and a view with a size from its content is not`() throws {
    #expect(try ambiguous([box("a")], ["H:|[a(10)]", "V:|[a]"]) == [0])
    #expect(try ambiguous([box("a", nil, 10)], ["H:|[a(10)]", "V:|[a]"]) == [])
  }

  @Test func `a distance that is only bounded leaves a position open, on either side`() throws {
    let views = [box("a", 10, 10), box("b", 10, 10)]
    #expect(try ambiguous(views, ["H:|-(>=8)-[a]-8-[b]-(>=8)-|", "V:|[a]", "V:|[b]"]) == [0, 1])
    #expect(try ambiguous(views, ["H:|-(>=8)-[a]-8-[b]-8-|", "V:|[a]", "V:|[b]"]) == [])
  }

  @Test func `two views that hug as strongly leave open which one is stretched`() throws {
    let views = [label("a", 3), label("b", 3)]
    #expect(try ambiguous(views, ["H:|[a][b]|", "V:|[a]|", "V:|[b]|"]) == [0, 1])
    let contest = [label("a", 3, hugging: 251), label("b", 3)]
    #expect(try ambiguous(contest, ["H:|[a][b]|", "V:|[a]|", "V:|[b]|"]) == [])
  }

  @Test func `a bound that is reached from both sides leaves nothing open`() throws {
    let view = [box("a")]
    let formats = ["H:|[a]", "V:|[a(10)]|", "H:[a(>=20)]", "H:[a(<=20)]"]
    #expect(try ambiguous(view, formats) == [])
  }

  @Test func `an ambiguous view has a frame, and the same one every time`() throws {
    var solver = try CellSolver(
      try template([label("a", 3), label("b", 3), box("c")], ["H:|[a][b]|"]), .width(300))
    let first = try solver.solve([letters(3), letters(3), ViewMetrics()])
    _ = try solver.solve([letters(20), letters(1), ViewMetrics()])
    #expect(try solver.solve([letters(3), letters(3), ViewMetrics()]) == first)
    #expect(first.frames[0].width + first.frames[1].width == 300)
    #expect(first.frames[2] == frame(0, 0, 0, 0))
  }
}
