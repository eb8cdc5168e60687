import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Readers whose container or layout is another one.
@Suite("The place of a reader in another container or layout")
struct ReadingLayoutTests {
  private static let landscape = Size(width: 480, height: 320)

  @Test func `a container that comes without bounds gives them its size`() throws {
    // 42
    var reader = try Reader()
    let place = try reader.place(of: "r32")
    try reader.tell { $0.size = Self.landscape }
    #expect(reader.bounds == Rect(x: 0, y: 1930, width: 480, height: 320))
    #expect(try reader.place(of: "r32").y == place.y)
  }

  @Test func `bounds at the old origin in a new container hold the first item of a flow`() throws {
    // 43: three to a line, then four.
    var reader = try Reader(Reader.plain(400), in: Reader.flow(), at: Point(x: 0, y: 1200))
    let place = try reader.place(of: "r60")
    try reader.tell { $0.size = Self.landscape }
    #expect(try reader.place(of: "r60").y == place.y)
  }

  @Test func `bounds at another origin are where the reader is now`() throws {
    var reader = try Reader(Reader.plain(400), in: Reader.flow(), at: Point(x: 0, y: 1200))
    try reader.tell(Rect(x: 0, y: 600, width: 480, height: 320)) { $0.size = Self.landscape }
    #expect(reader.offset == 600)
  }

  @Test func `an anchor that is named is held in a new container, where the client shows it`() throws {
    // 44: the client has scrolled by 10 since.
    var reader = try Reader(Reader.plain(400), in: Reader.flow(), at: Point(x: 0, y: 1200))
    let place = try reader.place(of: "r75")
    try reader.tell(
      Rect(x: 0, y: 1190, width: 480, height: 320), { $0.size = Self.landscape },
      anchor: .item(IndexPath(section: 0, item: 75)))
    #expect(try reader.place(of: "r75").y == place.y + 10)
  }

  @Test(arguments: [Container.Direction.leftToRight, .rightToLeft])
  func `horizontal pages stay at their page`(direction: Container.Direction) throws {
    // 45: a page takes the width of the container.
    let item = LayoutItem(size: LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
    let group = LayoutGroup(
      .line(.vertical, members: [.item(item)]),
      size: LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
    var layout = CompositionalLayout(sections: [CompositionalSection(group: group)])
    layout.scrollDirection = .horizontal
    let x = direction == .leftToRight ? 7.0 * 320 : Double(20 - 8) * 320
    var reader = try Reader(
      Reader.plain(20), in: .compositional(layout), at: Point(x: x, y: 0), direction: direction)
    #expect(try reader.place(of: "r7") == Rect(x: 0, y: 0, width: 320, height: 480))
    try reader.tell { $0.size = Self.landscape }
    #expect(try reader.place(of: "r7") == Rect(x: 0, y: 0, width: 480, height: 320))
  }

  @Test(arguments: [ScrollAxis.vertical, .horizontal])
  func `cover flow that is turned keeps the cover in the middle`(axis: ScrollAxis) throws {
    // 46
    var layout = CoverFlowLayout()
    layout.scrollDirection = axis
    let cover = LayoutKind.coverFlow(layout)
    var reader = try Reader(Reader.plain(60), in: cover, at: .zero)
    try reader.scroll(to: 20, axis == .vertical ? .centeredVertically : .centeredHorizontally)
    try reader.tell { $0.size = Self.landscape }
    let place = try reader.place(of: "r20")
    #expect(abs(place.center.x - 240) < 1 || axis == .vertical)
    #expect(abs(place.center.y - 160) < 1 || axis == .horizontal)
  }

  @Test func `a list that becomes a grid keeps its first row`() throws {
    // 47
    var grid = GridLayout()
    grid.metrics.columns = .count(3)
    var reader = try Reader()
    let place = try reader.place(of: "r32")
    try reader.lay(.grid(grid))
    #expect(try abs(reader.place(of: "r32").y - place.y) < 0.01)
    try reader.lay(Reader.list())
    #expect(try reader.sees("r32"))
  }

  @Test func `a list that becomes a carousel centres its first row, and is back at it`() throws {
    // 48
    var reader = try Reader(at: 1920)
    try reader.lay(.carousel(CarouselLayout()))
    #expect(try abs(reader.place(of: "r32").center.x - 160) < 1)
    try reader.lay(Reader.list())
    #expect(try reader.sees("r32"))
  }

  @Test func `of a row that would be out of sight the same share is cut`() throws {
    // 49: a row of 300 cut by 250 becomes one of 60.
    var (tall, flat) = (ListLayout(), ListLayout())
    tall.metrics.rowHeight = .points(300)
    flat.metrics.rowHeight = .points(60)
    var reader = try Reader(Reader.plain(100), in: .list(tall), at: Point(x: 0, y: 3250))
    try reader.lay(.list(flat))
    #expect(try abs(reader.place(of: "r10").y + 50) < 0.01)
  }

  @Test func `a layout of the view's own keeps the place`() throws {
    // 50
    var reader = try Reader(at: 9000)
    var grid = GridLayout()
    grid.metrics.columns = .count(4)
    let place = try reader.place(of: "r150")
    try reader.tell(layout: .grid(grid))
    #expect(try abs(reader.place(of: "r150").y - place.y) < 0.01)
  }

  @Test func `of a grid, the first cell of the row is held`() throws {
    // 24
    var grid = GridLayout()
    grid.metrics.columns = .count(4)
    grid.metrics.lineExtent = .points(60)
    grid.metrics.rowSpacing = 0
    for (count, offset) in [(1, 1930.0), (4, 1990)] {
      var reader = try Reader(Reader.plain(400), in: .grid(grid), at: Point(x: 0, y: 1930))
      let place = try reader.place(of: "r128")
      try reader.insert(count, at: 0)
      #expect(try reader.place(of: "r128").y == place.y && reader.offset == offset)
    }
  }

  @Test func `of a waterfall, the highest cell is held`() throws {
    // 25
    let items = (0..<200).map {
      Item(id: "r\($0)", size: Size(width: 100, height: Double(40 + $0 * 37 % 90)))
    }
    var reader = try Reader(
      SectionList([Section("s", items)]), in: .waterfall(WaterfallLayout()), at: Point(x: 0, y: 2000))
    func highest() throws -> String {
      let places = try (0..<200).map { ("r\($0)", try reader.place(of: "r\($0)")) }
      let seen = places.filter { $0.1.maxY > 1 && $0.1.y < 479 }
      return try #require(seen.min { ($0.1.y, $0.1.x) < ($1.1.y, $1.1.x) }).0
    }
    let first = try highest()
    let place = try reader.place(of: first)
    try reader.insert(at: 0)
    #expect(try abs(reader.place(of: first).y - place.y) < 0.01)
    let last = try highest()
    let before = try reader.place(of: last)
    var grid = GridLayout()
    grid.metrics.columns = .count(2)
    try reader.lay(.grid(grid))
    #expect(try abs(reader.place(of: last).y - before.y) < 0.01)
  }
}
