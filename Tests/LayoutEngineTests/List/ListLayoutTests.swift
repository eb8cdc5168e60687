import Testing

@testable import LayoutEngine

@Suite("Lists")
struct ListLayoutTests {
  let container = Container(320, 480)

  @Test("without parameters rows are 44 high, span the width and follow one another")
  func defaults() {
    let solved = ListLayout().solve(Section(3), in: container)
    #expect(solved.frame(0, 2) == Rect(x: 0, y: 88, width: 320, height: 44))
    #expect(solved.contentSize == Size(width: 320, height: 132))
    #expect(solved.names() == ["cell 0.0", "cell 0.1", "cell 0.2"])
  }

  @Test("rows span the container less its insets, whatever width they name")
  func width() {
    let container = container.with { $0.insets = Insets(left: 10, right: 20) }
    let solved = ListLayout().solve(Section(sizes: [(9999, 30)]), in: container)
    #expect(solved.frame(0, 0) == Rect(x: 0, y: 0, width: 290, height: 30))
  }

  @Test(
    "plain headers and footers pin, grouped and inset grouped ones do not",
    arguments: ListLayout.Style.allCases)
  func pinning(style: ListLayout.Style) {
    let layout = ListLayout {
      $0.style = style
      $0.metrics.sectionHeaderHeight = 28
      $0.metrics.sectionFooterHeight = 20
    }
    let solved = layout.solve(Section(30), in: container)
    let visible = Rect(x: 0, y: 100, width: 320, height: 480)
    #expect(solved.frame(.header, 0, visible: visible)?.y == (style == .plain ? 100 : 0))
    #expect(solved.frame(.footer, 0, visible: visible)?.y == (style == .plain ? 560 : 1348))
  }

  @Test(
    "an inset grouped list keeps its rows 16 points from the sides unless its section inset says otherwise")
  func insetGrouped() {
    var layout = ListLayout { $0.style = .insetGrouped }
    #expect(layout.solve(Section(1), in: container).frame(0, 0) == Rect(x: 16, y: 0, width: 288, height: 44))
    layout.metrics.sectionInset = Insets(top: 5, left: 4, bottom: 6)
    let solved = layout.solve(Section(1), in: container)
    #expect(solved.frame(0, 0) == Rect(x: 4, y: 5, width: 316, height: 44))
    #expect(solved.contentSize.height == 55)
  }

