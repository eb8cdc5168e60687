import Geometry
import TestSupport
import Testing

@testable import Constraints

@Suite struct ExtremesTests {
  /// As many constraints as there may be, between as many views, at random.
  private static func hostile(
    _ seed: UInt64, relations: [Relation], priorities: [Double], multipliers: [Double]
  ) throws -> Template {
    var random = SeededGenerator(seed: seed)
    let kinds: [[LayoutAttribute]] = [
      [.leading, .trailing, .centerX], [.top, .bottom, .centerY], [.width, .height],
    ]
    func item() -> LayoutItem { .view("v\(random.integer(0...99))") }
    let constraints = (0..<TemplateLimits.constraints).map { _ in
      let kind = random.pick(kinds)
      return LayoutConstraint(
        item(), random.pick(kind), random.pick(relations), to: item(), random.pick(kind),
        multiplier: random.pick(multipliers), constant: Double(random.integer(-50...50)),
        priority: priority(random.pick(priorities)))
    }
    return try Template(views: (0..<100).map { box("v\($0)", 20, 10) }, constraints: constraints)
  }

  @Test(
    arguments: [
      ([.equal], [1000], [1]), ([.lessThanOrEqual, .greaterThanOrEqual], [1000], [1]),
      (Relation.allCases, (1...999).map { Double($0) }, [0.999, 1.001, -1, 0.01, 7]),
      (Relation.allCases, [1000, 500], [1, 1000, 0.001, -1000]),
    ] as [([Relation], [Double], [Double])])
  func `a template designed to be hard is solved or rejected within the work limit`(
    relations: [Relation], priorities: [Double], multipliers: [Double]
  ) throws {
    let template = try Self.hostile(
      5, relations: relations, priorities: priorities, multipliers: multipliers)
    do throws(CellSolverError) {
      var solver = try CellSolver(template, .width(300), workLimit: 300_000)
      let solution = try solver.solve(template.views.map(\.metrics))
      #expect(solution.frames.allSatisfy { $0.x.isFinite && $0.width >= -1e-6 && $0.width.isFinite })
      _ = try solver.ambiguousViews()
    } catch {
      #expect(error == .tooMuchWork || error == .outOfBounds)
    }
  }

  @Test func `five hundred widths for one view leave the first`() throws {
    let widths = (0..<500).map { LayoutConstraint(.view("a"), .width, constant: Double($0) + 7) }
    let solution = try template([box("a")], [], widths).solved(width: 320)
    #expect(solution.frames[0].width == 7)
    #expect(solution.broken == (1..<500).map { .constraint($0, identifier: nil) })
  }

  @Test func `a hundred views in a row add up`() throws {
    let views = (0..<100).map { box("v\($0)", 10, 10) }
    let row = "H:|" + views.map { "[\($0.name)(==v0)]" }.joined(separator: "-1-") + "|"
    let solution = try template(views, [row.replacingFirst("(==v0)")]).solved(width: 599)
    // 599 less 99 gaps of 1, in a hundred parts.
    #expect(solution.frames.map(\.x) == (0..<100).map { Double($0) * 6 })
    #expect(solution.broken == [])
  }

  @Test func `the largest numbers allowed are solved`() throws {
    let far = LayoutConstraint(.view("a"), .left, to: .superview, .left, constant: TemplateLimits.length)
    let huge = LayoutConstraint(.view("a"), .width, constant: TemplateLimits.length)
    let solution = try template([box("a", 1e7, 1e7, ratio: 1000)], [], [far, huge]).solved(width: 1e7)
    #expect(solution.frames == [frame(1e7, 0, 1e7, 1e4)])
  }

  @Test func `a chain of factors multiplies up without losing its end`() throws {
    let views = (0..<4).map { box("v\($0)") }
    let chain = (1..<4).map {
      LayoutConstraint(.view("v\($0)"), .width, to: .view("v\($0 - 1)"), .width, multiplier: 100)
    }
    let start = LayoutConstraint(.view("v0"), .width, constant: 2)
    #expect(
      try template(views, [], chain + [start]).solved(width: 10).frames.map(\.width) == [2, 200, 2e4, 2e6])
  }

  @Test func `factors that multiply beyond all bounds are rejected`() throws {
    let views = (0..<100).map { box("v\($0)") }
    let chain = (1..<100).map {
      LayoutConstraint(.view("v\($0)"), .width, to: .view("v\($0 - 1)"), .width, multiplier: 1000)
    }
    let start = LayoutConstraint(.view("v0"), .width, constant: 2)
    #expect(throws: CellSolverError.outOfBounds) {
      try template(views, [], [start] + chain).solved(width: 10)
    }
    let error = #expect(throws: CellSolverError.self) {
      try template(views, [], chain + [start]).solved(width: 10)
    }
    #expect(error == .outOfBounds || error == .tooMuchWork)
  }

  @Test func `a template without views or constraints is a cell of the fitting size`() throws {
    #expect(try template([], []).solved(width: 320).size == Size(width: 320, height: 0))
    #expect(try template([box("a", 30, 20)], []).solved(width: 320).frames == [frame(0, 0, 30, 20)])
  }
}

extension String {
  /// The text without the first of a part.
  fileprivate func replacingFirst(_ part: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound]) + String(self[range.upperBound...])
  }
}
