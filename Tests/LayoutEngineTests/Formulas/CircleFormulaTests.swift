import Testing

@testable import LayoutEngine

@Suite("Items around a circle")
struct CircleFormulaTests {
  let container = Container(400, 600)

  @Test("four items stand at the top, the right, the bottom and the left, as far out as they fit")
  func four() {
    let solved = CircleLayout().solve(Section(4), in: container)
    let expected = [
      Point(x: 200, y: 125), Point(x: 375, y: 300), Point(x: 200, y: 475), Point(x: 25, y: 300),
    ]
    #expect((0..<4).allSatisfy { near(solved.center(0, $0), expected[$0], 1e-9) })
    #expect(solved.contentSize == Size(width: 400, height: 600))
  }

  @Test("later items stand in front of earlier ones, the last in front of all")
  func order() {
    let solved = CircleLayout().solve(Section(4), in: container)
    #expect((0..<4).map { solved.look(0, $0).zIndex } == [-3, -2, -1, 0])
  }

  @Test("a part of a turn has an item at either end, and may go counterclockwise")
  func sweep() {
    let layout = CircleLayout {
      ($0.metrics.radius, $0.metrics.startAngle, $0.metrics.sweep) = (100, 0, -90)
    }
    let solved = layout.solve(Section(3), in: container)
    let step = 100 * 0.5.squareRoot()
    let expected = [
      Point(x: 300, y: 300), Point(x: 200 + step, y: 300 - step), Point(x: 200, y: 200),
    ]
    #expect((0..<3).allSatisfy { near(solved.center(0, $0), expected[$0], 1e-9) })
  }

  @Test("items are turned so that their tops face outward")
  func rotation() {
    let layout = CircleLayout { $0.metrics.rotatesItems = true }
    let solved = layout.solve(Section(4), in: container)
    let turns = (0..<4).map { solved.look(0, $0).transform }
    // The top of an item, (0, -1), points up, right, down, left.
    let tops = turns.map { Point(x: -$0.c, y: -$0.d) }
    let expected = [Point(x: 0, y: -1), Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: -1, y: 0)]
    #expect((0..<4).allSatisfy { near(tops[$0], expected[$0]) })
  }

  @Test("a radius larger than the container makes the content larger in both directions")
  func large() {
    let layout = CircleLayout { $0.metrics.radius = 500 }
    let solved = layout.solve(Section(4), in: container)
    #expect(solved.contentSize == Size(width: 1050, height: 1050))
    #expect(near(solved.center(0, 3), Point(x: 25, y: 525)))
  }

  @Test("right to left, the circle runs the other way")
  func mirrored() {
    let solved = CircleLayout().solve(Section(4), in: container.with { $0.direction = .rightToLeft })
    #expect(near(solved.center(0, 1), Point(x: 25, y: 300)))
  }

  @Test("one item stands where the circle begins")
  func one() {
    let solved = CircleLayout().solve(Section(1), in: container)
    #expect(near(solved.center(0, 0), Point(x: 200, y: 125)))
  }
}
