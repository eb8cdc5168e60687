import Testing

@testable import LayoutEngine

/// Content decides the sizes that a layout leaves to it; until it is measured, they are estimates.
struct ContentEstimateTests {
  private let content = Content(template: "row", jsonText: [])
  private let container = Container(300, 400)

  /// Items of which every other one has content, and the same with an estimate of that size instead.
  private func sections(estimate: Size) -> (showing: SectionList, estimated: SectionList) {
    func list(_ item: Item) -> SectionList {
      SectionList(Section(items: (0..<9).map { $0 % 2 == 0 ? item : Item(size: estimate) }))
    }
    return (list(Item(content: content)), list(Item(estimatedSize: estimate)))
  }

  private func attributes(of solved: any SolvedLayout) -> [LayoutAttributes] {
    let list = solved.elements(in: nil, visible: nil)
    return (0..<list.count).map { list[$0] }
  }

  private func isSame(_ layout: LayoutKind, estimate: Size) throws -> Bool {
    let (showing, estimated) = sections(estimate: estimate)
    let first = attributes(of: try layout.prepare(showing, in: container))
    let second = attributes(of: try layout.prepare(estimated, in: container))
    return first == second && first.map(\.isEstimated) == (0..<9).map { $0 % 2 == 0 }
  }

  @Test func `an item that shows something stands as one that expects what the layout gives does`() throws {
    let flow = FlowLayout { $0.metrics.itemSize = Size(width: 70, height: 30) }
    #expect(try isSame(.flow(flow), estimate: Size(width: 70, height: 30)))
    let tags = FlowLayout { $0.estimatedItemSize = .size(Size(width: 90, height: 20)) }
    #expect(try isSame(.flow(tags), estimate: Size(width: 90, height: 20)))
    #expect(try isSame(.list(ListLayout()), estimate: Size(width: 300, height: 44)))
    let rows = ListLayout { $0.metrics.rowHeight = .points(31) }
    #expect(try isSame(.list(rows), estimate: Size(width: 300, height: 31)))
    #expect(try isSame(.waterfall(WaterfallLayout()), estimate: Size(width: 5, height: 5)))
    #expect(try isSame(.magazine(MagazineLayout()), estimate: Size(width: 300, height: 150)))
    let grid = GridLayout(3) { $0.metrics.lineExtent = .automatic }
    #expect(try isSame(.grid(grid), estimate: Size(width: 100, height: 100)))
    let tag = LayoutItem(size: LayoutSize(.estimated(60), .estimated(20)))
    let group = LayoutGroup(.line(.horizontal, members: [.item(tag)]), size: .points(300, 20))
    #expect(try isSame(.compositional(CompositionalLayout(group)), estimate: Size(width: 60, height: 20)))
  }

  @Test func `a size that a layout does not leave to the items is not measured from their content`() throws {
    let row = LayoutGroup.row(.row(44), .item(LayoutSize()))
    let layouts: [LayoutKind] = [
      .grid(GridLayout(2)), .compositional(CompositionalLayout(row)), .justified(JustifiedLayout()),
      .stack(StackLayout()), .circle(CircleLayout()), .spiral(SpiralLayout()), .coverFlow(CoverFlowLayout()),
      .carousel(CarouselLayout()),
    ]
    for layout in layouts {
      let plain = try layout.prepare(SectionList(Section(9)), in: container)
      let showing = try layout.prepare(
        SectionList(Section(items: Array(repeating: Item(content: content), count: 9))), in: container)
      #expect(attributes(of: showing) == attributes(of: plain), "\(layout)")
      #expect(attributes(of: plain).allSatisfy { !$0.isEstimated })
    }
    var item = Item(.full, .static)
    item.content = content
    let magazine = MagazineLayout().solve(Section(items: [item]), in: container)
    #expect(magazine.attributes(of: .cell(0, 0), visible: nil)?.isEstimated == false)
  }

