import Testing

@testable import LayoutEngine

/// Sections of several kinds in one compositional layout.
///
/// UIKit has lists: `NSCollectionLayoutSection.list(using:layoutEnvironment:)` "creates a list section using the
/// specified list configuration", which a section provider returns beside sections of groups.
@Suite("Sections of other kinds in a compositional layout")
struct SectionKindTests {
  private let screen = Container(400, 800)

  private static func list(_ change: (inout ListLayout) -> Void = { _ in }) -> CompositionalSection {
    CompositionalSection(kind: .list(ListLayout(change)))
  }

  /// Cards of 100 × 60 points that scroll across.
  private static var carousel: CompositionalSection {
    var section = CompositionalSection(group: .row(of: 1, .points(100, 60)))
    section.orthogonalScrolling = .continuous
    return section
  }

  @Test("a list with headers and separators stands between a carousel and a grid, in one scroll")
  func mixed() throws {
    let list = Self.list {
      $0.metrics.rowHeight = .points(50)
      $0.metrics.sectionHeaderHeight = 30
      $0.metrics.separator = Insets(left: 16)
    }
    let grid = CompositionalSection(kind: .grid(GridLayout(2) { $0.metrics.lineExtent = .points(80) }))
    let layout = CompositionalLayout(sections: [Self.carousel, list, grid])
      .with { $0.interSectionSpacing = 10 }
    let solved = try layout.solve(Section(9), Section(3), Section(4), in: screen)
    // The carousel is 60 high; the list begins behind the spacing, with its header.
    #expect(solved.frame(.header, 1) == Rect(x: 0, y: 70, width: 400, height: 30))
    #expect(solved.frame(1, 0) == Rect(x: 0, y: 100, width: 400, height: 50))
    #expect(solved.decoration("separator", 1, 2) == Rect(x: 16, y: 249, width: 384, height: 1))
    // 70 + 30 + 3 × 50 + 10 is where the grid begins.
    #expect(solved.frame(2, 0) == Rect(x: 0, y: 260, width: 200, height: 80))
    #expect(solved.frame(2, 3) == Rect(x: 200, y: 340, width: 200, height: 80))
    #expect(solved.contentSize == Size(width: 400, height: 420))
    #expect(solved.orthogonalSections(in: nil).map(\.section) == [0])
    #expect(solved.orthogonalSection(1) == nil)
    // The second row and what stands next to it.
    let found = solved.names(in: Rect(x: 0, y: 160, width: 400, height: 1))
    #expect(found == ["cell 1.1"])
  }

  @Test("headers of a plain list pin until the list ends, those of a grouped one do not")
  func pinned() throws {
    for style in [ListLayout.Style.plain, .grouped] {
      let list = Self.list {
        $0.style = style
        $0.metrics.sectionHeaderHeight = 30
        $0.metrics.rowHeight = .points(50)
      }
      let solved = try CompositionalLayout(sections: [Self.carousel, list, Self.carousel])
        .solve(Section(9), Section(10), Section(9), in: screen)
      func header(at y: Double) -> LayoutAttributes? {
        solved.strip(.header, 1, visible: Rect(x: 0, y: y, width: 400, height: 300))
      }
      // The list reaches from 60 to 590; its header is 30 high.
      #expect(header(at: 0)?.frame.y == 60)
      #expect(header(at: 200)?.frame.y == (style == .plain ? 200 : 60))
      #expect(header(at: 580)?.frame.y == (style == .plain ? 560 : 60))
      #expect(header(at: 200)?.appearance.zIndex == (style == .plain ? 10 : 0))
      #expect(solved.followsVisibleRect == (style == .plain))
      #expect(solved.pinningViews(ofSection: 1).map(\.kind) == (style == .plain ? [.header] : []))
      #expect(solved.pinningViews(ofSection: 0) == [])
    }
  }

  @Test("a section's content insets stand around cells, and at the sides of headers if these follow them")
  func contentInsets() throws {
    var flow = FlowLayout()
    flow.metrics.itemSize = Size(width: 50, height: 40)
    flow.metrics.headerReferenceSize = Size(width: 0, height: 30)
    flow.metrics.sectionInset = Insets(top: 1, left: 2, bottom: 3, right: 4)
    var section = CompositionalSection(kind: .flow(flow))
    section.contentInsets = Insets(top: 10, left: 20, bottom: 30, right: 40)
    let following = try CompositionalLayout(sections: [section]).solve(Section(1), in: screen)
    #expect(following.frame(.header, 0) == Rect(x: 20, y: 0, width: 340, height: 30))
    // Its line begins at 20 + 2, below the header, at 30 + 10 + 1.
    #expect(following.frame(0, 0) == Rect(x: 22, y: 41, width: 50, height: 40))
    #expect(following.contentSize == Size(width: 400, height: 30 + 10 + 1 + 40 + 3 + 30))
    section.supplementariesFollowContentInsets = false
    let spanning = try CompositionalLayout(sections: [section]).solve(Section(1), in: screen)
    #expect(spanning.frame(.header, 0) == Rect(x: 0, y: 0, width: 400, height: 30))
    #expect(spanning.frame(0, 0) == following.frame(0, 0))
  }

