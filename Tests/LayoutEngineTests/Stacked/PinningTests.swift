import Testing

@testable import LayoutEngine

@Suite("Pinned headers and footers")
struct PinningTests {
  let layout = FlowLayout {
    $0.metrics.headerReferenceSize = Size(width: 40, height: 40)
    $0.metrics.footerReferenceSize = Size(width: 30, height: 30)
    $0.metrics.minimumLineSpacing = 0
    $0.metrics.itemSize = Size(width: 100, height: 100)
    $0.sectionHeadersPinToVisibleBounds = true
    $0.sectionFootersPinToVisibleBounds = true
  }
  // A section of three items is 40 + 300 + 30 long.
  let container = Container(100, 200)

  private func window(_ y: Double) -> Rect { Rect(x: 0, y: y, width: 100, height: 200) }

  @Test(
    "a header stays at the visible top until the footer pushes it out",
    arguments: [(-50.0, 0.0), (0, 0), (100, 100), (300, 300), (320, 300), (500, 300)])
  func header(top: Double, expected: Double) {
    let solved = layout.solve(Section(3), Section(3), in: container)
    #expect(solved.frame(.header, 0, visible: window(top))?.y == expected)
  }

  @Test(
    "a footer stays at the visible bottom until the header pushes it out",
    arguments: [(-500.0, 40.0), (-100, 70), (0, 170), (100, 270), (170, 340), (900, 340)])
  func footer(top: Double, expected: Double) {
    let solved = layout.solve(Section(3), Section(3), in: container)
    #expect(solved.frame(.footer, 0, visible: window(top))?.y == expected)
  }

  @Test("the visible rect is less the container's insets")
  func insets() {
    let container = container.with { $0.insets = Insets(top: 20, bottom: 15) }
    let solved = layout.solve(Section(3), in: container)
    #expect(solved.frame(.header, 0, visible: window(50))?.y == 70)
    #expect(solved.frame(.footer, 0, visible: window(50))?.y == 205)
  }

  @Test("each of several sections pins its own")
  func several() {
    let solved = layout.solve(Section(3), Section(3), in: container)
    #expect(solved.frame(.header, 0, visible: window(330))?.y == 300)
    #expect(solved.frame(.header, 1, visible: window(330))?.y == 370)
    #expect(solved.frame(.footer, 0, visible: window(330))?.y == 340)
    #expect(solved.frame(.footer, 1, visible: window(330))?.y == 500)
  }

  @Test("one that moved stands in front of cells and says that it is pinned; one in its place does not")
  func front() {
    let solved = layout.solve(Section(3), in: container)
    let pinned = solved.strip(.header, 0, visible: window(10))
    #expect(pinned?.isPinned == true)
    #expect((pinned?.appearance.zIndex ?? 0) > 0)
    let natural = solved.strip(.header, 0, visible: window(0))
    #expect(natural?.isPinned == false)
    #expect(natural?.appearance == .plain)
  }

  @Test("a header pins to the start and a footer to the end, whether they moved or not")
  func edges() {
    let solved = layout.solve(Section(3), in: container)
    for visible in [nil, window(0), window(10), window(900)] {
      #expect(solved.strip(.header, 0, visible: visible)?.pins == .start)
      #expect(solved.strip(.footer, 0, visible: visible)?.pins == .end)
    }
    let list = solved.elements(in: nil, visible: window(10))
    let edges: [PinnedEdge?] = [.start, nil, nil, nil, .end]
    #expect(list.records.map(\.pins) == edges)
    #expect(list.records.map(\.isPinned) == [true, false, false, false, true])
    let copy = ElementList((0..<list.count).map { list[$0] })
    #expect(copy.records.map(\.pins) == edges)
    #expect(copy.records.map(\.isPinned) == [true, false, false, false, true])
  }

  @Test("a header's own value decides whether it pins, and a table header never does")
  func own() {
    let layout = ListLayout {
      $0.style = .grouped
      $0.metrics.sectionHeaderHeight = 20
      $0.tableHeader = Size(width: 0, height: 50)
    }
    let pinning = Section(1, header: Supplementary(pinsToVisibleBounds: true))
    let list = layout.solve(Section(1), pinning, in: container).elements(in: nil, visible: window(30))
    #expect(list.records.filter { $0.kind != 0 }.count == 3)
    #expect(list.records.filter { $0.pins != nil }.map(\.section) == [1])
  }

  @Test("whether and where an element pins leaves a record at 48 bytes")
  func size() {
    #expect(MemoryLayout<ElementList.Record>.stride == 48)
  }

  @Test("without a visible rect, or where the layout does not pin, they stay in their place")
  func unpinned() {
    #expect(layout.solve(Section(3), in: container).frame(.header, 0)?.y == 0)
    var loose = layout
    loose.sectionHeadersPinToVisibleBounds = false
    let solved = loose.solve(Section(3), in: container)
    #expect(solved.frame(.header, 0, visible: window(100))?.y == 0)
    #expect(solved.strip(.header, 0)?.pins == nil)
    #expect(solved.frame(.footer, 0, visible: window(100))?.y == 270)
  }

  @Test("pinning moves neither cells nor the content size")
  func contentSize() {
    let solved = layout.solve(Section(3), in: container)
    #expect(solved.contentSize.height == 370)
    let list = solved.elements(in: nil, visible: window(150))
    #expect((0..<list.count).map { list[$0] }.filter { $0.kind == .cell }.map(\.frame) == solved.cells())
  }

  @Test("a query finds a header where it is pinned to, not where it would be")
  func query() {
    let solved = layout.solve(Section(3), in: container)
    #expect(
      solved.names(in: Rect(x: 0, y: 200, width: 100, height: 10), visible: window(200)) == [
        "header 0.0", "cell 0.1",
      ])
    #expect(
      !solved.names(in: Rect(x: 0, y: 0, width: 100, height: 10), visible: window(200)).contains("header 0.0")
    )
  }

  @Test("scrolling horizontally, right to left, headers pin to the right")
  func horizontalRightToLeft() {
    var layout = layout
    layout.scrollDirection = .horizontal
    let container = Container(200, 100).with {
      $0.direction = .rightToLeft
      $0.insets = Insets(left: 7, right: 11)
    }
    let solved = layout.solve(Section(3), in: container)
    #expect(solved.contentSize.width == 370)
    #expect(solved.frame(.header, 0)?.x == 330)
    #expect(solved.frame(0, 0)?.x == 230)
    let visible = Rect(x: 100, y: 0, width: 200, height: 100)
    #expect(solved.frame(.header, 0, visible: visible)?.maxX == 289)
    #expect(solved.strip(.header, 0, visible: visible)?.pins == .start)
    #expect(solved.frame(.footer, 0, visible: visible)?.x == 107)
  }

  @Test("a pinned strip never leaves its section, wherever one looks")
  func staysInside() {
    let solved = layout.solve(Section(1), Section(0), Section(4), in: container)
    let sections = [(0.0, 170.0), (170, 240), (240, 710)]
    for top in stride(from: -300.0, through: 900, by: 7) {
      for (index, section) in sections.enumerated() {
        for kind in [ElementKind.header, .footer] {
          let frame = solved.frame(kind, index, visible: window(top))!
          #expect(frame.y >= section.0 && frame.maxY <= section.1, "\(kind.name) \(index) from \(top)")
        }
        let header = solved.frame(.header, index, visible: window(top))!
        #expect(header.maxY <= solved.frame(.footer, index, visible: window(top))!.y)
      }
    }
  }
}
