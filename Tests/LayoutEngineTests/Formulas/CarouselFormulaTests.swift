import Testing

@testable import LayoutEngine

@Suite("Carousel")
struct CarouselFormulaTests {
  let container = Container(360, 500)

  @Test("the item in the middle is whole; those beside it are smaller and fainter, in proportion on the way")
  func linear() {
    let layout = CarouselLayout {
      ($0.metrics.itemSize, $0.metrics.itemSpacing) = (Size(width: 190, height: 300), 10)
    }
    let solved = layout.solve(Section(4), in: container)
    #expect((0..<4).map { solved.center(0, $0) } == [180, 380, 580, 780].map { Point(x: $0, y: 250) })
    let visible = Rect(x: 200, y: 0, width: 360, height: 500)
    #expect(solved.look(0, 1, visible: visible) == .plain)
    let side = Appearance(zIndex: -1, alpha: 0.5, transform3D: .scale(0.8))
    #expect(solved.look(0, 0, visible: visible) == side && solved.look(0, 2, visible: visible) == side)
    #expect(solved.look(0, 3, visible: visible).zIndex == -2)
    let quarter = solved.look(0, 1, visible: Rect(x: 250, y: 0, width: 360, height: 500))
    #expect(near(quarter.alpha, 0.875) && near(quarter.transform3D.m11, 0.95) && quarter.zIndex == 0)
  }

  @Test("a ring has its items evenly around, and the visible part is one turn")
  func rotary() throws {
    let layout = CarouselLayout {
      ($0.metrics.style, $0.metrics.tilt, $0.metrics.sideItemAlpha) = (.rotary, 0, 0.4)
    }
    let solved = layout.solve(Section(13), in: container)
    #expect(solved.center(0, 1).x - solved.center(0, 0).x == 30)
    let visible = Rect(x: 180, y: 0, width: 360, height: 500)
    #expect(solved.look(0, 6, visible: visible) == .plain)
    // A quarter of a turn on: at the right of the ring, 180 aside and 180 back.
    let right = solved.look(0, 9, visible: visible)
    let place = try #require(right.transform3D.projecting(.zero))
    #expect(near(place.x, 180 * 500 / 680 - 90) && near(place.y, 0))
    #expect(near(right.alpha, 0.7))
    // Half a turn on: at the far side, in the middle.
    let far = solved.look(0, 12, visible: visible)
    let middle = try #require(far.transform3D.projecting(.zero))
    #expect(near(middle.x, -180) && near(far.alpha, 0.4) && !far.isHidden)
    #expect(solved.look(0, 0, visible: visible).zIndex == -6)
  }

  @Test("items that have no place on the ring are hidden at its far side")
  func beyond() {
    let layout = CarouselLayout { $0.metrics.style = .rotary }
    let solved = layout.solve(Section(30), in: container)
    #expect((0..<30).map { solved.look(0, $0).isHidden } == (0..<30).map { $0 > 6 })
  }

  @Test("a ring that is seen from above has its far side higher")
  func tilt() throws {
    let layout = CarouselLayout { ($0.metrics.style, $0.metrics.tilt) = (.rotary, 30) }
    let solved = layout.solve(Section(7), in: container)
    let far = try #require(solved.look(0, 6).transform3D.projecting(.zero))
    let depth = 360 * 0.75.squareRoot()
    #expect(near(far.y, -180 * 500 / (500 + depth)))
  }
}
