import Testing

@testable import LayoutEngine

/// The size available to an element's content.
struct FittingRoomTests {
  private let content = Content(template: "row", jsonText: [])
  private let container = Container(300, 400)

  private var showing: Section { Section(items: Array(repeating: Item(content: content), count: 5)) }

  /// The fitting room of an estimated cell, or of another estimated element.
  private func room(
    _ layout: LayoutKind, _ section: Section, _ path: ElementPath = .cell(0, 0)
  ) throws -> FittingRoom? {
    let solved = try layout.prepare(SectionList(section), in: container)
    let element = solved.attributes(of: path, visible: nil)
    #expect(element?.isEstimated == true, "\(path)")
    return element.map(solved.fittingRoom)
  }

  @Test func `rows and cells in columns are as broad as they stand, and as high as their content`() throws {
    var list = ListLayout { $0.style = .insetGrouped }
    #expect(try room(.list(list), showing) == FittingRoom(width: 268))
    list.metrics.sectionInset = Insets(left: 50, right: 20)
    #expect(try room(.list(list), showing) == FittingRoom(width: 230))
    let waterfall = WaterfallLayout { $0.metrics.minimumColumnSpacing = 20 }
    #expect(try room(.waterfall(waterfall), showing) == FittingRoom(width: 140))
    #expect(try room(.magazine(MagazineLayout()), showing) == FittingRoom(width: 300))
    var half = Item(.half, .dynamic)
    half.content = content
    #expect(try room(.magazine(MagazineLayout()), Section(items: [half, half])) == FittingRoom(width: 150))
  }

  @Test func `a cell of a grid has the breadth of its columns, whichever way the grid scrolls`() throws {
    var wide = Item(2, 1)
    wide.content = content
    let section = Section(items: [Item(content: content), wide])
    let vertical = GridLayout(3) { $0.metrics.lineExtent = .automatic }
    #expect(try room(.grid(vertical), section) == FittingRoom(width: 100))
    #expect(try room(.grid(vertical), section, .cell(0, 1)) == FittingRoom(width: 200))
    let horizontal = GridLayout(4) {
      $0.metrics.lineExtent = .automatic
      $0.scrollDirection = .horizontal
    }
    #expect(try room(.grid(horizontal), section) == FittingRoom(height: 100))
    #expect(try room(.grid(horizontal), section, .cell(0, 1)) == FittingRoom(height: 200))
  }

  @Test func `a cell of a flow is as large as its content, and no broader than a line`() throws {
    let vertical = FlowLayout { $0.metrics.sectionInset = Insets(top: 1, left: 20, bottom: 2, right: 30) }
    #expect(try room(.flow(vertical), showing) == FittingRoom(maximumWidth: 250))
    let horizontal = FlowLayout {
      $0.metrics.sectionInset = Insets(top: 15, left: 20, bottom: 25, right: 30)
      $0.scrollDirection = .horizontal
    }
    #expect(try room(.flow(horizontal), showing) == FittingRoom(maximumHeight: 360))
    let inset = Container(300, 400).with { $0.insets = Insets(left: 10, right: 10) }
    let solved = vertical.solve(showing, in: inset)
    let cell = try #require(solved.attributes(of: .cell(0, 0), visible: nil))
    #expect(solved.fittingRoom(of: cell) == FittingRoom(maximumWidth: 230))
  }

  @Test func `headers and footers span their section`() throws {
    let view = Supplementary(content: content)
    let section = Section(1, header: view, footer: view)
    let layouts: [LayoutKind] = [
      .list(ListLayout()), .flow(FlowLayout()), .grid(GridLayout(2)), .waterfall(WaterfallLayout()),
      .magazine(MagazineLayout { $0.metrics.sectionInsets = Insets(left: 20, right: 30) }),
      .justified(JustifiedLayout()), .stack(StackLayout()),
    ]
    for kind in [ElementKind.header, .footer] {
      let path = ElementPath(kind: kind, indexPath: IndexPath(section: 0, item: 0))
      for layout in layouts {
        let width: Double = layout.name == "magazine" ? 250 : 300
        #expect(try room(layout, section, path) == FittingRoom(width: width), "\(layout)")
      }
      let flow = FlowLayout { $0.scrollDirection = .horizontal }
      #expect(try room(.flow(flow), section, path) == FittingRoom(height: 400))
      let grid = GridLayout(2) { $0.scrollDirection = .horizontal }
      #expect(try room(.grid(grid), section, path) == FittingRoom(height: 400))
    }
  }

