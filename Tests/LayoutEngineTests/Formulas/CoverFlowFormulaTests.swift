import Testing

@testable import LayoutEngine

@Suite("Cover flow")
struct CoverFlowFormulaTests {
  let container = Container(400, 300)
  let layout = CoverFlowLayout {
    ($0.metrics.itemSize, $0.metrics.itemSpacing) = (Size(width: 200, height: 200), -150)
  }

  @Test("covers stand a pitch apart, and there is room to bring the first and the last to the middle")
  func places() {
    let solved = layout.solve(Section(5), in: container)
    #expect((0..<5).map { solved.center(0, $0) } == [200, 250, 300, 350, 400].map { Point(x: $0, y: 150) })
    #expect(solved.contentSize == Size(width: 600, height: 300))
  }

  @Test("the cover in the middle is as it is and in front, whichever it is", arguments: 0..<5)
  func middle(item: Int) {
    let solved = layout.solve(Section(5), in: container)
    let visible = Rect(x: Double(item) * 50, y: 0, width: 400, height: 300)
    let looks = (0..<5).map { solved.look(0, $0, visible: visible) }
    #expect(looks[item] == .plain)
    #expect((0..<5).allSatisfy { looks[$0].zIndex == -abs($0 - item) })
  }

  @Test("without a visible rect, the first cover is in the middle")
  func resting() {
    let solved = layout.solve(Section(0), Section(5), in: container)
    #expect(solved.look(1, 0) == .plain)
    #expect(solved.look(1, 3).zIndex == -3)
  }

  @Test("covers at the sides are turned, aside and back; their outer edges are nearer than their inner ones")
  func sides() throws {
    let solved = layout.solve(Section(5), in: container)
    let visible = Rect(x: 100, y: 0, width: 400, height: 300)
    let right = solved.look(0, 3, visible: visible).transform3D
    // The middle of the cover: 50 + 75 aside and 100 back appears 500/600 as large, from the middle of the visible
    // rect; the frame's middle is 50 from there.
    let middle = try #require(right.projecting(.zero))
    #expect(near(middle.x, 125 * 500 / 600 - 50) && near(middle.y, 0))
    let inner = try #require(right.projecting(Point(x: -100, y: 100)))
    let outer = try #require(right.projecting(Point(x: 100, y: 100)))
    // 100 · sin 65° before and behind the middle.
    let reach = 90.630778703665
    #expect(near(inner.y, 100 * 500 / (600 + reach), 1e-9) && near(outer.y, 100 * 500 / (600 - reach), 1e-9))
    let left = solved.look(0, 1, visible: visible).transform3D
    #expect(left.mirrored == right)
  }

  @Test("between two places a cover is turned in proportion")
  func between() {
    let solved = layout.solve(Section(5), in: container)
    let look = solved.look(0, 2, visible: Rect(x: 110, y: 0, width: 400, height: 300))
    #expect(near(look.transform3D.m33, .cos(-0.2 * 65 * .pi / 180)))
    let far = solved.look(0, 4, visible: Rect(x: 0, y: 0, width: 400, height: 300))
    #expect(near(far.transform3D.m33, .cos(65 * .pi / 180)))
  }

  @Test("frames do not follow scrolling")
  func frames() {
    let solved = layout.solve(Section(5), in: container)
    #expect(solved.followsVisibleRect)
    let a = solved.elements(in: nil, visible: nil).records.map(\.frame)
    let b = solved.elements(in: nil, visible: Rect(x: 77, y: 3, width: 400, height: 300)).records.map(\.frame)
    #expect(a == b)
  }

  @Test("the visible part is less the container's insets")
  func insets() {
    let container = container.with { $0.insets = Insets(left: 40, right: 10) }
    let solved = layout.solve(Section(2), in: container)
    #expect(solved.center(0, 0).x == 175)
    #expect(solved.look(0, 0, visible: Rect(x: -40, y: 0, width: 400, height: 300)) == .plain)
  }

  @Test("vertical covers turn about the x axis")
  func vertical() throws {
    var layout = layout
    layout.scrollDirection = .vertical
    let solved = layout.solve(Section(3), in: Container(300, 400))
    #expect((0..<3).map { solved.center(0, $0) } == [200, 250, 300].map { Point(x: 150, y: $0) })
    let below = solved.look(0, 1).transform3D
    let upper = try #require(below.projecting(Point(x: 100, y: -100)))
    let lower = try #require(below.projecting(Point(x: 100, y: 100)))
    #expect(lower.x > upper.x && lower.y > upper.y)
  }

  @Test("right to left, the second cover stands at the left and is turned as a cover at the left is")
  func mirrored() {
    let left = layout.solve(Section(3), in: container)
    let right = layout.solve(Section(3), in: container.with { $0.direction = .rightToLeft })
    #expect((0..<3).map { right.center(0, $0).x } == [300, 250, 200])
    #expect(right.look(0, 0) == .plain)
    #expect(right.look(0, 1).transform3D == left.look(0, 1).transform3D.mirrored)
  }

  @Test(
    "sections follow one another, half the largest cover apart, and any of their covers can be in the middle")
  func sections() {
    let solved = layout.solve(Section(2), Section(0), Section(2), in: container)
    #expect((0..<2).map { solved.center(0, $0).x } == [200, 250])
    #expect((0..<2).map { solved.center(2, $0).x } == [450, 500])
    #expect(solved.contentSize.width == 700)
    #expect(solved.look(2, 0, visible: Rect(x: 250, y: 0, width: 400, height: 300)) == .plain)
  }
}
