import TestSupport
import Testing

@testable import LayoutEngine

/// Items that are drawn by their places in the viewport.
///
/// `NSCollectionLayoutSection.visibleItemsInvalidationHandler`: "A closure called before each layout cycle to allow
/// modification of the items in the section immediately before they're displayed." It gets the visible items, with frame,
/// alpha, zIndex and transform, the section's scroll offset, and the environment with the container's size.
@Suite("Items drawn by their places in the viewport")
struct VisibleItemTests {
  let screen = Container(400, 300)

  /// Items 100 wide with 20 between them, in a section that scrolls across.
  private func carousel(_ formulas: AppearanceFormulas) -> CompositionalLayout {
    CompositionalLayout(.row(of: 1, .points(100, 60))) {
      $0.orthogonalScrolling = .continuous
      $0.interGroupSpacing = 20
      $0.visibleItems = formulas
    }
  }

  private func offsets(_ offset: Double, ofSection section: Int = 0) -> OrthogonalOffsets {
    var offsets = OrthogonalOffsets()
    offsets[section] = offset
    return offsets
  }

  private func cells(
    _ solved: any SolvedLayout, in rect: Rect? = nil, visible: Rect? = nil
  ) -> [LayoutAttributes] {
    let list = solved.elements(in: rect, visible: visible)
    return (0..<list.count).map { list[$0] }.filter { $0.kind == .cell }
  }

  @Test("an item of a section that scrolls across is drawn by its distance from the middle of the scroller")
  func orthogonal() throws {
    let formulas = try AppearanceFormulas(
      zIndex: "-abs(distance)", alpha: "1 - abs(distance) / 400", scale: "1 + distance / 1000")
    let solved = try carousel(formulas).solve(Section(9), Section(9), in: screen)
    // Centres are at 50, 170, 290, …, and the middle of the scroller at 200.
    let resting = cells(solved)
    #expect(resting.prefix(3).map(\.appearance.zIndex) == [-150, -30, -90])
    #expect(resting.prefix(3).map(\.appearance.alpha) == [0.625, 0.925, 0.775])
    #expect(resting.prefix(3).map(\.appearance.transform.a) == [0.85, 0.97, 1.09])
    // At the offset 90 the third item is in the middle, and frames are those at the offset 0.
    let scrolled = solved.scrolled(across: offsets(90))
    let first = cells(scrolled).filter { $0.indexPath.section == 0 }
    #expect(first[2].appearance == .plain)
    #expect(first[1].appearance.alpha == 0.7)
    #expect(first.map(\.frame) == resting.filter { $0.indexPath.section == 0 }.map(\.frame))
    // The other section is at its own offset.
    let others = cells(scrolled).filter { $0.indexPath.section == 1 }
    #expect(others.map(\.appearance) == resting.filter { $0.indexPath.section == 1 }.map(\.appearance))
    #expect(scrolled.attributes(of: .cell(0, 2), visible: nil)?.appearance == .plain)
    // It is the section's offset alone that moves them.
    #expect(!solved.followsVisibleRect)
  }

  @Test("an item of another section is drawn by its distance from the middle of the visible rect")
  func vertical() throws {
    let list = ListLayout { $0.metrics.rowHeight = .points(50) }
    var section = CompositionalSection(kind: .list(list))
    section.visibleItems = try AppearanceFormulas(zIndex: "distance", alpha: "offset / 1000")
    let container = screen.with { $0.insets = Insets(top: 40, left: 0, bottom: 60, right: 0) }
    let solved = try CompositionalLayout(sections: [section]).solve(Section(100), in: container)
    #expect(solved.followsVisibleRect)
    // From 540 to 740 are free of insets: the middle is 640, the centre of row 12 is 625.
    let visible = Rect(x: 0, y: 500, width: 400, height: 300)
    let row = try #require(solved.attributes(of: .cell(0, 12), visible: visible))
    #expect(row.appearance == Appearance(zIndex: -15, alpha: 0.54))
    // Without a visible rect the layout is not scrolled, and the middle is at 100.
    #expect(solved.attributes(of: .cell(0, 0), visible: nil)?.appearance == Appearance(zIndex: -75, alpha: 0))
    let found = cells(solved, in: visible, visible: visible)
    #expect(found.first?.indexPath.item == 10 && found.count == 6)
    #expect(found.allSatisfy { $0.appearance.zIndex == Int($0.frame.center.y) - 640 })
  }

  @Test("every variable has its value")
  func variables() throws {
    let names = ["item.x", "item.y", "item.width", "item.height", "width", "height", "i", "section"]
    // The first section is 80 high, and rows are 70; the second has a leading inset of 1.
    let expected: [Double] = [1, 80 + 2 * 70, 99, 70, 390, 280, 2, 1]
    let container = screen.with { $0.insets = Insets(top: 20, left: 4, bottom: 0, right: 6) }
    for (name, value) in zip(names, expected) {
      var second = CompositionalSection(group: .row(of: 1, .points(99, 70)))
      second.contentInsets = Insets(left: 1)
      second.visibleItems = try AppearanceFormulas(zIndex: name)
      let layout = CompositionalLayout(
        sections: [CompositionalSection(group: .row(of: 1, .points(99, 80))), second])
      let solved = try layout.solve(Section(1), Section(3), in: container)
      #expect(solved.attributes(of: .cell(1, 2), visible: nil)?.appearance.zIndex == Int(value), "\(name)")
      #expect(solved.attributes(of: .cell(0, 0), visible: nil)?.appearance == .plain)
    }
  }

