import Testing

@testable import LayoutEngine

@Suite("Headers and footers of a waterfall")
struct WaterfallStripTests {
  let container = Container(200, 480)
  let layout = WaterfallLayout {
    $0.metrics.headerHeight = 30
    $0.metrics.footerHeight = 20
    $0.metrics.headerInset = Insets(top: 1, left: 2, bottom: 3, right: 4)
    $0.metrics.footerInset = Insets(top: 5, left: 6, bottom: 7, right: 8)
    $0.metrics.sectionInset = Insets(top: 9, bottom: 11)
  }

  @Test("they stand in their insets, above and below the section's own")
  func insets() {
    let solved = layout.solve(Section(1), in: container)
    #expect(solved.frame(.header, 0) == Rect(x: 2, y: 1, width: 194, height: 30))
    #expect(solved.frame(0, 0) == Rect(x: 0, y: 43, width: 95, height: 95))
    #expect(solved.frame(.footer, 0) == Rect(x: 6, y: 154, width: 186, height: 20))
    #expect(solved.contentSize.height == 181)
  }

  @Test("a section without them keeps the insets above where they would be, not those below")
  func insetsWithoutStrips() {
    let none = Supplementary(size: .zero)
    let solved = layout.solve(Section(1, header: none, footer: none), in: container)
    #expect(solved.names() == ["cell 0.0"])
    #expect(solved.frame(0, 0)?.y == 10)
    #expect(solved.contentSize.height == 121)
  }

  @Test("right to left they are mirrored in their insets")
  func mirrored() {
    let solved = layout.solve(Section(1), in: container.with { $0.direction = .rightToLeft })
    #expect(solved.frame(.header, 0) == Rect(x: 4, y: 1, width: 194, height: 30))
  }

  @Test("a section's own height or estimate stands in for the layout's, between the same insets")
  func own() {
    let solved = layout.solve(
      Section(
        1, header: Supplementary(size: Size(width: 5, height: 50)),
        footer: Supplementary(estimatedSize: Size(width: 5, height: 60))), in: container)
    #expect(solved.frame(.header, 0) == Rect(x: 2, y: 1, width: 194, height: 50))
    #expect(solved.frame(.footer, 0) == Rect(x: 6, y: 174, width: 186, height: 60))
    #expect(solved.strip(.footer, 0)?.isEstimated == true)
  }

  @Test("they pin where the section requires it")
  func pinned() {
    let section = Section(8, header: Supplementary(pinsToVisibleBounds: true))
    let visible = Rect(x: 0, y: 100, width: 200, height: 300)
    let solved = layout.solve(section, Section(8), in: container)
    #expect(solved.frame(.header, 0, visible: visible)?.y == 100)
    #expect(solved.names(in: visible, visible: visible).first == "header 0.0")
    #expect(layout.solve(Section(8), in: container).frame(.header, 0, visible: visible)?.y == 1)
  }

  @Test("a section without items takes one spacing less than its insets, as in the library")
  func emptySection() {
    let solved = layout.solve(Section(0), in: container)
    #expect(solved.frame(.footer, 0)?.y == 49)
    #expect(solved.contentSize.height == 76)
  }

  @Test("an empty section of less than a spacing takes nothing, and moves nothing up")
  func nothing() {
    let solved = WaterfallLayout().solve(Section(0), Section(1), Section(0), in: container)
    #expect(solved.frame(1, 0)?.y == 0)
    #expect(solved.contentSize.height == 95)
  }

  @Test("one that negative insets pull out of its section is found where it stands")
  func pulledOut() {
    let layout = WaterfallLayout {
      $0.metrics.headerHeight = 40
      $0.metrics.headerInset = Insets(bottom: -120)
      $0.metrics.footerHeight = 10
      $0.metrics.footerInset = Insets(top: -300)
    }
    let solved = layout.solve(Section(1), Section(1), Section(1), in: container)
    for kind in [ElementKind.header, .footer] {
      for section in 0..<3 {
        let frame = solved.frame(kind, section)!
        #expect(solved.names(in: frame).contains("\(kind.name) \(section).0"))
      }
    }
  }
}
