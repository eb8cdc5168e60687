import Testing

@testable import LayoutEngine

@Suite("Items along a spiral")
struct SpiralFormulaTests {
  let container = Container(400, 600)

  @Test("an archimedean spiral begins half an arm above the middle, and goes clockwise")
  func begin() {
    let layout = SpiralLayout { $0.metrics.spacing = 60 }
    let solved = layout.solve(Section(2), in: container)
    #expect(near(solved.center(0, 0), Point(x: 200, y: 270), 1e-9))
    #expect(solved.center(0, 1).x > 200)
  }

  @Test("items of an archimedean spiral are equally far apart along the arm, and so are the arms")
  func archimedean() {
    let curve = SpiralCurve(kind: .archimedean, spacing: 10)
    var length = 0.0
    let steps = 4000
    for item in 0..<40 {
      let (from, to) = (curve.place(of: item), curve.place(of: item + 1))
      #expect(near(to.radius - from.radius, 10 * (to.turn - from.turn) / (2 * .pi), 1e-9))
      // The length of the arm between two items, in many straight pieces.
      length = 0
      for step in 0..<steps {
        let (a, b) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
        let ends = [a, b].map { part in
          let radius = from.radius + (to.radius - from.radius) * part
          let turn = from.turn + (to.turn - from.turn) * part
          return Point(x: radius * .cos(turn), y: radius * .sin(turn))
        }
        let (dx, dy) = (ends[1].x - ends[0].x, ends[1].y - ends[0].y)
        length += (dx * dx + dy * dy).squareRoot()
      }
      #expect(near(length, 10, 1e-5))
    }
  }

  @Test("items of a Fermat spiral stand a golden angle apart, each on as much room as any other")
  func fermat() {
    let curve = SpiralCurve(kind: .fermat, spacing: 30)
    #expect(near(curve.place(of: 1).turn * 180 / .pi, 137.507764, 1e-6))
    for item in 0..<100 {
      let area =
        Double.pi * (curve.place(of: item + 1).radius * curve.place(of: item + 1).radius)
        - Double.pi * (curve.place(of: item).radius * curve.place(of: item).radius)
      #expect(near(area, .pi * 300, 1e-6))
    }
  }

  @Test(
    "the content is the square around the outermost item's circle, if larger than the visible part")
  func content() {
    let layout = SpiralLayout {
      ($0.metrics.spiral, $0.metrics.spacing) = (.fermat, 60)
      $0.metrics.itemSize = Size(width: 40, height: 20)
    }
    let solved = layout.solve(Section(1000), in: container)
    let diameter = 2 * 60 * (999.5 / 3).squareRoot()
    #expect(near(solved.contentSize.width, diameter + 40) && near(solved.contentSize.height, diameter + 20))
  }

  @Test("items grow smaller and fainter outward, in proportion to where they stand")
  func falloff() {
    let layout = SpiralLayout {
      ($0.metrics.spiral, $0.metrics.outerScale, $0.metrics.outerAlpha) = (.fermat, 0.5, 0.2)
    }
    let solved = layout.solve(Section(9), in: container)
    #expect(solved.look(0, 0).alpha == 1 && solved.look(0, 0).transform == .identity)
    #expect(near(solved.look(0, 8).alpha, 0.2) && near(solved.look(0, 8).transform.d, 0.5))
    // √(i + ½): 0.7071 at the first, 2.1213 at item 4, 2.9155 at the last.
    let part = (4.5.squareRoot() - 0.5.squareRoot()) / (8.5.squareRoot() - 0.5.squareRoot())
    #expect(
      near(solved.look(0, 4).alpha, 1 - 0.8 * part) && near(solved.look(0, 4).transform.a, 1 - 0.5 * part))
  }

  @Test("inner items stand in front of outer ones")
  func order() {
    let solved = SpiralLayout().solve(Section(3), in: container)
    #expect((0..<3).map { solved.look(0, $0).zIndex } == [0, -1, -2])
  }
}
