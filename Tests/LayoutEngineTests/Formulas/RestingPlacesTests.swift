import Testing

@testable import LayoutEngine

@Suite("Where scrolling comes to rest")
struct RestingPlacesTests {
  let container = Container(400, 300)
  let layout = CoverFlowLayout {
    ($0.metrics.itemSize, $0.metrics.itemSpacing) = (Size(width: 200, height: 200), -150)
  }

  private func rest(_ solved: any SolvedLayout, _ x: Double, _ velocity: Double = 0) -> Double? {
    let proposed = Rect(x: x, y: 7, width: 400, height: 300)
    let target = solved.targetContentOffset(forProposed: proposed, velocity: Point(x: velocity, y: 0))
    #expect(target == nil || target?.y == 7)
    return target?.x
  }

  @Test("the nearest item comes to the middle")
  func nearest() {
    let solved = layout.solve(Section(5), in: container)
    let rests = [-80, 0, 24, 26, 60, 149, 199, 900].map { rest(solved, $0) }
    #expect(rests == [0, 0, 0, 50, 50, 150, 200, 200])
  }

  @Test(
    "with insets around the section the first item still rests at 0, and the last at the end of the content")
  func insets() {
    for direction in [Container.Direction.leftToRight, .rightToLeft] {
      let carousel = CarouselLayout {
        $0.metrics.itemSize = Size(width: 200, height: 200)
        $0.metrics.sectionInset = Insets(top: 20, left: 20, bottom: 20, right: 35)
      }
      let solved = carousel.solve(Section(3), in: container.with { $0.direction = direction })
      // Three places of 200, and half of the 400 points that are visible before the first and after the last.
      #expect(solved.contentSize.width == 800)
      #expect([-50, 0, 90, 120, 500].map { rest(solved, $0) } == [0, 0, 0, 200, 400])
    }
    // Insets that leave the first item no place in the middle stay free.
    let wide = CarouselLayout {
      $0.metrics.itemSize = Size(width: 200, height: 200)
      $0.metrics.sectionInset = Insets(left: 150)
    }
    #expect(wide.solve(Section(3), in: container).xs() == [150, 350, 550])
  }

  @Test("a fling goes to the next item in its direction at least, and not beyond the last")
  func fling() {
    let solved = layout.solve(Section(5), in: container)
    #expect([0, 1, 49, 50, 199, 200, 230].map { rest(solved, $0, 0.3) } == [50, 50, 50, 100, 200, 200, 200])
    #expect([0, 1, 49, 50, 199, 200, 230].map { rest(solved, $0, -2) } == [0, 0, 0, 0, 150, 150, 200])
  }

  @Test("items of every section count, and sections without items are passed over")
  func sections() {
    let strip = Supplementary(size: Size(width: 80, height: 0))
    let solved = layout.solve(
      Section(0), Section(2), Section(0), Section(0), Section(1, header: strip), Section(0), in: container)
    // The middles of items lie at 200, 250 and 530.
    #expect([0, 100, 189, 191, 400].map { rest(solved, $0) } == [0, 50, 50, 330, 330])
    #expect(rest(solved, 50, 1) == 330)
    #expect(rest(solved, 329, -1) == 50)
  }

  @Test("an item at rest is exactly in the middle, in any layout of the kind")
  func exact() throws {
    for seed in UInt64(0)..<150 {
      var random = SeededGenerator(seed: seed)
      let formula = random.pick([RandomFormula.coverFlow, .carousel])
      let kind = formula.layout(&random)
      var sample = Sample.random(&random, metrics: formula.metrics)
      // Item sizes of their own round to the pixel where their places do not lie on one.
      sample.container.scale = nil
      let solved = try kind.prepare(sample.sectionList, in: sample.container)
      let proposed = sample.query
      let velocity = Point(x: random.signedLength(upTo: 2), y: random.signedLength(upTo: 2))
      guard let target = solved.targetContentOffset(forProposed: proposed, velocity: velocity) else {
        #expect(sample.sections.allSatisfy { $0.items.isEmpty })
        continue
      }
      var visible = proposed
      (visible.x, visible.y) = (target.x, target.y)
      let list = solved.elements(in: nil, visible: visible)
      let upright = (0..<list.count).map { list[$0] }.filter { element in
        element.kind == .cell && element.appearance.transform3D == .identity
      }
      let inner = visible.inset(by: sample.container.insets)
      let isCentered = upright.contains { element in
        let frame = element.frame
        let (dx, dy) = (
          frame.x + frame.width / 2 - inner.x - inner.width / 2,
          frame.y + frame.height / 2 - inner.y - inner.height / 2
        )
        return near(dx, 0, 1e-6) || near(dy, 0, 1e-6)
      }
      #expect(isCentered, "seed \(seed): \(kind)\n\(sample)\n\(target)")
    }
  }

  @Test("right to left, the first item rests at the right end, and a fling to the left goes on to later ones")
  func rightToLeft() {
    let solved = layout.solve(Section(5), in: container.with { $0.direction = .rightToLeft })
    #expect(rest(solved, 190) == 200)
    #expect(rest(solved, 200, -1) == 150)
    #expect(rest(solved, 20, 1) == 50)
    #expect(rest(solved, -50, 0) == 0)
  }

  @Test("vertical scrolling rests along y")
  func vertical() {
    var layout = layout
    layout.scrollDirection = .vertical
    let solved = layout.solve(Section(5), in: Container(300, 400))
    let proposed = Rect(x: 3, y: 60, width: 300, height: 400)
    #expect(solved.targetContentOffset(forProposed: proposed, velocity: .zero) == Point(x: 3, y: 50))
  }

  @Test("with a scale, places lie on pixels and none is before the content's start or beyond its end")
  func pixels() {
    let container = Container(375.4, 300).with { $0.scale = 2 }
    let solved = CoverFlowLayout { $0.metrics.itemSize = Size(width: 180.3, height: 100) }
      .solve(Section(3), in: container)
    #expect(solved.cells().allSatisfy { ($0.x * 2).rounded() == $0.x * 2 })
    let first = solved.targetContentOffset(
      forProposed: Rect(x: 0, y: 0, width: 375.4, height: 300), velocity: .zero)!
    let last = solved.targetContentOffset(
      forProposed: Rect(x: 9999, y: 0, width: 375.4, height: 300), velocity: .zero)!
    #expect(first.x >= 0 && first.x < 0.5 && last.x + 375.4 <= solved.contentSize.width)
    #expect(solved.look(0, 2, visible: Rect(x: last.x, y: 0, width: 375.4, height: 300)) == .plain)
  }

  @Test("layouts that do not follow scrolling rest anywhere, and so does one without items")
  func anywhere() {
    #expect(rest(StackLayout().solve(Section(5), in: container), 10) == nil)
    #expect(rest(FlowLayout().solve(Section(5), in: container), 10) == nil)
    #expect(rest(layout.solve(Section(0), in: container), 10) == nil)
  }
}