  @Test func `an item that keeps its aspect is as large as its content, and no broader than the layout`()
    throws
  {
    let item = Item(estimatedSize: Size(width: 30, height: 20), content: content)
    #expect(try room(.justified(JustifiedLayout()), Section(items: [item])) == FittingRoom(maximumWidth: 300))
  }
}

extension FittingRoomTests {
  private func room(
    of size: LayoutSize, in group: LayoutSize, _ change: (inout CompositionalLayout) -> Void = { _ in }
  ) throws -> FittingRoom? {
    var layout = CompositionalLayout(LayoutGroup(.line(.horizontal, members: [.item(size)]), size: group))
    change(&layout)
    return try room(.compositional(layout), showing)
  }

  @Test func `dimensions that are estimated are the content's, others are given`() throws {
    let tall = LayoutSize(.fractionalWidth(0.5), .estimated(30))
    let line = LayoutSize(.fractionalWidth(1), .estimated(30))
    #expect(try room(of: tall, in: line) == FittingRoom(width: 150))
    let tag = LayoutSize(.estimated(60), .absolute(20))
    #expect(try room(of: tag, in: line) == FittingRoom(height: 20, maximumWidth: 300))
    let both = LayoutSize(.estimated(60), .uniformAcrossSiblings(estimate: 20))
    #expect(try room(of: both, in: line) == FittingRoom(maximumWidth: 300))
  }

  @Test func `content goes as far as its group, or the section around an open group, has room`() throws {
    let tag = LayoutSize(.estimated(60), .estimated(20))
    #expect(
      try room(of: tag, in: LayoutSize(.absolute(200), .absolute(90)))
        == FittingRoom(maximumWidth: 200, maximumHeight: 90))
    let open = LayoutSize(.estimated(200), .estimated(90))
    #expect(try room(of: tag, in: open) == FittingRoom(maximumWidth: 300))
    #expect(
      try room(of: tag, in: open) {
        $0.sections[0].contentInsets = Insets(top: 9, left: 10, bottom: 9, right: 20)
        $0.sections[0].group.contentInsets = Insets(top: 1, left: 2, bottom: 3, right: 4)
      } == FittingRoom(maximumWidth: 264))
    let sideways = try room(of: tag, in: open) { $0.scrollDirection = .horizontal }
    #expect(sideways == FittingRoom(maximumHeight: 400))
  }

  @Test func `the tenth item's group is its own, and so is its room`() throws {
    let item = LayoutSize(.fractionalWidth(0.5), .estimated(30))
    let wide = LayoutSize(.fractionalWidth(1), .estimated(30))
    let group = LayoutGroup(
      .line(.vertical, members: [.item(item), .item(wide)]),
      size: LayoutSize(.fractionalWidth(1), .estimated(60)))
    let section = Section(items: Array(repeating: Item(content: content), count: 11))
    let layout = LayoutKind.compositional(CompositionalLayout(group))
    #expect(try room(layout, section, .cell(0, 9)) == FittingRoom(width: 300))
    #expect(try room(layout, section, .cell(0, 10)) == FittingRoom(width: 150))
  }

  @Test func `views at edges and at items are measured where their definitions estimate them`() throws {
    let badge = AnchoredItem(
      kind: "badge", size: LayoutSize(.estimated(9), .absolute(10)),
      containerAnchor: LayoutAnchor(horizontal: .end, vertical: .start))
    let top = BoundaryItem(
      kind: "header", size: LayoutSize(.fractionalWidth(1), .estimated(30)), alignment: .top)
    let title = BoundaryItem(
      kind: "title", size: LayoutSize(.estimated(50), .estimated(30)), alignment: .bottom)
    let layout = CompositionalLayout(
      .row(.row(44), .item(.points(80, 44)) { $0.supplementaryItems = [badge] })
    ) {
      $0.contentInsets = Insets(left: 10, right: 10)
      $0.boundaryItems = [top]
    }.with { $0.boundaryItems = [title] }
    let view = Supplementary(content: content)
    let section = showing.with {
      $0.header = view
      $0.supplementaries = ["badge": [view, view], "title": [view]]
    }
    func path(_ kind: String, _ index: Int) -> ElementPath {
      ElementPath(
        kind: ElementKind(category: .supplementary, name: kind), indexPath: IndexPath(section: 0, item: index)
      )
    }
    let kind = LayoutKind.compositional(layout)
    #expect(try room(kind, section, path("header", 0)) == FittingRoom(width: 280))
    #expect(try room(kind, section, path("title", 0)) == FittingRoom(maximumWidth: 300))
    #expect(try room(kind, section, path("badge", 1)) == FittingRoom(height: 10, maximumWidth: 80))
  }
}
