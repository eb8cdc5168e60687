import Testing

@testable import LayoutEngine

@Suite("Finding items of a waterfall")
struct WaterfallSearchTests {
  let container = Container(320, 480)

  /// A section with one item that is as high as all others together.
  private func towering(_ count: Int, at tall: Int) -> Section {
    var builder = ItemSequenceBuilder()
    for item in 0..<count {
      let height = item == tall ? Double(count) * 100 : 10 + Double(item % 7) * 20
      builder.append(size: Size(width: 100, height: height))
    }
    return Section(items: builder.finish())
  }

  @Test(
    "an item that reaches into the rect from far above is found",
    arguments: WaterfallLayout.ItemRenderDirection.allCases)
  func towering(direction: WaterfallLayout.ItemRenderDirection) {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 3
      $0.itemRenderDirection = direction
    }
    let solved = layout.solve(towering(20_000, at: 1000), in: container)
    let frame = solved.frame(0, 1000)!
    #expect(frame.height > 1_000_000)
    for part in [0.0, 0.1, 0.5, 0.999] {
      let rect = Rect(x: 0, y: frame.y + frame.height * part, width: 320, height: 100)
      #expect(solved.names(in: rect).contains("cell 0.1000"))
      let all = solved.elements(in: nil, visible: nil)
      let expected = (0..<all.count).map { all[$0] }.filter { $0.frame.intersects(rect) }
      let found = solved.elements(in: rect, visible: nil)
      #expect((0..<found.count).map { found[$0] } == expected)
    }
  }

  @Test("a rect opens no more chunks than it meets items of, and one")
  func pruning() throws {
    let layout = WaterfallLayout { $0.metrics.columnCount = 3 }
    let solved = layout.prepare(SectionList(towering(100_000, at: 40)), in: container)
    let body = solved.sections.leaf(at: 0).leaf.body
    guard case .packed(let tree) = body.cells else { throw Unexpected() }
    #expect(tree.leafCount == (100_000 + ItemChunk.capacity - 1) / ItemChunk.capacity)
    for y in stride(from: 0, to: body.length, by: body.length / 50) {
      var opened = 0
      tree.forEachLeaf(where: { $0.meets(y...y + 480) }) { _ in opened += 1 }
      let rect = Rect(x: 0, y: y, width: 320, height: 480)
      let found = solved.elements(in: rect, visible: nil).records.map { Int($0.item) / ItemChunk.capacity }
      #expect(opened <= Set(found).count + 1, "at \(y)")
    }
  }

  private struct Unexpected: Error {}

  @Test("columns in turn are searched one by one: they may drift as far apart as they like")
  func drift() {
    var builder = ItemSequenceBuilder()
    for item in 0..<30_000 {
      builder.append(size: Size(width: 100, height: [1, 10, 1000][item % 3]))
    }
    let layout = WaterfallLayout {
      $0.metrics.columnCount = 3
      $0.metrics.minimumInteritemSpacing = 0
      $0.itemRenderDirection = .leftToRight
    }
    let solved = layout.solve(Section(items: builder.finish()), in: container)
    let rect = Rect(x: 0, y: 5000, width: 320, height: 30)
    let items = solved.elements(in: rect, visible: nil).records.map { Int($0.item) }
    #expect(items == items.sorted())
    #expect(items.filter { $0 % 3 == 0 }.count == 30)
    #expect(items.filter { $0 % 3 == 1 }.count == 3)
    #expect(items.filter { $0 % 3 == 2 }.count == 1)
  }

  @Test("a row of a column is found from any guess", arguments: [1, 3, 700])
  func galloping(columnCount: Int) throws {
    let layout = WaterfallLayout {
      $0.metrics.columnCount = columnCount
      $0.itemRenderDirection = .leftToRight
    }
    let solved = layout.prepare(SectionList(towering(3000, at: 77)), in: Container(4000, 100))
    guard case .packed(let tree) = solved.sections.leaf(at: 0).leaf.body.cells else { throw Unexpected() }
    var search = WaterfallColumnSearch(tree, columnCount: columnCount)!
    for column in [0, columnCount / 2, columnCount - 1] {
      search.enter(column)
      let offsets = (0..<search.rowCount).map { search.offset(ofRow: $0) }
      #expect(offsets == offsets.sorted())
      for bound in [-1, 0, offsets[offsets.count / 2], offsets.last!, .infinity] {
        let expected = offsets.firstIndex { $0 > bound } ?? offsets.count
        for guess in [0, 1, offsets.count / 3, offsets.count - 1, offsets.count + 5] {
          #expect(search.firstRow(beyond: bound, near: guess) == expected)
        }
      }
    }
  }

  @Test(
    "many columns are kept in a tree that takes the same one as a look at all of them",
    arguments: [1, 2, 33, 64, 100])
  func tournament(columnCount: Int) {
    var random = SeededGenerator(seed: 4)
    var tournament = WaterfallTournament(columnCount: columnCount)
    var ends = [Double](repeating: 0, count: columnCount)
    for _ in 0..<2000 {
      let advance = Double(random.integer(0...4))
      let shortest = ends.firstIndex(of: ends.min()!)!
      #expect(tournament.fillShortest(by: advance) == (shortest, ends[shortest]))
      ends[shortest] += advance
    }
  }
}