  @Test(
    "margins and boundary items at the sides narrow a section of each kind, and mirror with it",
    arguments: [nil, 2] as [Double?])
  func sides(scale: Double?) throws {
    let grid = GridLayout(3, spacing: 8) { $0.metrics.headerHeight = 20 }
    let waterfall = WaterfallLayout { $0.metrics.headerHeight = 20 }
    let flow = FlowLayout {
      $0.itemAlignment = .leading
      $0.metrics.headerReferenceSize = Size(width: 20, height: 20)
    }
    let list = ListLayout { $0.metrics.sectionHeaderHeight = 20 }
    let kinds: [(SectionKind, LayoutKind)] = [
      (.list(list), .list(list)), (.grid(grid), .grid(grid)), (.waterfall(waterfall), .waterfall(waterfall)),
      (.flow(flow), .flow(flow)),
    ]
    for (kind, alone) in kinds {
      for direction in Container.Direction.allCases {
        let container = screen.with {
          $0.direction = direction
          $0.scale = scale
        }
        var layout = CompositionalLayout(sections: [CompositionalSection(kind: kind)])
        layout.contentInsetsReference = .layoutMargins
        layout.boundaryItems = [
          BoundaryItem(kind: "rail", size: .points(30, 100), alignment: .leading)
        ]
        let solved = try layout.solve(Section(7), in: container)
        // 400 points less a rail of 30 and margins of 16, as these are below a width of 414.
        let narrow = container.with { $0.size.width = 400 - 30 - 2 * 16 }
        let expected = try alone.prepare(SectionList(Section(7)), in: narrow)
        let shift = direction == .leftToRight ? 46.0 : 16
        for item in 0..<7 {
          let (found, frame) = try (#require(solved.frame(0, item)), #require(expected.frame(0, item)))
          let isMoved =
            abs(found.x - frame.x - shift) < 1e-9 && abs(found.width - frame.width) < 1e-9
            && abs(found.y - frame.y) < 1e-9 && abs(found.height - frame.height) < 1e-9
          #expect(isMoved, "\(alone.name) \(item): \(found), \(frame)")
        }
        #expect(solved.frame(.header, 0) == Rect(x: shift, y: 0, width: 338, height: 20), "\(alone.name)")
      }
    }
  }

  @Test("a change of one row keeps the chunks of all others")
  func rowsAreShared() throws {
    let sections = SectionList(
      Section(3), Section(items: (0..<5000).map { Item(id: "\($0)", size: Size(width: 1, height: 40)) }))
    let layout = CompositionalLayout(sections: [Self.carousel, Self.list()])
    let old = try layout.prepare(sections, in: screen)
    let updated = try sections.applying([
      BatchUpdate(.insertItems(at: [IndexPath(section: 1, item: 0)], [Item(size: Size(width: 1, height: 9))]))
    ])
    let new = try layout.prepare(updated, from: old, in: screen)
    func rows(_ solved: CompositionalSolution) -> [ListRowChunk] {
      let body: ListSection? = solved.stack.sections.leaf(at: 1).leaf.body.body()
      return body.map { $0.rows.leaves } ?? []
    }
    let known = Set(rows(old).map(ObjectIdentifier.init))
    #expect(known.count > 15)
    #expect(rows(new).count { !known.contains(ObjectIdentifier($0)) } <= 2)
    // A diff need not look at rows that move as a whole.
    let shared = new.sharedCells(with: old, by: updated.map)
    #expect(shared.reduce(0) { $0 + $1.count } > 4500)
    #expect(shared.allSatisfy { $0.from.section == 1 && $0.to.section == 1 })
  }

  @Test("metrics of a layout that the collection had before do not count")
  func formerMetrics() throws {
    let former = Section(
      items: ItemSequence(count: 2), metrics: .list(ListMetrics { $0.rowHeight = .points(99) }))
    let solved = try CompositionalLayout(sections: [Self.list()]).solve(former, in: screen)
    #expect(solved.contentSize.height == 2 * ListMetrics.defaultRowHeight)
    let sized = SectionKind.grid(GridLayout(2) { $0.metrics.lineExtent = .points(80) })
    let automatic = Section(
      items: ItemSequence(count: 2), metrics: .grid(GridMetrics { $0.lineExtent = .automatic }))
    #expect(sized.estimatedItems(of: automatic) == .none)
  }

  @Test("rows and columns of cells do not scroll horizontally; grids and flows do")
  func horizontal() throws {
    func solve(_ kind: SectionKind) throws -> any SolvedLayout {
      try CompositionalLayout(sections: [Self.carousel, CompositionalSection(kind: kind)])
        .with { $0.scrollDirection = .horizontal }.solve(Section(1), Section(2), in: screen)
    }
    for (kind, name) in [
      (SectionKind.list(ListLayout()), "list"), (.waterfall(WaterfallLayout()), "waterfall"),
    ] {
      let error = #expect(throws: LayoutError.self) { _ = try solve(kind) }
      #expect(error?.parameter == ["sections", "1", name])
      #expect(error?.detail == "a \(name) scrolls vertically, and the layout scrolls horizontally")
    }
    let grid = GridLayout(2) { $0.metrics.lineExtent = .points(70) }
    // The carousel scrolls up and down, and is as wide as its cards.
    #expect(try solve(.grid(grid)).frame(1, 1) == Rect(x: 100, y: 400, width: 70, height: 400))
    let flow = FlowLayout { $0.metrics.itemSize = Size(width: 50, height: 395) }
    #expect(try solve(.flow(flow)).frame(1, 1) == Rect(x: 100, y: 405, width: 50, height: 395))
  }

  @Test("a change of a grid or a flow that scrolls horizontally agrees with a layout made anew")
  func horizontalChange() throws {
    let kinds: [SectionKind] = [
      .grid(GridLayout(2) { $0.metrics.lineExtent = .points(70) }), .flow(FlowLayout()),
    ]
    for kind in kinds {
      let layout = CompositionalLayout(sections: [CompositionalSection(kind: kind)])
        .with { $0.scrollDirection = .horizontal }
      let sections = SectionList(Section(30))
      let updated = try sections.applying([
        BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 3)]))
      ])
      let changed = try layout.prepare(
        updated, from: layout.prepare(sections, in: screen), in: screen)
      let anew = try layout.prepare(updated.sections, in: screen)
      #expect(changed.contentSize == anew.contentSize)
      #expect((0..<29).allSatisfy { changed.frame(0, $0) == anew.frame(0, $0) })
    }
  }

  @Test("views of kinds that a section of another kind does not place are listed, and items that do not fit")
  func warnings() throws {
    var section = Section(sizes: [(500, 10)])
    section.header = Supplementary(size: Size(width: 0, height: 20))
    section.supplementaries = ["badge": [Supplementary(size: Size(width: 9, height: 9))]]
    let flow = CompositionalSection(kind: .flow(FlowLayout()))
    let solved = try CompositionalLayout(sections: [flow]).solve(section, in: screen)
    #expect(solved.codes == ["item_wider_than_line", "supplementary_not_placed"])
    #expect(solved.warnings.last?.kind == "badge")
    #expect(solved.frame(.header, 0)?.height == 20)
  }

  @Test("measurements of a list's rows do not hold for the cells of a grid in the same place")
  func arrangement() {
    func breadth(_ sections: CompositionalSection...) -> MeasuredBreadth {
      LayoutKind.compositional(CompositionalLayout(sections: sections)).measuredBreadth(in: screen)
    }
    func grid(_ columns: Int) -> CompositionalSection {
      CompositionalSection(kind: .grid(GridLayout(columns)))
    }
    #expect(breadth(Self.list()) == breadth(Self.list { $0.metrics.sectionHeaderHeight = 30 }))
    #expect(
      Set([breadth(Self.list()), breadth(grid(2)), breadth(grid(3)), breadth(Self.carousel)]).count == 4)
  }

  @Test("an element goes where its item goes, if it is the item's")
  func followedItems() throws {
    let solved = try CompositionalLayout(sections: [
      Self.list { $0.metrics.separator = .zero }, Self.carousel,
    ]).solve(Section(3), Section(3), in: screen)
    #expect(solved.followsItem(.cell, inSection: 0) && solved.followsItem(.separator, inSection: 0))
    #expect(!solved.followsItem(.header, inSection: 0))
    #expect(solved.followsItem(.cell, inSection: 1) && !solved.followsItem(.separator, inSection: 1))
  }
}
