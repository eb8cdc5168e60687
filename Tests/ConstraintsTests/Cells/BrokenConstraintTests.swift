import Testing

@testable import Constraints

@Suite struct BrokenConstraintTests {
  private static func width(_ constant: Double, _ identifier: String) -> LayoutConstraint {
    LayoutConstraint(.view("a"), .width, constant: constant, identifier: identifier)
  }

  @Test func `of required constraints that contradict each other, the one given last is broken`() throws {
    let template = try template([box("a")], [], [Self.width(50, "first"), Self.width(60, "second")])
    let solution = try template.solved(width: 320)
    #expect(solution.broken == [.constraint(1, identifier: "second")])
    #expect(solution.frames[0].width == 50)
  }

  @Test func `the requested width of a cell comes before all constraints`() throws {
    let solution = try template([box("a", 10, 10)], ["H:|-16-[a(300)]-16-|"]).solved(width: 320)
    // Leading, the view's own width, trailing, in the order of the picture.
    #expect(solution.broken == [.constraint(2, identifier: nil)])
    #expect(solution.frames[0].x == 16 && solution.frames[0].width == 300)
    #expect(solution.size.width == 320)
  }

  @Test func `several contradictions are broken one by one, and consistent constraints stay`() throws {
    let template = try template(
      [box("a")], [],
      [
        Self.width(50, "a"), Self.width(60, "b"), Self.width(50, "c"), Self.width(70, "d"),
        LayoutConstraint(.view("a"), .height, constant: 9, identifier: "e"),
        LayoutConstraint(.view("a"), .height, .greaterThanOrEqual, constant: 10, identifier: "f"),
      ])
    let solution = try template.solved(width: 320)
    #expect(
      solution.broken == [
        .constraint(1, identifier: "b"), .constraint(3, identifier: "d"), .constraint(5, identifier: "f"),
      ])
    #expect(solution.frames[0].width == 50 && solution.frames[0].height == 9)
  }

  @Test func `optional constraints give way without being broken`() throws {
    var weak = Self.width(60, "weak")
    weak.priority = priority(999)
    let solution = try template([box("a")], [], [weak, Self.width(50, "strong")]).solved(width: 320)
    #expect(solution.broken == [])
    #expect(solution.frames[0].width == 50)
  }

  @Test func `a view cannot be narrower than nothing`() throws {
    let solution = try template([box("a")], ["H:|-100-[a]-100-|"]).solved(width: 150)
    #expect(solution.broken == [.constraint(1, identifier: nil)])
    #expect(solution.frames[0].x == 100 && solution.frames[0].width == 0)
  }

  @Test func `content whose size is required breaks after constraints do`() throws {
    let view = label("a", 10, hugging: 1000, resistance: 1000)
    let solution = try template([view], ["H:|[a]|"]).solved(width: 320)
    #expect(solution.broken == [.hugging(view: 0, .horizontal)])
    let narrow = try template([view], ["H:|[a]|"]).solved(width: 50)
    #expect(narrow.broken == [.compressionResistance(view: 0, .horizontal)])
    let square = try template([box("a", ratio: 1)], ["H:[a(20)]", "V:[a(30)]"]).solved(width: 50)
    #expect(square.broken == [.aspectRatio(view: 0)])
  }

  @Test func `the broken constraints depend on an item's content alone, not on the items before it`() throws {
    let views = [label("a", 4, resistance: 1000), label("b", 4, resistance: 1000)]
    var solver = try CellSolver(try template(views, ["H:|[a][b]|"]), .width(100))
    func broken(_ a: Double, _ b: Double) throws -> [ConstraintSource] {
      try solver.solve([ViewMetrics(width: a, height: 20), ViewMetrics(width: b, height: 20)]).broken
    }
    #expect(try broken(40, 40) == [])
    #expect(try broken(70, 40) == [.compressionResistance(view: 1, .horizontal)])
    #expect(try broken(40, 60) == [])
    #expect(try broken(101, 0) == [.compressionResistance(view: 0, .horizontal)])
    #expect(try broken(40, 40) == [])
  }

  @Test func `a template whose own content is broken solves items that are not`() throws {
    let views = [label("a", 40, resistance: 1000)]
    var solver = try CellSolver(try template(views, ["H:|[a]|"]), .width(100))
    #expect(try solver.solve([letters(40)]).broken == [.compressionResistance(view: 0, .horizontal)])
    #expect(try solver.solve([letters(4)]).broken == [])
  }

  @Test func `a constraint that compares a thing with itself, and fails, is broken`() throws {
    let own = LayoutConstraint(.view("a"), .left, to: .view("a"), .left, constant: 5, identifier: "self")
    let solution = try template([box("a", 10, 10)], ["H:|[a]"], [own]).solved(width: 100)
    #expect(solution.broken == [.constraint(1, identifier: "self")])
  }

  @Test func `baselines that cannot both be met break the one given last`() throws {
    let views = [label("a", 3), TemplateView("b", ViewMetrics(width: 10, height: 40, firstBaseline: 15))]
    let template = try template(
      views, ["V:|[a]", "V:|[b]"], [.align(.firstBaseline, "b", with: "a")])
    var solver = try CellSolver(template, .width(100))
    #expect(try solver.solve(views.map(\.metrics)).broken == [])
    var large = views.map(\.metrics)
    large[1].firstBaseline = 30
    #expect(try solver.solve(large).broken == [.constraint(2, identifier: nil)])
    #expect(try solver.solve(views.map(\.metrics)).broken == [])
  }

  @Test func `an item's content can satisfy constraints that the template's own content breaks`() throws {
    let views = [label("a", 3), TemplateView("b", ViewMetrics(width: 10, height: 40, firstBaseline: 30))]
    // The top edges are given last, and go with the baselines only where both are as far below them.
    let edges = try VisualFormat.constraints(
      "[a][b]", options: .alignAllTop, in: VisualFormatContext(views: ["a", "b"]))
    let template = try template(views, ["V:|[a]"], [.align(.firstBaseline, "b", with: "a")] + edges)
    var solver = try CellSolver(template, .width(100))
    #expect(try solver.solve(views.map(\.metrics)).broken == [.constraint(3, identifier: nil)])
    var even = views.map(\.metrics)
    even[1].firstBaseline = 15
    #expect(try solver.solve(even).broken == [])
  }
}
