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

  @Test("items of different lengths stand side by side with their own pitch, and shrink from one to the next")
  func ownPitch() {
    let layout = CarouselLayout {
      ($0.metrics.itemSpacing, $0.metrics.pitch) = (10, .own)
    }
    let items = [100.0, 40, 200, 60].map { Item(size: Size(width: $0, height: 50)) }
    let solved = layout.solve(Section(items: items), in: container)
    // The first is in the middle of 360 at the offset 0; the others follow by both halves and the spacing.
    let centers: [Double] = [180, 260, 390, 530]
    #expect((0..<4).map { solved.center(0, $0).x } == centers)
    #expect(solved.contentSize.width == 530 + 180)
    // Each item comes to rest in the middle.
    for (number, center) in centers.enumerated() {
      let visible = Rect(x: center - 180, y: 0, width: 360, height: 500)
      let aside = Rect(x: center - 170, y: 0, width: 360, height: 500)
      #expect(solved.targetContentOffset(forProposed: aside, velocity: .zero)?.x == visible.x)
      for item in 0..<4 {
        let look = solved.look(0, item, visible: visible)
        let side = Appearance(zIndex: -abs(item - number), alpha: 0.5, transform3D: .scale(0.8))
        #expect(look == (item == number ? .plain : side))
      }
    }
    // Half of the way from the second to the third: both are half of the way to the sides.
    let between = Rect(x: (centers[1] + centers[2]) / 2 - 180, y: 0, width: 360, height: 500)
    for item in 1...2 { #expect(near(solved.look(0, item, visible: between).alpha, 0.75)) }
    // With the common pitch of 220 + 10, the frames of the third and its neighbours are as far apart as any.
    let common = CarouselLayout { $0.metrics.itemSpacing = 10 }.solve(Section(items: items), in: container)
    #expect((0..<4).map { common.center(0, $0).x } == [180, 410, 640, 870])
  }

  @Test("items that are alike are found and come to rest however many they are")
  func ownPitchOfMany() {
    let layout = CarouselLayout {
      ($0.metrics.itemSize, $0.metrics.pitch) = (Size(width: 100, height: 50), .own)
    }
    let solved = layout.solve(Section(10_000_000), in: container)
    #expect(solved.center(0, 9_999_999).x == 180 + 999_999_900)
    let far = Rect(x: 500_000_000, y: 0, width: 360, height: 500)
    // The frames of items 4,999,998 to 5,000,002 are there, of which the middle one is in the middle.
    #expect(solved.elements(in: far, visible: far).count == 5)
    #expect(solved.targetContentOffset(forProposed: far, velocity: .zero)?.x == 500_000_000)
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
