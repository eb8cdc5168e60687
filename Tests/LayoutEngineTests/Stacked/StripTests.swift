import Testing

@testable import LayoutEngine

@Suite("Headers and footers")
struct StripTests {
  let layout = FlowLayout {
    $0.metrics.headerReferenceSize = Size(width: 30, height: 44)
    $0.metrics.footerReferenceSize = Size(width: 20, height: 22)
    $0.metrics.sectionInset = Insets(top: 5, left: 6, bottom: 7, right: 8)
  }

  @Test("scrolling vertically they span the width outside the section's inset; only their height counts")
  func vertical() {
    let container = Container(200, 500).with { $0.insets = Insets(top: 9, left: 10, right: 10) }
    let solved = layout.solve(Section(1), in: container)
    #expect(solved.frame(.header, 0) == Rect(x: 0, y: 0, width: 180, height: 44))
    #expect(solved.frame(0, 0)?.y == 49)
    #expect(solved.frame(.footer, 0) == Rect(x: 0, y: 106, width: 180, height: 22))
    #expect(solved.contentSize == Size(width: 180, height: 128))
  }

  @Test("scrolling horizontally they stand left and right, as high as the view; only their width counts")
  func horizontal() {
    var layout = layout
    layout.scrollDirection = .horizontal
    let solved = layout.solve(Section(1), in: Container(500, 200))
    #expect(solved.frame(.header, 0) == Rect(x: 0, y: 0, width: 30, height: 200))
    #expect(solved.frame(0, 0)?.x == 36)
    #expect(solved.frame(.footer, 0) == Rect(x: 94, y: 0, width: 20, height: 200))
    #expect(solved.contentSize == Size(width: 114, height: 200))
  }

  @Test("one without extent is no element")
  func zero() {
    let empty = Supplementary(size: Size(width: 100, height: 0))
    let solved = layout.solve(Section(1, header: empty, footer: empty), in: Container(200, 500))
    #expect(solved.names() == ["cell 0.0"])
    #expect(solved.strip(.header, 0) == nil)
    #expect(solved.contentSize.height == 62)
  }

  @Test("an empty section keeps its header, its inset and its footer")
  func emptySection() {
    let solved = layout.solve(Section(0), in: Container(200, 500))
    #expect(solved.names() == ["header 0.0", "footer 0.0"])
    #expect(solved.frame(.footer, 0)?.y == 56)
    #expect(solved.contentSize.height == 78)
  }

  @Test("a section's own header stands in for the layout's, and an estimate is flagged")
  func own() {
    let sized = Supplementary(size: Size(width: 1, height: 10), estimatedSize: Size(width: 1, height: 99))
    let estimated = Supplementary(estimatedSize: Size(width: 1, height: 12))
    let solved = layout.solve(Section(0, header: sized, footer: estimated), in: Container(200, 500))
    #expect(solved.strip(.header, 0)?.frame.height == 10)
    #expect(solved.strip(.header, 0)?.isEstimated == false)
    #expect(solved.strip(.footer, 0)?.frame.height == 12)
    #expect(solved.strip(.footer, 0)?.isEstimated == true)
  }

  @Test("a header without a size takes the layout's extent")
  func silent() {
    let solved = layout.solve(Section(0, header: Supplementary()), in: Container(200, 500))
    #expect(solved.frame(.header, 0)?.height == 44)
  }

  @Test("sections follow one another: header, cells, footer, in the order of the wire")
  func order() {
    let solved = layout.solve(Section(2), Section(0), Section(1), in: Container(200, 500))
    #expect(
      solved.names() == [
        "header 0.0", "cell 0.0", "cell 0.1", "footer 0.0", "header 1.0", "footer 1.0", "header 2.0",
        "cell 2.0", "footer 2.0",
      ])
  }

  @Test("supplementary views of kinds that the layout has no place for are warned of by kind")
  func unplaced() {
    let section = Section(1).with { $0.supplementaries = ["badge": [Supplementary(), Supplementary()]] }
    let warnings = FlowLayout().solve(section, in: Container(200, 500)).warnings
    #expect(warnings.map(\.code) == [.supplementaryNotPlaced])
    #expect(warnings.map(\.count) == [2])
    #expect(warnings.map(\.kind) == ["badge"])
  }

  @Test("a header as wide as a fraction of a pixel more snaps to the pixel and begins at zero, never below")
  func breadthRounding() {
    for direction in Container.Direction.allCases {
      let container = Container(100.6, 500).with {
        $0.scale = 1
        $0.direction = direction
      }
      let frame = layout.solve(Section(1), in: container).frame(.header, 0)
      #expect(frame == Rect(x: 0, y: 0, width: 101, height: 44))
      #expect(frame?.x.sign == .plus)
    }
  }
}
