import Testing

@testable import LayoutEngine

@Suite("Supplementary views and decorations of a compositional layout")
struct CompositionalViewTests {
  let screen = Container(400, 800)

  @Test(
    "a boundary item stands at its alignment, and makes room there",
    arguments: [
      (BoundaryItem.Alignment.top, Rect(x: 150, y: 0, width: 100, height: 30), Point(x: 0, y: 30)),
      (.topLeading, Rect(x: 0, y: 0, width: 100, height: 30), Point(x: 0, y: 30)),
      (.topTrailing, Rect(x: 300, y: 0, width: 100, height: 30), Point(x: 0, y: 30)),
      (.bottom, Rect(x: 150, y: 200, width: 100, height: 30), Point(x: 0, y: 0)),
      (.bottomLeading, Rect(x: 0, y: 200, width: 100, height: 30), Point(x: 0, y: 0)),
      (.bottomTrailing, Rect(x: 300, y: 200, width: 100, height: 30), Point(x: 0, y: 0)),
      (.leading, Rect(x: 0, y: 85, width: 100, height: 30), Point(x: 100, y: 0)),
      (.trailing, Rect(x: 300, y: 85, width: 100, height: 30), Point(x: 0, y: 0)),
      (.none, Rect(x: 150, y: 85, width: 100, height: 30), Point(x: 0, y: 0)),
    ])
  func alignments(alignment: BoundaryItem.Alignment, frame: Rect, cell: Point) throws {
    let item = BoundaryItem(kind: "edge", size: .points(100, 30), alignment: alignment)
    for isWhole in [false, true] {
      var layout = CompositionalLayout(.row(of: 1, .row(200)))
      if isWhole { layout.boundaryItems = [item] } else { layout.sections[0].boundaryItems = [item] }
      let solved = try layout.solve(Section(1), in: screen)
      #expect(solved.view("edge") == frame)
      #expect(solved.frame(0, 0)?.origin == cell)
      #expect(solved.frame(0, 0)?.width == (alignment == .leading || alignment == .trailing ? 300 : 400))
      #expect(
        solved.contentSize
          == Size(
            width: 400,
            height: frame.height == 30 && [.none, .leading, .trailing].contains(alignment) ? 200 : 230))
    }
  }

  @Test("an item beside the content stands between header and footer, and has a fraction of the height there")
  func beside() throws {
    let footer = BoundaryItem.strip("footer", 80, .bottom)
    let header = BoundaryItem.strip("header", 30, .top)
    func hours(_ height: LayoutDimension, _ others: [BoundaryItem]) throws -> any SolvedLayout {
      let hours = BoundaryItem(
        kind: "hours", size: LayoutSize(.absolute(40), height), alignment: .leading)
      return try CompositionalLayout(.row(of: 1, .row(100))) {
        $0.boundaryItems = others + [hours]
      }.solve(Section(1), in: screen)
    }
    for height in [LayoutDimension.absolute(100), .fractionalHeight(1), .fractionalHeight(3)] {
      let solved = try hours(height, [header, footer])
      #expect(solved.view("hours") == Rect(x: 0, y: 30, width: 40, height: 100))
      #expect(solved.frame(0, 0) == Rect(x: 40, y: 30, width: 360, height: 100))
      #expect(solved.view("footer")?.y == 130)
    }
    #expect(try hours(.fractionalHeight(1), []).view("hours") == Rect(x: 0, y: 0, width: 40, height: 100))
    #expect(
      try hours(.fractionalHeight(0.5), [header]).view("hours") == Rect(x: 0, y: 55, width: 40, height: 50))
    // Pinned, it stays below the pinned header.
    var title = header
    title.pinToVisibleBounds = true
    let day = BoundaryItem(
      kind: "day", size: .points(40, 20), alignment: .leading, pinToVisibleBounds: true)
    let pinned = try CompositionalLayout(.row(of: 1, .row(100))) { $0.boundaryItems = [title, day] }
      .solve(Section(9), in: screen)
    let visible = Rect(x: 0, y: 600, width: 400, height: 300)
    #expect(pinned.view("header", visible: visible)?.y == 600)
    #expect(pinned.view("day", visible: visible) == Rect(x: 0, y: 630, width: 40, height: 20))
    // One that is higher than the groups makes the section as high.
    let high = try hours(.absolute(150), [header, footer])
    #expect(high.view("hours") == Rect(x: 0, y: 30, width: 40, height: 150))
    #expect(high.view("footer")?.y == 180 && high.frame(0, 0)?.y == 30)
  }

  @Test("the first of two headers is outermost; one that does not extend the boundary lies over the content")
  func stacked() throws {
    let layout = CompositionalLayout(.row(of: 1, .row(100))) {
      $0.boundaryItems = [
        .strip("a", 10, .top), .strip("b", 20, .top),
        .strip("over", 5, .top) {
          $0.extendsBoundary = false
          $0.absoluteOffset = Point(x: 3, y: 4)
        },
      ]
      $0.contentInsets = Insets(top: 7, left: 50, bottom: 0, right: 50)
    }
    let solved = try layout.solve(Section(1), in: screen)
    #expect(solved.view("a") == Rect(x: 50, y: 0, width: 300, height: 10))
    #expect(solved.view("b")?.y == 10)
    #expect(solved.view("over") == Rect(x: 53, y: 34, width: 300, height: 5))
    #expect(solved.frame(0, 0) == Rect(x: 50, y: 37, width: 300, height: 100))
  }

  @Test("a header pins to the visible top until its section's footer begins; a footer to the bottom")
  func pinned() throws {
    let layout = CompositionalLayout(.row(of: 1, .row(100))) {
      $0.boundaryItems = [
        .strip("header", 30, .top) { $0.pinToVisibleBounds = true },
        .strip("footer", 20, .bottom) { $0.pinToVisibleBounds = true },
      ]
    }
    let solved = try layout.solve(
      Section(10), Section(1), in: screen.with { $0.insets = Insets(top: 40, bottom: 10) })
    func at(_ y: Double) -> [Double?] {
      let visible = Rect(x: 0, y: y, width: 400, height: 300)
      return [solved.view("header", visible: visible)?.y, solved.view("footer", visible: visible)?.y]
    }
    #expect(at(-40) == [0, 230])
    #expect(at(200) == [240, 470])
    #expect(at(-500) == [0, 30])
    #expect(at(990) == [1000, 1030])
    #expect(solved.followsVisibleRect)
    // A search finds a pinned view where it is visible.
    let visible = Rect(x: 0, y: 200, width: 400, height: 300)
    #expect(solved.names(in: visible, visible: visible).first == "header 0.0")
  }

  @Test("whether a view pins, and to which edge, does not depend on its z-index")
  func pinnedEdges() throws {
    let badge = AnchoredItem(
      kind: "badge", size: .points(20, 10), containerAnchor: LayoutAnchor(horizontal: .end, vertical: .start),
      zIndex: 20)
    let group = LayoutGroup.row(.row(100), .item(.row(100)) { $0.supplementaryItems = [badge] })
    let layout = CompositionalLayout(group) {
      $0.boundaryItems = [
        .strip("header", 30, .top) {
          $0.pinToVisibleBounds = true
          $0.zIndex = 3
        },
        .strip("footer", 20, .bottom) { $0.pinToVisibleBounds = true },
        .strip("title", 10, .top) { $0.zIndex = 20 },
      ]
    }
    let solved = try layout.solve(Section(10), in: screen)
    func view(_ kind: String) throws -> LayoutAttributes {
      let path = ElementPath(
        kind: ElementKind(category: .supplementary, name: kind), indexPath: IndexPath(section: 0, item: 0))
      return try #require(
        solved.attributes(of: path, visible: Rect(x: 0, y: 100, width: 400, height: 300)))
    }
    let header = try view("header")
    #expect(header.pins == .start && header.isPinned && header.appearance.zIndex == 3)
    // One without a z-index stands in front of cells and badges while it is displaced.
    let footer = try view("footer")
    #expect(footer.pins == .end && footer.isPinned && footer.appearance.zIndex == 10)
    for kind in ["title", "badge"] {
      let loose = try view(kind)
      #expect(loose.pins == nil && !loose.isPinned && loose.appearance.zIndex == 20, "\(kind)")
    }
  }

  @Test("a boundary item at the trailing side pins to the end where sections scroll horizontally")
  func pinnedSide() throws {
    let side = BoundaryItem(
      kind: "side", size: .points(30, 50), alignment: .trailing, pinToVisibleBounds: true)
    for (axis, edge) in [(ScrollAxis.vertical, PinnedEdge.start), (.horizontal, .end)] {
      var layout = CompositionalLayout(.row(of: 1, .points(100, 100))) { $0.boundaryItems = [side] }
      layout.scrollDirection = axis
      let solved = try layout.solve(Section(9), in: screen)
      let views = solved.elements(in: nil, visible: nil).records.filter { $0.kind != 0 }
      #expect(views.count == 1 && views[0].pins == edge)
    }
  }

  @Test("an empty section keeps its header and footer, and nothing else")
  func empty() throws {
    let layout = CompositionalLayout(.row(of: 1, .row(100))) {
      $0.boundaryItems = [.strip("header", 30, .top), .strip("footer", 20, .bottom)]
      $0.contentInsets = Insets(top: 50, left: 0, bottom: 50, right: 0)
      $0.decorationItems = [DecorationItem(kind: "back")]
    }.with { $0.interSectionSpacing = 8 }
    let solved = try layout.solve(Section(0), Section(1), in: screen)
    #expect(
      solved.names() == ["header 0.0", "footer 0.0", "header 1.0", "cell 1.0", "footer 1.0", "back 1.0"])
    #expect(solved.view("header", 1)?.y == 58)
    #expect(solved.decoration("back", 1) == Rect(x: 0, y: 58, width: 400, height: 250))
  }

  @Test("an anchor names edges of the frame that holds the view; without one along a direction it is centred")
  func anchors() throws {
    func view(_ container: LayoutAnchor, _ item: LayoutAnchor? = nil) throws -> Rect? {
      let view = AnchoredItem(
        kind: "dot", size: .points(20, 10), containerAnchor: container, itemAnchor: item)
      let group = LayoutGroup.row(.row(100), .item(.points(100, 100)) { $0.supplementaryItems = [view] })
      return try CompositionalLayout(group).solve(Section(1), in: screen).view("dot")
    }
    #expect(
      try view(LayoutAnchor(horizontal: .end, vertical: .start)) == Rect(x: 80, y: 0, width: 20, height: 10))
    #expect(
      try view(
        LayoutAnchor(horizontal: .end, vertical: .start, offset: .fractional(Point(x: 0.5, y: -0.5))))
        == Rect(x: 90, y: -5, width: 20, height: 10))
    #expect(
      try view(LayoutAnchor(vertical: .end, offset: .absolute(Point(x: 3, y: 2))))
        == Rect(x: 43, y: 92, width: 20, height: 10))
    // The view's own trailing edge on the host's leading edge.
    #expect(
      try view(LayoutAnchor(horizontal: .start), LayoutAnchor(horizontal: .end))
        == Rect(x: -20, y: 45, width: 20, height: 10))
  }

  @Test("a group's view has the group's number and stands in its inset rect, however few items there are")
  func groupViews() throws {
    let view = AnchoredItem(
      kind: "mark", size: .points(10, 10), containerAnchor: LayoutAnchor(horizontal: .end))
    let group = LayoutGroup.row(of: 3, .row(50)) {
      $0.contentInsets = Insets(right: 40)
      $0.supplementaryItems = [view]
    }
    let solved = try CompositionalLayout(group).solve(Section(4), Section(0), in: screen)
    #expect(solved.view("mark", 0, 0) == Rect(x: 350, y: 20, width: 10, height: 10))
    #expect(solved.view("mark", 0, 1) == Rect(x: 350, y: 70, width: 10, height: 10))
    #expect(solved.view("mark", 0, 2) == nil)
    #expect(solved.view("mark", 1, 0) == nil)
  }

  @Test("views of nested groups are numbered through their section, those of absent ones left out")
  func nestedViews() throws {
    let view = AnchoredItem(
      kind: "mark", size: .points(10, 10), containerAnchor: LayoutAnchor(horizontal: .start, vertical: .start)
    )
    let nested = LayoutGroup.column(
      LayoutSize(.fractionalWidth(0.5), .fractionalHeight(1)),
      .item(LayoutSize(.fractionalWidth(1), .fractionalHeight(0.5))),
      change: { $0.supplementaryItems = [view] })
    let layout = CompositionalLayout(.row(.row(100), .group(nested)))
    let solved = try layout.solve(Section(6), in: screen)
    // Four items to a group, two to each nested one.
    #expect(
      (0..<4).map { solved.view("mark", 0, $0)?.origin } == [
        Point(x: 0, y: 0), Point(x: 200, y: 0), Point(x: 0, y: 100), nil,
      ])
  }

  @Test("views come by kind, then by index, those at edges among them")
  func order() throws {
    let badge = AnchoredItem(kind: "badge", size: .points(5, 5), containerAnchor: LayoutAnchor())
    let layout = CompositionalLayout(
      .row(.row(50), .item(LayoutSize()) { $0.supplementaryItems = [badge] })
    ) {
      $0.boundaryItems = [
        .strip("zebra", 5, .top), .strip("aside", 5, .top), .strip("footer", 5, .bottom),
        .strip("header", 5, .top),
      ]
      $0.decorationItems = [DecorationItem(kind: "back")]
    }.with { $0.boundaryItems = [.strip("last", 5, .bottom), .strip("first", 5, .top)] }
    let solved = try layout.solve(Section(2), in: screen)
    #expect(
      solved.names() == [
        "first 0.0", "header 0.0", "aside 0.0", "badge 0.0", "badge 0.1", "zebra 0.0", "cell 0.0", "cell 0.1",
        "footer 0.0", "back 0.0", "last 0.0",
      ])
  }

  @Test("views that overhang their group and their section are found where they are seen")
  func overhang() throws {
    let view = AnchoredItem(
      kind: "far", size: .points(10, 10),
      containerAnchor: LayoutAnchor(
        horizontal: .start, vertical: .start, offset: .absolute(Point(x: 0, y: -700))))
    let layout = CompositionalLayout(.row(.row(50), .item(LayoutSize()) { $0.supplementaryItems = [view] }))
    let solved = try layout.solve(Section(100), Section(100), in: screen)
    #expect(solved.names(in: Rect(x: 0, y: 4301, width: 9, height: 5)).contains("far 1.0"))
    #expect(solved.names(in: Rect(x: 0, y: -699, width: 9, height: 5)) == ["far 0.0"])
  }

  @Test("views that a definition has no place for are named")
  func unplaced() throws {
    let layout = CompositionalLayout(.row(of: 1, .row(50)))
    let section = Section(1, header: Supplementary()).with {
      $0.supplementaries = ["badge": [Supplementary()]]
    }
    let solved = try layout.solve(section, in: screen)
    #expect(solved.warnings.map(\.kind) == ["header", "badge"])
    #expect(solved.codes == ["supplementary_not_placed", "supplementary_not_placed"])
  }

  @Test("the room of a section is the container's by its reference")
  func reference() throws {
    let container = Container(800, 600).with { $0.insets = Insets(left: 30, right: 10) }
    func frame(_ reference: CompositionalLayout.ContentInsetsReference) throws -> Rect? {
      let layout = CompositionalLayout(.row(of: 1, .row(50))).with { $0.contentInsetsReference = reference }
      return try layout.solve(Section(1), in: container).frame(0, 0)
    }
    #expect(try frame(.automatic) == Rect(x: 0, y: 0, width: 760, height: 50))
    #expect(try frame(.safeArea) == Rect(x: 0, y: 0, width: 760, height: 50))
    #expect(try frame(.none) == Rect(x: 0, y: 0, width: 800, height: 50))
    #expect(try frame(.layoutMargins) == Rect(x: 20, y: 0, width: 720, height: 50))
    #expect(try frame(.readableContent) == Rect(x: 44, y: 0, width: 672, height: 50))
  }
}