  // Apple, NSCollectionLayoutSection.supplementariesFollowContentInsets: "The default value of this property is true."
  @Test("headers and footers of an inset grouped list stand inside its insets, which grow with the width")
  func insetStrips() {
    let layout = ListLayout {
      $0.style = .insetGrouped
      $0.metrics.sectionHeaderHeight = 30
      $0.metrics.sectionFooterHeight = 20
    }
    for (width, side) in [(320.0, 16.0), (413, 16), (414, 20), (428, 20), (1024, 20)] {
      let solved = layout.solve(Section(1), in: Container(width, 480))
      #expect(solved.frame(.header, 0) == Rect(x: side, y: 0, width: width - 2 * side, height: 30))
      #expect(solved.frame(0, 0) == Rect(x: side, y: 30, width: width - 2 * side, height: 44))
      #expect(solved.frame(.footer, 0) == Rect(x: side, y: 74, width: width - 2 * side, height: 20))
    }
    var own = layout
    own.metrics.sectionInset = Insets(top: 5, left: 4, bottom: 6)
    #expect(
      own.solve(Section(1), in: container).frame(.header, 0) == Rect(x: 4, y: 0, width: 316, height: 30))
    own.style = .grouped
    #expect(
      own.solve(Section(1), in: container).frame(.header, 0) == Rect(x: 0, y: 0, width: 320, height: 30))
  }

  // Apple, UITableView.sectionHeaderTopPadding: "The amount of padding above each section header."
  @Test("the padding above a header scrolls away while the header pins, and a section without one has none")
  func headerPadding() {
    let layout = ListLayout {
      $0.metrics.sectionHeaderHeight = 28
      $0.metrics.sectionHeaderTopPadding = 22
    }
    let bare = ListMetrics {
      $0.sectionHeaderHeight = 0
      $0.sectionHeaderTopPadding = 40
    }
    let solved = layout.solve(
      Section(10), Section(2).with { $0.metrics = .list(bare) }, Section(1), in: container)
    #expect(solved.frame(.header, 0) == Rect(x: 0, y: 22, width: 320, height: 28))
    #expect(solved.frame(0, 0)?.y == 50)
    #expect(solved.frame(1, 0)?.y == 490)
    #expect(solved.frame(.header, 2)?.y == 600)
    #expect(solved.frame(.header, 0, visible: Rect(x: 0, y: 10, width: 320, height: 400))?.y == 22)
    #expect(solved.frame(.header, 0, visible: Rect(x: 0, y: 100, width: 320, height: 400))?.y == 100)
    #expect(solved.contentSize.height == 672)
  }

  // Apple, UITableView.cellLayoutMarginsFollowReadableWidth: "A Boolean value that indicates whether the cell margins are
  // derived from the width of the readable content guide."
  @Test("rows of readable width are 672 points wide at most and centred, whatever the style")
  func readableWidth() {
    var layout = ListLayout {
      $0.cellLayoutMarginsFollowReadableWidth = true
      $0.metrics.sectionHeaderHeight = 20
    }
    #expect(layout.solve(Section(1), in: container).frame(0, 0)?.width == 320)
    let wide = Container(1000, 480)
    #expect(layout.solve(Section(1), in: wide).frame(0, 0) == Rect(x: 164, y: 20, width: 672, height: 44))
    #expect(layout.solve(Section(1), in: wide).frame(.header, 0)?.width == 1000)
    layout.style = .insetGrouped
    #expect(layout.solve(Section(1), in: wide).frame(.header, 0)?.width == 672)
    #expect(layout.solve(Section(1), in: Container(700, 480)).frame(0, 0)?.width == 660)
    layout.metrics.sectionInset = Insets(left: 200)
    #expect(layout.solve(Section(1), in: wide).frame(0, 0) == Rect(x: 200, y: 20, width: 636, height: 44))
  }

  // Apple, UITableViewCell.separatorInset: "Positive inset values move the separator inward and away from edges of the
  // cell."
  @Test("a separator is a hairline at the bottom of its row, inside it, between its insets")
  func separator() {
    let layout = ListLayout { $0.metrics.separator = Insets(left: 15, right: 5) }
    let solved = layout.solve(Section(2), in: container.with { $0.scale = 2 })
    #expect(solved.frame(.separator, 0) == Rect(x: 15, y: 43.5, width: 300, height: 0.5))
    #expect(solved.names() == ["cell 0.0", "cell 0.1", "separator 0.0", "separator 0.1"])
  }

  // Apple, UITableViewCell.indentationWidth: "The width for each level of indentation of a cell's content."
  // indentationLevel: "indents the cell's content from the left edge of the cell separator."
  @Test("a row stands in by its level times the width, is as much narrower, and its separator stays")
  func indentation() {
    let layout = ListLayout {
      $0.metrics.separator = Insets(left: 15)
      $0.metrics.sectionInset = Insets(left: 8, right: 12)
    }
    var items = [Item(), Item(), Item(aspectRatio: 2), Item()]
    items[1].indentationLevel = 1
    items[2].indentationLevel = 4
    items[3].indentationLevel = 1000
    let section = Section(items: items)
    #expect(
      layout.solve(section, in: container).cells() == [
        Rect(x: 8, y: 0, width: 300, height: 44), Rect(x: 18, y: 44, width: 290, height: 44),
        Rect(x: 48, y: 88, width: 260, height: 130), Rect(x: 308, y: 218, width: 0, height: 44),
      ])
    let path = ElementPath(kind: .separator, indexPath: IndexPath(section: 0, item: 1))
    #expect(layout.solve(section, in: container).attributes(of: path, visible: nil)?.frame.x == 23)
    let wide = section.with { $0.metrics = .list(ListMetrics { $0.indentationWidth = 25 }) }
    #expect(layout.solve(wide, in: container).frame(0, 1) == Rect(x: 33, y: 44, width: 275, height: 44))
    let right = layout.solve(section, in: container.with { $0.direction = .rightToLeft })
    #expect(right.frame(0, 1) == Rect(x: 12, y: 44, width: 290, height: 44))
  }

  @Test(
    "a row may have a separator of its own, or none, where the list draws separators; it keeps it as others come"
  )
  func ownSeparators() throws {
    var layout = ListLayout { $0.metrics.separator = Insets(left: 15) }
    var items = (0..<4).map { Item(id: "\($0)") }
    items[1].separator = .hidden
    items[2].separator = .inset(Insets(left: 60, right: 10))
    let sections = SectionList(Section(items: items))
    let solved = layout.prepare(sections, in: container)
    #expect(solved.names().suffix(3) == ["separator 0.0", "separator 0.2", "separator 0.3"])
    func separator(_ row: Int, of solved: any SolvedLayout) -> Rect? {
      let path = ElementPath(kind: .separator, indexPath: IndexPath(section: 0, item: row))
      return solved.attributes(of: path, visible: nil)?.frame
    }
    #expect(separator(1, of: solved) == nil)
    #expect(separator(2, of: solved) == Rect(x: 60, y: 131, width: 250, height: 1))
    #expect(separator(3, of: solved) == Rect(x: 15, y: 175, width: 305, height: 1))
    let updated = try sections.applying([
      BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item()]))
    ])
    let next = layout.prepare(updated, from: solved, in: container)
    #expect(separator(2, of: next) == nil)
    #expect(separator(3, of: next) == Rect(x: 60, y: 175, width: 250, height: 1))
    // A description without a separator is that of the section again.
    let again = try updated.sections.applying([
      BatchUpdate(.reconfigureItems(at: [IndexPath(section: 0, item: 3)], [Item(id: "2")]))
    ])
    #expect(separator(3, of: layout.prepare(again, from: next, in: container))?.x == 15)
    layout.metrics.separator = nil
    #expect(layout.prepare(sections, in: container).names().allSatisfy { $0.hasPrefix("cell") })
  }

  @Test(
    "the last row of a section has a separator in a plain list only", arguments: ListLayout.Style.allCases)
  func lastSeparator(style: ListLayout.Style) {
    let layout = ListLayout {
      $0.style = style
      $0.metrics.separator = .zero
    }
    let names = layout.solve(Section(2), in: container).names()
    #expect(names.contains("separator 0.1") == (style == .plain))
    #expect(names.contains("separator 0.0"))
  }

  @Test("a table's header and footer come first and last and push the sections apart from the ends")
  func tableStrips() {
    let layout = ListLayout {
      $0.tableHeader = Size(width: 1, height: 100)
      $0.tableFooter = Size(width: 1, height: 50)
      $0.metrics.sectionHeaderHeight = 20
    }
    let solved = layout.solve(Section(1), Section(1), in: container)
    #expect(
      solved.names() == [
        "tableHeader 0.0", "header 0.0", "cell 0.0", "header 1.0", "cell 1.0", "tableFooter 0.0",
      ])
    #expect(solved.frame(.tableHeader, 0) == Rect(x: 0, y: 0, width: 320, height: 100))
    #expect(solved.frame(.header, 0)?.y == 100)
    #expect(solved.frame(.tableFooter, 0)?.y == 228)
    #expect(solved.contentSize.height == 278)
    #expect(solved.names(in: Rect(x: 0, y: 99, width: 1, height: 2)) == ["tableHeader 0.0", "header 0.0"])
    #expect(solved.names(in: Rect(x: 0, y: 227, width: 1, height: 9)) == ["cell 1.0", "tableFooter 0.0"])
  }

  @Test("the first section describes a table's header and footer, with a size, an estimate or content")
  func describedTableStrips() {
    let layout = ListLayout { $0.tableHeader = Size(width: 1, height: 100) }
    func solve(_ header: Supplementary?, _ footer: Supplementary?) -> any SolvedLayout {
      var section = Section(1)
      section.supplementaries["tableHeader"] = header.map { [$0] }
      section.supplementaries["tableFooter"] = footer.map { [$0] }
      return layout.solve(section, Section(1), in: container)
    }
    let sized = solve(Supplementary(size: Size(width: 1, height: 70)), nil)
    #expect(sized.frame(.tableHeader, 0) == Rect(x: 0, y: 0, width: 320, height: 70))
    #expect(sized.frame(0, 0)?.y == 70 && sized.frame(.tableFooter, 0) == nil)
    #expect(sized.warnings.isEmpty)
    let content = Content(template: "t", jsonText: Array("{}".utf8))
    let open = solve(Supplementary(content: content), Supplementary(content: content))
    // Without an estimate, the layout's size is one; without that, the height of a row.
    #expect(open.frame(.tableHeader, 0)?.height == 100 && open.frame(.tableFooter, 0)?.height == 44)
    #expect(open.strip(.tableHeader, 0)?.isEstimated == true)
    #expect(open.contentSize.height == 100 + 88 + 44)
    // A second view of the kind, and those of another section, are not placed.
    var twice = Section(1)
    let view = Supplementary(size: Size(width: 1, height: 70))
    twice.supplementaries["tableHeader"] = [view, view]
    #expect(layout.solve(twice, in: container).warnings.map(\.count) == [1])
    #expect(layout.solve(Section(1), twice, in: container).warnings.map(\.count) == [2])
  }

  @Test("row spacing stands between rows, not behind the last")
  func rowSpacing() {
    let layout = ListLayout { $0.metrics.rowSpacing = 6 }
    let solved = layout.solve(Section(2), Section(1), in: container)
    #expect(solved.frame(0, 1)?.y == 50)
    #expect(solved.frame(1, 0)?.y == 94)
  }

  @Test(
    "row heights: a number is final, automatic is an estimate, and an estimate of 0 turns estimating off",
    arguments: [
      (nil, nil, 44.0, false), (.points(30), nil, 30, false), (.points(30), 60, 30, false),
      (.automatic, nil, 44, true), (.automatic, 60, 60, true), (.automatic, 0, 44, false),
      (nil, 60, 60, true), (nil, 0, 44, false),
    ] as [(ListMetrics.RowHeight?, Double?, Double, Bool)])
  func rowHeight(height: ListMetrics.RowHeight?, estimate: Double?, expected: Double, isEstimated: Bool) {
    let layout = ListLayout {
      $0.metrics.rowHeight = height
      $0.metrics.estimatedRowHeight = estimate
    }
    let row = layout.solve(Section(1), in: container).attributes(of: .cell(0, 0), visible: nil)
    #expect(row?.frame.height == expected)
    #expect(row?.isEstimated == isEstimated)
  }

  @Test("a row's own size, ratio or estimate decides before the list's")
  func precedence() {
    let items = [
      Item(size: Size(width: 0, height: 10), estimatedSize: Size(width: 0, height: 11), aspectRatio: 4),
      Item(estimatedSize: Size(width: 0, height: 11), aspectRatio: 4),
      Item(estimatedSize: Size(width: 0, height: 11)), Item(),
    ]
    let solved = ListLayout().solve(Section(items: items), in: container)
    #expect(solved.cells().map(\.height) == [10, 80, 11, 44])
    #expect(solved.elements(in: nil, visible: nil).records.map(\.isEstimated) == [false, false, true, false])
  }

  @Test("an estimated header height counts where no height is given, and is flagged")
  func estimatedHeader() {
    let layout = ListLayout {
      $0.metrics.estimatedSectionHeaderHeight = 33
      $0.metrics.sectionFooterHeight = 10
      $0.metrics.estimatedSectionFooterHeight = 33
    }
    let solved = layout.solve(Section(1), in: container)
    #expect(solved.strip(.header, 0)?.frame.height == 33)
    #expect(solved.strip(.header, 0)?.isEstimated == true)
    #expect(solved.strip(.footer, 0)?.frame.height == 10)
    #expect(solved.strip(.footer, 0)?.isEstimated == false)
  }

  @Test("a section's metrics stand in for the list's, one by one")
  func overrides() {
    let metrics = ListMetrics {
      $0.rowHeight = .points(20)
      $0.sectionHeaderHeight = 5
      $0.separator = .zero
      $0.sectionInset = Insets(left: 10)
      $0.rowSpacing = 2
    }
    let solved = ListLayout().solve(
      Section(1), Section(2).with { $0.metrics = .list(metrics) }, in: container)
    #expect(
      solved.names() == [
        "cell 0.0", "header 1.0", "cell 1.0", "cell 1.1", "separator 1.0", "separator 1.1",
      ])
    #expect(solved.frame(1, 1) == Rect(x: 10, y: 71, width: 310, height: 20))
  }

  @Test("a list of ten million rows alike is one chunk")
  func counted() {
    let solved = ListLayout().prepare(SectionList(Section(10_000_000)), in: container)
    #expect(solved.sections.leaf(at: 0).leaf.body.rows.leafCount == 1)
    #expect(solved.contentSize.height == 440_000_000)
    #expect(solved.frame(0, 9_999_999)?.y == 439_999_956)
    #expect(
      solved.names(in: Rect(x: 0, y: 44e6 + 1, width: 1, height: 44)) == ["cell 0.1000000", "cell 0.1000001"])
  }

  @Test("rows of no height are found around their place, and rows that overlap are all found")
  func degenerate() {
    let flat = ListLayout { $0.metrics.rowHeight = .points(0) }.solve(Section(100), in: container)
    #expect(flat.elements(in: Rect(x: 0, y: -1, width: 320, height: 2), visible: nil).count == 100)
    let stacked = ListLayout { $0.metrics.rowSpacing = -40 }.solve(Section(20), in: container)
    #expect(stacked.names(in: Rect(x: 0, y: 43, width: 1, height: 0.5)).count == 11)
    #expect(
      ListLayout { $0.metrics.rowSpacing = -40 }.solve(Section(0), in: container).contentSize.height == 0)
  }
}