  @Test("right to left mirrors distances, places and transforms")
  func rightToLeft() throws {
    let formulas = try AppearanceFormulas(
      zIndex: "distance", alpha: "item.x / 1000", rotation: "distance / 1000")
    for axis in ScrollAxis.allCases {
      let layout = carousel(formulas).with {
        $0.scrollDirection = axis
        if axis == .horizontal { $0.sections[0].orthogonalScrolling = .none }
      }
      let left = try layout.solve(Section(9), in: screen)
      let right = try layout.solve(Section(9), in: screen.with { $0.direction = .rightToLeft })
      // 30 points from the leading edge of the content, be it the layout that scrolls or the section.
      func scrolled(_ solved: any SolvedLayout, to x: Double) -> [LayoutAttributes] {
        let visible = Rect(x: axis == .vertical ? 0 : x, y: 0, width: 400, height: 300)
        return cells(solved.scrolled(across: offsets(30)), visible: visible)
      }
      let (a, b) = (scrolled(left, to: 30), scrolled(right, to: right.contentSize.width - 430))
      #expect(a.map(\.appearance.zIndex) == b.map(\.appearance.zIndex))
      #expect(a.map(\.appearance.alpha) == b.map(\.appearance.alpha))
      #expect(a.map(\.appearance.transform.b) == b.map { -$0.appearance.transform.b })
    }
  }

