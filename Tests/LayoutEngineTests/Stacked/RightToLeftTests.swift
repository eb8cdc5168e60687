import Testing

@testable import LayoutEngine

@Suite("Right to left")
struct RightToLeftTests {
  let container = Container(200, 500).with { $0.direction = .rightToLeft }

  @Test("lines begin at the right, and so does the section's leading inset")
  func vertical() {
    let layout = FlowLayout { $0.metrics.sectionInset = Insets(left: 30) }
    let solved = layout.solve(Section(4), in: container)
    #expect(solved.xs() == [120, 60, 0, 120])
    #expect(solved.cells().map(\.y) == [0, 0, 0, 60])
  }

  @Test("content that scrolls horizontally begins at the right end")
  func horizontal() {
    let layout = FlowLayout {
      $0.scrollDirection = .horizontal
      $0.metrics.headerReferenceSize = Size(width: 20, height: 0)
    }
    let container = Container(500, 110).with { $0.direction = .rightToLeft }
    let solved = layout.solve(Section(6), in: container)
    #expect(solved.contentSize.width == 190)
    #expect(solved.frame(.header, 0)?.x == 170)
    #expect(solved.xs() == [120, 120, 60, 60, 0, 0])
    #expect(solved.names(in: Rect(x: 0, y: 0, width: 55, height: 110)) == ["cell 0.4", "cell 0.5"])
  }

  @Test(
    "alignment is by reading direction",
    arguments: [(FlowLayout.ItemAlignment.leading, 150.0), (.trailing, 0)])
  func alignment(alignment: FlowLayout.ItemAlignment, x: Double) {
    let solved = FlowLayout { $0.itemAlignment = alignment }.solve(Section(1), in: container)
    #expect(solved.xs() == [x])
  }

  @Test("rows and separators of a list are mirrored in its insets")
  func list() {
    let layout = ListLayout {
      $0.metrics.sectionInset = Insets(left: 20)
      $0.metrics.separator = Insets(left: 5)
    }
    let solved = layout.solve(Section(1), in: container)
    #expect(solved.frame(0, 0) == Rect(x: 0, y: 0, width: 180, height: 44))
    #expect(solved.frame(.separator, 0) == Rect(x: 0, y: 43, width: 175, height: 1))
  }
}
