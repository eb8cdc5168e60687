import Testing

@testable import LayoutEngine

@Suite("A stack of cards")
struct StackFormulaTests {
  let container = Container(400, 600)

  @Test("the pile is in the middle of a stretch as long as the visible part")
  func middle() {
    let container = container.with { $0.insets = Insets(top: 20, left: 10, bottom: 30, right: 50) }
    let solved = StackLayout().solve(Section(3), Section(1), in: container)
    #expect(solved.contentSize == Size(width: 340, height: 1100))
    #expect(solved.frame(0, 2) == Rect(x: 50, y: 155, width: 240, height: 240))
    #expect(solved.frame(1, 0) == Rect(x: 50, y: 705, width: 240, height: 240))
  }

  @Test("each card lies its offset beyond the one above it, and the pile as a whole is in the middle")
  func offset() {
    let layout = StackLayout {
      $0.metrics.itemSize = Size(width: 100, height: 100)
      $0.metrics.itemOffset = Point(x: 4, y: -10)
    }
    let solved = layout.solve(Section(3), in: container)
    #expect(
      (0..<3).map { solved.center(0, $0) } == [
        Point(x: 196, y: 310), Point(x: 200, y: 300), Point(x: 204, y: 290),
      ])
  }

  @Test("the first card is upright and in front; the golden ratio spreads the angles of the others")
  func angles() {
    let solved = StackLayout { $0.metrics.spread = 10 }.solve(Section(4), in: container)
    #expect(solved.look(0, 0) == .plain)
    #expect((0..<4).map { solved.look(0, $0).zIndex } == [0, -1, -2, -3])
    // ½ + i·0.618034 without its whole part: 0.118034, 0.736068, 0.354102; twice that less 1, times 10°.
    let degrees = [-7.639320, 4.721360, -2.917961]
    for (index, angle) in degrees.enumerated() {
      let turn = solved.look(0, index + 1).transform
      #expect(near(turn.a, .cos(angle * .pi / 180), 1e-7) && near(turn.b, .sin(angle * .pi / 180), 1e-7))
      #expect(turn.c == -turn.b && turn.d == turn.a)
    }
  }

  @Test("each card is smaller by a factor than the one above it")
  func scale() {
    let layout = StackLayout { ($0.metrics.itemScale, $0.metrics.spread) = (0.5, 0) }
    let solved = layout.solve(Section(4), in: container)
    #expect((0..<4).map { solved.look(0, $0).transform.a } == [1, 0.5, 0.25, 0.125])
  }

  @Test("cards beyond the visible count lie hidden under the pile, where its last card lies, all alike")
  func hidden() {
    let layout = StackLayout {
      ($0.metrics.visibleCount, $0.metrics.itemScale) = (2, 0.5)
      $0.metrics.itemOffset = Point(x: 0, y: 20)
    }
    let solved = layout.solve(Section(5), in: container)
    #expect((0..<5).map { solved.look(0, $0).isHidden } == [false, false, true, true, true])
    #expect((0..<5).map { solved.center(0, $0).y } == [290, 310, 310, 310, 310])
    #expect(solved.look(0, 4) == Appearance(zIndex: -2, isHidden: true, transform: .rotation(0, scale: 0.5)))
  }

  @Test("right to left, offsets and angles are mirrored")
  func mirrored() {
    let layout = StackLayout { $0.metrics.itemOffset = Point(x: 10, y: 0) }
    let left = layout.solve(Section(3), in: container)
    let right = layout.solve(Section(3), in: container.with { $0.direction = .rightToLeft })
    for item in 0..<3 {
      #expect(near(left.center(0, item).x + right.center(0, item).x, 400))
      #expect(left.look(0, item).transform.b == -right.look(0, item).transform.b)
    }
  }

  @Test("an item keeps its own alpha and transform, which is applied before the card's")
  func ownLook() {
    var item = Item()
    item.appearance = Appearance(
      alpha: 0.5, transform: AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 10, ty: 0))
    let layout = StackLayout { ($0.metrics.spread, $0.metrics.itemScale) = (0, 0.5) }
    let solved = layout.solve(Section(items: [Item(), item]), in: container)
    #expect(solved.look(0, 1).alpha == 0.5)
    #expect(solved.look(0, 1).transform == AffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 5, ty: 0))
  }

  @Test("items have their own sizes, centred in their places; an aspect ratio fits into the item size")
  func sizes() {
    let items = [
      Item(size: Size(width: 100, height: 50)), Item(aspectRatio: 2), Item(aspectRatio: 0.5),
      Item(estimatedSize: Size(width: 30, height: 30)),
    ]
    let solved = StackLayout().solve(Section(items: items), in: container)
    #expect(
      solved.cells() == [
        Rect(x: 150, y: 275, width: 100, height: 50), Rect(x: 80, y: 240, width: 240, height: 120),
        Rect(x: 140, y: 180, width: 120, height: 240), Rect(x: 185, y: 285, width: 30, height: 30),
      ])
    #expect(solved.attributes(of: .cell(0, 3), visible: nil)?.isEstimated == true)
  }

  @Test("items larger than the container make the content larger, in both directions")
  func larger() {
    let layout = StackLayout {
      $0.metrics.itemSize = Size(width: 500, height: 800)
      $0.metrics.itemOffset = Point(x: 0, y: 10)
      $0.metrics.sectionInset = Insets(top: 1, left: 2, bottom: 3, right: 4)
    }
    let solved = layout.solve(Section(2), in: container)
    #expect(solved.contentSize == Size(width: 506, height: 814))
    #expect(
      solved.cells() == [
        Rect(x: 2, y: 1, width: 500, height: 800), Rect(x: 2, y: 11, width: 500, height: 800),
      ])
  }

  @Test("a header and a footer of a section's own stand before and after its stretch")
  func strips() {
    let strip = Supplementary(size: Size(width: 0, height: 40))
    let solved = StackLayout().solve(Section(1, header: strip, footer: strip), in: container)
    #expect(solved.frame(.header, 0) == Rect(x: 0, y: 0, width: 400, height: 40))
    #expect(solved.frame(0, 0)?.y == 220)
    #expect(solved.frame(.footer, 0)?.y == 640)
  }
}