  @Test func `content decides over a ratio, which is the estimate`() throws {
    let item = LayoutItem(size: LayoutSize(.absolute(80), .estimated(20)))
    let group = LayoutGroup(.line(.horizontal, members: [.item(item)]), size: .points(300, 50))
    let layouts: [LayoutKind] = [
      .flow(FlowLayout()), .list(ListLayout()), .waterfall(WaterfallLayout()), .magazine(MagazineLayout()),
      .grid(GridLayout(2) { $0.metrics.lineExtent = .automatic }),
      .compositional(CompositionalLayout(group)),
    ]
    for layout in layouts {
      let ratio = SectionList(Section(items: [Item(aspectRatio: 2)]))
      let showing = SectionList(Section(items: [Item(aspectRatio: 2, content: content)]))
      let expected = try layout.prepare(ratio, in: container).attributes(of: .cell(0, 0), visible: nil)!
      let found = try layout.prepare(showing, in: container).attributes(of: .cell(0, 0), visible: nil)!
      #expect(found.frame == expected.frame && found.isEstimated && !expected.isEstimated, "\(layout)")
      #expect(layout.estimatedItems(of: showing[0], at: 0) != .none)
      #expect(showing.openItemCount(before: IndexPath(section: 1, item: 0), as: layout).open == 1)
      #expect(ratio.openItemCount(before: IndexPath(section: 1, item: 0), as: layout).open == 0)
    }
  }
}

extension ContentEstimateTests {
  /// The height of a header that shows something, and whether it is estimated.
  private func header(_ layout: LayoutKind, _ view: Supplementary) throws -> LayoutAttributes? {
    try layout.prepare(SectionList(Section(1, header: view)), in: container).strip(.header, 0)
  }

  @Test func `a header with content exists, with its estimated size`() throws {
    let size = Size(width: 20, height: 30)
    var list = ListLayout()
    for layout in [.list(list), .flow(FlowLayout()), .magazine(MagazineLayout())] as [LayoutKind] {
      let unsaid = try header(layout, Supplementary(content: content))
      #expect(unsaid?.frame.height == 44 && unsaid?.isEstimated == true)
      let expected = try header(layout, Supplementary(estimatedSize: size, content: content))
      #expect(expected?.frame.height == 30 && expected?.isEstimated == true)
      let flat = Size(width: 20, height: 0)
      #expect(try header(layout, Supplementary(estimatedSize: flat, content: content))?.frame.height == 44)
      let sized = try header(layout, Supplementary(size: size, content: content))
      #expect(sized?.frame.height == 30 && sized?.isEstimated == false)
      #expect(try header(layout, Supplementary(size: flat, content: content)) == nil)
    }
    list.metrics.sectionHeaderHeight = 22
    let given = try header(.list(list), Supplementary(content: content))
    #expect(given?.frame.height == 22 && given?.isEstimated == true)
    let coarse = Container(300, 400).with { $0.scale = 0.01 }
    let solved = list.solve(Section(1, header: Supplementary(content: content)), in: coarse)
    #expect(solved.strip(.header, 0)?.frame.height == 100)
  }

  @Test func `a boundary item that shows something has an extent where its definition leaves it open`() throws
  {
    func header(_ height: LayoutDimension) throws -> LayoutAttributes? {
      let layout = CompositionalLayout(.row(.row(44), .item(LayoutSize()))) {
        $0.boundaryItems = [
          BoundaryItem(kind: "header", size: LayoutSize(.fractionalWidth(1), height), alignment: .top)
        ]
      }
      return try self.header(.compositional(layout), Supplementary(content: content))
    }
    #expect(try header(.estimated(0))?.frame.height == 44)
    #expect(try header(.estimated(30))?.frame.height == 30)
    #expect(try header(.estimated(30))?.isEstimated == true)
    #expect(try header(.absolute(30))?.isEstimated == false)
    #expect(try header(.absolute(0)) == nil)
  }
}