  @Test("an item's own appearance comes first")
  func ownAppearance() throws {
    var item = Item()
    item.appearance = Appearance(zIndex: 7, alpha: 0.5, isHidden: true, transform: .rotation(0, scale: 3))
    let formulas = try AppearanceFormulas(zIndex: "1", alpha: "0.5", scale: "2")
    let solved = try carousel(formulas).solve(Section(items: [item, Item()]), in: screen)
    #expect(
      cells(solved).map(\.appearance) == [
        Appearance(zIndex: 8, alpha: 0.25, isHidden: true, transform: .rotation(0, scale: 6)),
        Appearance(zIndex: 1, alpha: 0.5, transform: .rotation(0, scale: 2)),
      ])
  }

  @Test("headers, views and decorations stay as they are")
  func views() throws {
    var layout = carousel(try AppearanceFormulas(alpha: "0.5"))
    layout.sections[0].boundaryItems = [.strip("header", 30, .top)]
    layout.sections[0].decorationItems = [DecorationItem(kind: "plate")]
    let solved = try layout.solve(Section(2), in: screen)
    let list = solved.elements(in: nil, visible: nil)
    let alphas = (0..<list.count).map { (list[$0].kind.name, list[$0].appearance.alpha) }
    // The kind of cells has no name.
    #expect(alphas.map(\.0) == ["header", "", "", "plate"])
    #expect(alphas.map(\.1) == [1, 0.5, 0.5, 1])
  }

  @Test("an item for which an expression has no result is drawn without them, and a warning points at it")
  func noResult() throws {
    let fails = try AppearanceFormulas(alpha: "0.5", scale: "100 / distance")
    let solved = try carousel(fails).solve(Section(9), Section(0), Section(9), in: screen)
    #expect(solved.codes == ["visible_item_without_result"])
    #expect(solved.warnings[0].parameter == ["sections", "0", "visibleItems", "transform", "scale"])
    // At the offset 90 the third is in the middle.
    let scrolled = cells(solved.scrolled(across: offsets(90)))
    #expect(scrolled[1].appearance.alpha == 0.5)
    #expect(scrolled[2].appearance == .plain)
    // A number that no z-index can hold is no result either.
    let large = try carousel(AppearanceFormulas(zIndex: "2147483648 + i")).solve(Section(1), in: screen)
    #expect(large.codes == ["visible_item_without_result"])
    #expect(cells(large)[0].appearance == .plain)
    let fine = try carousel(AppearanceFormulas(scale: "if(distance == 0, 1, 100 / distance)"))
    #expect(try fine.solve(Section(9), in: screen).codes == [])
    #expect(try carousel(fails).solve(Section(0), in: screen).codes == [])
  }

  @Test("expressions take 10^9 steps for all items at most, and a change may not exceed them")
  func limit() throws {
    // "1 + i + i + …": 499 steps, of which 249 are additions.
    let text = "1" + String(repeating: " + i", count: 249)
    let layout = carousel(try AppearanceFormulas(alpha: text))
    let most = 1_000_000_000 / 249
    let solved = try layout.prepare(SectionList(Section(most)), in: screen)
    let failure = #expect(throws: LayoutError.self) { try layout.solve(Section(most + 1), in: screen) }
    #expect(failure?.parameter == ["sections"])
    let list = SectionList(Section(most))
    let batch = [BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item()]))]
    let updated = try list.applying(batch)
    #expect(throws: LayoutError.self) { try layout.prepare(updated, from: solved, in: screen) }
  }

  @Test("a window has the elements of a query for everything", arguments: 0..<8 as Range<UInt64>)
  func windows(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 48_271 &+ 11)
    for _ in 0..<40 {
      let axis = random.pick(ScrollAxis.allCases)
      let isOrthogonal = random.chance(1, in: 2)
      let layout = CompositionalLayout(.row(of: 1, .points(random.length(upTo: 200) + 1, 60))) {
        $0.orthogonalScrolling = isOrthogonal ? .groupPaging : .none
        $0.interGroupSpacing = random.length(upTo: 30)
      }.with { $0.scrollDirection = axis }
      var drawn = layout
      drawn.sections[0].visibleItems = try AppearanceFormulas(
        alpha: "1 - abs(distance) / 500", rotation: "offset")
      let container = screen.with {
        $0.direction = random.pick(Container.Direction.allCases)
        $0.scale = random.pick([nil, 2])
      }
      let offset = random.length(upTo: 300)
      let sections = SectionList(Section(random.integer(1...40)), Section(random.integer(0...40)))
      let solved = try drawn.prepare(sections, in: container).scrolled(across: offsets(offset))
      let plain = try layout.prepare(sections, in: container).scrolled(across: offsets(offset))
      let visible = Rect(x: random.length(upTo: 500), y: random.length(upTo: 500), width: 400, height: 300)
      let all = Dictionary(
        uniqueKeysWithValues: cells(solved, visible: visible).map { ($0.indexPath, $0) })
      let found = cells(solved, in: visible, visible: visible)
      #expect(found.map(\.frame) == cells(plain, in: visible, visible: visible).map(\.frame))
      for cell in found {
        #expect(all[cell.indexPath] == cell)
        let path = ElementPath(kind: .cell, indexPath: cell.indexPath)
        #expect(solved.attributes(of: path, visible: visible) == cell)
        // The middle of the viewport and of the item in content coordinates, without the direction of reading: their
        // distance is the same.
        let isAcross = (axis == .vertical) == isOrthogonal
        let isReversed = container.direction == .rightToLeft && isAcross
        let own = isOrthogonal ? (cell.indexPath.section == 0 ? offset : 0) : 0
        let middle: Double
        if isOrthogonal, let section = solved.orthogonalSection(cell.indexPath.section) {
          middle =
            isAcross ? section.frame.center.x + (isReversed ? -own : own) : section.frame.center.y + own
        } else {
          middle = isAcross ? visible.center.x : visible.center.y
        }
        let distance = abs((isAcross ? cell.frame.center.x : cell.frame.center.y) - middle)
        #expect(abs(cell.appearance.alpha - min(1, max(0, 1 - distance / 500))) < 1e-3)
      }
    }
  }

  @Test("rows that are drawn anew with each offset are not shared with another layout")
  func sharing() throws {
    var section = CompositionalSection(kind: .list(ListLayout { $0.metrics.rowHeight = .points(50) }))
    let sections = SectionList(Section(1000))
    let updated = try sections.applying([BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 0)]))])
    func shared() throws -> Int {
      let layout = CompositionalLayout(sections: [section])
      let old = try layout.prepare(sections, in: screen)
      let new = try layout.prepare(updated, from: old, in: screen)
      return new.sharedCells(with: old, by: updated.map).count
    }
    #expect(try shared() > 0)
    section.visibleItems = try AppearanceFormulas(alpha: "distance")
    #expect(try shared() == 0)
  }
}

extension LayoutKind {
  /// Cards that scroll across above a list, all of them drawn by their places in the viewport.
  static func drawnByPlace() throws -> LayoutKind {
    var cards = CompositionalSection(group: .row(of: 1, .points(100, 60)))
    cards.orthogonalScrolling = .continuous
    cards.visibleItems = try AppearanceFormulas(scale: "1 - abs(distance) / 1000")
    var rows = CompositionalSection(kind: .list(ListLayout { $0.metrics.rowHeight = .points(50) }))
    rows.visibleItems = try AppearanceFormulas(alpha: "1 - abs(distance) / 1000")
    return .compositional(CompositionalLayout(sections: [cards, rows]))
  }
}

extension AppearanceFormulas {
  /// Expressions over the place of an item in the viewport.
  init(
    zIndex: String? = nil, alpha: String? = nil, rotation: String? = nil, scale: String? = nil
  ) throws {
    func formula(_ text: String?, _ path: String...) throws -> CustomFormula? {
      guard let text else { return nil }
      return CustomFormula(
        try Expression(text, over: ExpressionVariable.ofVisibleItems), parameter: ["visibleItems"] + path)
    }
    let turn = try (formula(rotation, "transform", "rotation"), formula(scale, "transform", "scale"))
    self.init(
      zIndex: try formula(zIndex, "zIndex"), alpha: try formula(alpha, "alpha"),
      transform: turn.0 == nil && turn.1 == nil ? nil : .turn(rotation: turn.0, scale: turn.1))
  }
}
