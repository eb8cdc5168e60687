import Testing

@testable import LayoutEngine

@Suite("Waterfalls whose items keep their columns")
struct KeptColumnsTests {
  /// Columns of 10 points, in which an item is as high as its size says.
  private func collection(
    _ heights: [Double], columns: Int = 3, _ change: (inout WaterfallLayout) -> Void = { _ in }
  ) -> KeptCollection {
    KeptCollection(
      .kept(columns, change), SectionList(Section(items: heights.map(item))),
      in: Container(10 * Double(columns), 100))
  }

  private func item(_ height: Double) -> Item { Item(size: Size(width: 10, height: height)) }

  private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(section: section, item: item) }

  @Test("items are first placed as a balanced waterfall places them")
  func first() {
    let heights = [30.0, 10, 20, 10, 20, 10]
    let balanced = WaterfallLayout.kept(3) { $0.columnAssignment = .balanced }
      .solve(Section(items: heights.map(item)), in: Container(30, 100))
    #expect(collection(heights).solved.cells() == balanced.cells())
    #expect(collection(heights).columns() == [0, 1, 2, 1, 1, 2])
  }

  @Test("an item keeps its column when others get other sizes, and when others come and go")
  func others() throws {
    var kept = collection([30, 10, 20, 10, 20, 10])
    try kept.apply(.reloadItems(at: [path(1)], [item(500)]))
    #expect(kept.columns() == [0, 1, 2, 1, 1, 2])
    #expect(kept.solved.cells().map(\.y) == [0, 0, 0, 500, 510, 20])
    #expect(kept.solved.contentSize.height == 530)
    try kept.apply(.deleteItems(at: [path(0), path(2)]))
    // The first column has no item any more.
    #expect(kept.solved.xs() == [10, 10, 10, 20])
    #expect(kept.solved.cells().map(\.y) == [0, 500, 510, 0])
  }

  @Test(
    "an item that arrives takes the column that is shortest as a whole, of equals the first, wherever it comes"
  )
  func arrivals() throws {
    // The columns end at 40, 10 and 30.
    var kept = collection([40, 10, 30])
    try kept.apply(.insertItems(at: [path(0)], [item(25)]))
    #expect(kept.columns() == [1, 0, 1, 2])
    #expect(kept.solved.cells().map(\.y) == [0, 0, 25, 0])
    // Now at 40, 35 and 30; both of these end up at 35.
    try kept.apply(.insertItems(at: [path(4)], [item(5)]))
    #expect(kept.columns() == [1, 0, 1, 2, 2])
    try kept.apply(.insertItems(at: [path(4)], [item(1)]))
    #expect(kept.columns() == [1, 0, 1, 2, 1, 2])
    // One after the other at the front, they take the columns by turns, and do not pile up in one.
    var feed = collection([])
    for _ in 0..<9 { try feed.apply(.insertItems(at: [path(0)], [item(10)])) }
    #expect(feed.columns() == [2, 1, 0, 2, 1, 0, 2, 1, 0])
  }

  @Test("several items that arrive at once choose one after the other")
  func together() throws {
    var kept = collection([40, 10, 30])
    // 10 + 25 = 35, then 30 + 4 = 34, then 34 + 2 = 36, then 35.
    try kept.apply(.insertItems(at: [path(0), path(1), path(2), path(6)], [25, 4, 2, 1].map(item)))
    #expect(kept.columns() == [1, 2, 2, 0, 1, 2, 1])
  }

  @Test("an item that moves chooses anew; one that is described anew does not")
  func moves() throws {
    var kept = collection([40, 10, 30])
    try kept.apply(.moveItem(from: path(0), to: path(2)))
    // Without the item, the first column is empty.
    #expect(kept.solved.xs() == [10, 20, 0])
    try kept.apply(.moveItem(from: path(1), to: path(0)))
    #expect(kept.solved.xs() == [20, 10, 0])
    try kept.apply(.insertItems(at: [path(3)], [item(50)]))
    #expect(kept.solved.xs() == [20, 10, 0, 10])
    // The first column ends at 40, the second at 60, and the third, without the item, at 0.
    try kept.apply(.moveItem(from: path(0), to: path(3)))
    #expect(kept.solved.xs() == [10, 0, 10, 20])
    try kept.apply(.reconfigureItems(at: [path(2)], [item(1)]))
    #expect(kept.solved.xs() == [10, 0, 10, 20])
    // Beside an insertion in the same chunk, too.
    try kept.apply(
      .reloadItems(at: [path(3)], [item(9)]), .insertItems(at: [path(0)], [item(2)]))
    #expect(kept.solved.xs().dropFirst() == [10, 0, 10, 20])
  }

  @Test(
    "a direction from right to left counts the columns from there, and either direction seeks the shortest")
  func directions() throws {
    var right = collection([40, 10, 30]) { $0.itemRenderDirection = .rightToLeft }
    #expect(right.solved.xs() == [20, 10, 0])
    try right.apply(.insertItems(at: [path(0)], [item(5)]))
    #expect(right.solved.xs() == [10, 20, 10, 0])
    let left = collection([40, 10, 30, 1]) { $0.itemRenderDirection = .leftToRight }
    #expect(left.columns() == [0, 1, 2, 1])
  }

  @Test("items that are only counted keep columns, too, and so do those of a section that is inserted")
  func counted() throws {
    var kept = KeptCollection(.kept(3), SectionList(Section(1000)), in: Container(30, 100))
    // The squares of the others stay where they are in their columns.
    try kept.apply(.deleteItems(at: [path(3)]))
    #expect(kept.solved.frame(0, 3) == Rect(x: 10, y: 10, width: 10, height: 10))
    #expect(kept.solved.frame(0, 998) == Rect(x: 0, y: 3320, width: 10, height: 10))
    try kept.apply(.insertSections(at: [0], [Section(items: [40, 10, 30].map(item))]))
    try kept.apply(.deleteItems(at: [path(0)]))
    #expect(kept.solved.xs(0) == [10, 20])
    #expect(kept.solved.frame(1, 3) == Rect(x: 10, y: 40, width: 10, height: 10))
  }

  @Test("columns that were chosen out of another number count no longer")
  func anotherNumber() {
    let kept = collection([40, 10, 30])
    let two = WaterfallLayout.kept(2)
    let solved = two.prepare(kept.sections, in: Container(20, 100))
    #expect(solved.xs() == [0, 10, 10])
    #expect(ColumnChoices(of: solved)?.sections.first?.runs.map(\.columns.count) == [3])
    // A balanced waterfall of as many columns does not look at them.
    let items = [item(25)] + [40, 10, 30].map(item)
    let balanced = WaterfallLayout.kept(3) { $0.columnAssignment = .balanced }
    let updated = try? kept.sections.applying([BatchUpdate(.insertItems(at: [path(0)], [item(25)]))])
    #expect(
      updated.map { balanced.prepare($0.sections, in: Container(30, 100)).cells() }
        == balanced.solve(Section(items: items), in: Container(30, 100)).cells())
  }

  @Test("where columns are not kept, a change of many items leads to what solving all of them does")
  func followedAnew() throws {
    let kept = collection((0..<2000).map { Double(10 + $0 * 37 % 61) })
    let two = WaterfallLayout.kept(2)
    let container = Container(20, 100)
    var (sections, solved) = (kept.sections, two.prepare(kept.sections, in: container))
    let changes: [BatchUpdate.Action] = [
      .reloadItems(at: [path(900)], [item(333)]), .insertItems(at: [path(0)], [item(70)]),
      .deleteItems(at: [path(1500), path(40)]),
    ]
    for change in changes {
      let updated = try sections.applying([BatchUpdate(change)])
      solved = two.prepare(updated, from: solved, in: container)
      sections = updated.sections
      #expect(solved.cells() == two.prepare(sections, in: container).cells(), "\(change)")
    }
  }

  @Test(
    "an item over several columns keeps the first of them, and one that no longer fits there chooses anew")
  func spans() throws {
    func spanning(_ columns: Int, _ height: Double) -> Item {
      var item = Item(size: Size(width: 10 * Double(columns), height: height))
      item.span = GridSpan(columns: columns)
      return item
    }
    var kept = KeptCollection(
      .kept(3), SectionList(Section(items: [item(10), item(40), item(30), spanning(2, 5)])),
      in: Container(30, 100))
    // Over the first two columns it would begin at 40, as over the last two.
    #expect(kept.solved.cells().last == Rect(x: 0, y: 40, width: 20, height: 5))
    try kept.apply(.reloadItems(at: [path(0)], [item(100)]))
    #expect(kept.solved.cells().last == Rect(x: 0, y: 100, width: 20, height: 5))
    // The columns end at 105, 105 and 30.
    try kept.apply(.insertItems(at: [path(0)], [item(7)]))
    #expect(kept.solved.cells().first == Rect(x: 20, y: 0, width: 10, height: 7))
    try kept.apply(.reloadItems(at: [path(0)], [spanning(2, 7)]))
    // Without the item the columns end at 105, 105 and 30: over any two it would begin at 105.
    #expect(kept.solved.cells().first == Rect(x: 0, y: 0, width: 20, height: 7))
    #expect(kept.solved.cells().map(\.y) == [0, 7, 7, 0, 107])
  }

  @Test("a change of one of 100,000 items makes only its chunk anew, and moves only those below it")
  func sharing() throws {
    var kept = collection((0..<100_000).map { Double(10 + $0 * 37 % 61) })
    let old = kept.solved
    try kept.apply(.reloadItems(at: [path(50_000)], [item(1000)]))
    func tree(_ layout: StackedLayout<WaterfallSection>) throws -> [KeptChunk] {
      guard case .kept(let columns) = layout.sections.leaf(at: 0).leaf.body.cells else { throw NotKept() }
      return columns.tree.leaves
    }
    let known = Set(try tree(old).map(ObjectIdentifier.init))
    #expect(known.count > 100)
    #expect(try tree(kept.solved).count { !known.contains(ObjectIdentifier($0)) } == 1)
    let column = old.frame(0, 50_000)!.x
    let grown = 1000 - Double(10 + 50_000 * 37 % 61)
    for number in [0, 49_999, 50_001, 50_002, 50_003, 99_998, 99_999] {
      let (before, after) = (old.frame(0, number)!, kept.solved.frame(0, number)!)
      #expect(after.x == before.x)
      #expect(after.y - before.y == (number > 50_000 && before.x == column ? grown : 0))
    }
  }

  private struct NotKept: Error {}
}
