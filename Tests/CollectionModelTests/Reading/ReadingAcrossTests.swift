import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Readers of sections that scroll across: carousels of items of 100 by 120, "a0", "a1", …, above rows.
@Suite("The place of a reader in sections that scroll across")
struct ReadingAcrossTests {
  /// The last section has rows of 60, the others scroll across.
  static func carousels(
    _ behavior: OrthogonalScrollingBehavior, width: LayoutDimension = .absolute(100), items: Int = 1,
    sections: Int = 1
  ) -> LayoutKind {
    let item = LayoutItem(size: LayoutSize(width: .absolute(100), height: .fractionalHeight(1)))
    let whole = LayoutItem(size: LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
    let members = Array(repeating: LayoutGroup.Member.item(items == 1 ? whole : item), count: items)
    var carousel = CompositionalSection(
      group: LayoutGroup(
        .line(.horizontal, members: members), size: LayoutSize(width: width, height: .absolute(120))))
    carousel.orthogonalScrolling = behavior
    let rows = CompositionalSection(
      group: LayoutGroup(
        .line(.horizontal, members: [.item(whole)]),
        size: LayoutSize(width: .fractionalWidth(1), height: .absolute(60))))
    return .compositional(
      CompositionalLayout(sections: Array(repeating: carousel, count: sections) + [rows]))
  }

  private static func items(_ name: String, _ count: Int = 200) -> Section {
    Section(name, (0..<count).map { Item(id: "\(name)\($0)") })
  }

  private func reader(
    _ behavior: OrthogonalScrollingBehavior = .continuous, at offset: Double = 4000,
    width: LayoutDimension = .absolute(100), items: Int = 1, direction: Container.Direction = .leftToRight
  ) throws -> Reader {
    var reader = try Reader(
      SectionList([Self.items("a"), Self.items("n")]),
      in: Self.carousels(behavior, width: width, items: items), at: .zero, direction: direction)
    try reader.tell(across: [0: offset])
    return reader
  }

  private func offset(_ reader: Reader, _ section: Int = 0) -> Double {
    reader.solved.state.main.orthogonalOffsets[section]
  }

  @Test(arguments: [Container.Direction.leftToRight, .rightToLeft])
  func `an insertion in front of the seen items moves none of them`(direction: Container.Direction) throws {
    // 65
    var reader = try reader(direction: direction)
    let place = try reader.place(of: "a40")
    #expect(place.x == (direction == .leftToRight ? 0 : 220))
    let insertion = BatchUpdate(
      .insertItems(at: [3, 4].map { IndexPath(section: 0, item: $0) }, [Item(), Item()]))
    var step = try reader.solved.applying(.updates([insertion]))
    step.place()
    let diff = try #require(step.diff(visibleOnly: true))
    #expect(diff.orthogonalOffsets.map { [Double($0.section), $0.from, $0.to] } == [[0, 4000, 4200]])
    #expect(diff.contentOffset.to == .zero)
    let kept = diff.changes.filter { $0.type == .shift && $0.kind == .cell && $0.to?.section == 0 }
    #expect(
      kept.map { $0.final.frame.x - $0.initial.frame.x } == Array(repeating: 200, count: 4)
        || direction == .rightToLeft)
    try reader.change(.updates([insertion]))
    #expect(try reader.place(of: "a40") == place && offset(reader) == 4200)
  }

  @Test func `at the start, items that are inserted there are shown`() throws {
    var reader = try reader(at: 0)
    try reader.insert(at: 0)
    #expect(try reader.place(of: "new 0").x == 0 && offset(reader) == 0)
  }

  @Test func `scrolling to an item names the offset of its section`() throws {
    // 66
    var reader = try reader(at: 0)
    let main = reader.solved.state.main
    let path = IndexPath(section: 0, item: 40)
    func target(_ position: ScrollPosition) -> OrthogonalOffset? {
      reader.solved.scrollTarget(for: path, at: position, in: main)?.orthogonalOffset
    }
    #expect(target(.left) == OrthogonalOffset(section: 0, offset: 4000))
    #expect(target(.top) == OrthogonalOffset(section: 0, offset: 3780))
    #expect(target(.nearest) == OrthogonalOffset(section: 0, offset: 3780))
    #expect(target(.centeredHorizontally) == OrthogonalOffset(section: 0, offset: 3890))
    #expect(
      reader.solved.scrollTarget(for: IndexPath(section: 1, item: 5), at: .top, in: main)?.orthogonalOffset
        == nil)
    var change = ViewportChange(name: Viewport.main, bounds: reader.bounds)
    change.scrollTarget = (path, .left)
    let step = try reader.solved.applying(change)
    #expect(step.after.state.main.orthogonalOffsets[0] == 4000)
    #expect(step.scrolled?.appeared.map(\.indexPath) == (40...43).map { IndexPath(section: 0, item: $0) })
    try reader.tell(across: [0: 4000])
    #expect(
      reader.solved.scrollTarget(for: path, at: .nearest, in: reader.solved.state.main)?
        .orthogonalOffset?.offset == 4000)
  }

  @Test func `a target comes to rest where the whole item is seen`() throws {
    // Pages of 320: the nearest one to the item from 400 to 500 is the first, and shows nothing of it.
    let reader = try reader(.paging, at: 0)
    let main = reader.solved.state.main
    #expect(
      reader.solved.scrollTarget(for: IndexPath(section: 0, item: 4), at: .nearest, in: main)?
        .orthogonalOffset?.offset == 320)
    #expect(
      reader.solved.scrollTarget(for: IndexPath(section: 0, item: 2), at: .nearest, in: main)?
        .orthogonalOffset?.offset == 0)
  }

  @Test func `items are held in groups of another breadth, and snap to these`() throws {
    // 67
    var reader = try reader(.groupPaging, at: 1600, width: .fractionalWidth(0.5))
    #expect(try reader.place(of: "a10").x == 0)
    try reader.tell { $0.size = Size(width: 480, height: 320) }
    #expect(try reader.place(of: "a10").x == 0 && offset(reader) == 2400)
  }

  @Test func `an offset that comes with a container is where the reader is now`() throws {
    var reader = try reader(width: .fractionalWidth(0.5))
    try reader.tell(nil, { $0.size = Size(width: 480, height: 320) }, across: [0: 500])
    #expect(offset(reader) == 500)
  }

  @Test func `another policy leaves a section where it is, unless the request says where it is`() throws {
    var reader = try reader()
    let place = try reader.place(of: "a40")
    try reader.tell(policy: { $0.follow = .end })
    #expect(try reader.place(of: "a40") == place && offset(reader) == 4000)
    try reader.tell(across: [0: 500], policy: { $0.contentAlignment = .end })
    #expect(offset(reader) == 500)
  }

  @Test func `a section keeps its place while the viewport stays at the end of the content`() throws {
    var reader = try reader()
    try reader.tell(policy: { $0.follow = .end })
    try reader.tell(Rect(x: 0, y: 120 + 200 * 60 - 480, width: 320, height: 480))
    try reader.insert(2, at: 0)
    try reader.insert(1, at: 200, in: 1)
    #expect(reader.offset == 120 + 201 * 60 - 480 && offset(reader) == 4200)
  }

  @Test func `a section that moves takes its offset along`() throws {
    // 67
    var reader = try Reader(
      SectionList([Self.items("a"), Self.items("b"), Self.items("n")]),
      in: Self.carousels(.continuous, sections: 3), at: .zero)
    try reader.tell(across: [0: 4000, 1: 50])
    try reader.update(.insertSections(at: [0], [Self.items("new")]))
    #expect(offset(reader, 0) == 0 && offset(reader, 1) == 4000 && offset(reader, 2) == 50)
    try reader.update(.moveSection(from: 1, to: 2))
    #expect(offset(reader, 1) == 50 && offset(reader, 2) == 4000)
    try reader.update(.deleteSections(at: [2]))
    #expect(reader.solved.state.main.orthogonalOffsets.all == [OrthogonalOffset(section: 1, offset: 50)])
  }

  @Test func `a section out of sight keeps its place`() throws {
    // 67
    var reader = try reader()
    let place = try reader.place(of: "a40")
    try reader.tell(Rect(x: 0, y: 3000, width: 320, height: 480))
    try reader.insert(5, at: 0)
    try reader.tell(Rect(x: 0, y: 0, width: 320, height: 480))
    #expect(try reader.place(of: "a40") == place && offset(reader) == 4500)
  }

  @Test func `groups that come to rest do so after an insertion, too`() throws {
    // 68: two items to a group, which rest at each 200.
    var reader = try reader(.groupPaging, width: .absolute(200), items: 2)
    let place = try reader.place(of: "a40")
    try reader.insert(2, at: 0)
    #expect(try reader.place(of: "a40") == place && offset(reader) == 4200)
    try reader.insert(1, at: 0)
    #expect(offset(reader) == 4200)
    try reader.tell(across: [0: 4150])
    try reader.insert(1, at: 0)
    #expect(offset(reader) == 4250, "a section that is scrolled does not rest")
  }

  @Test func `the first item that stays is held`() throws {
    var reader = try reader()
    try reader.delete(40...42)
    #expect(try reader.place(of: "a43").x == 300 && offset(reader) == 3700)
    reader = try self.reader()
    try reader.delete(40...43)
    #expect(try reader.place(of: "a44").x == 0 && offset(reader) == 4000)
    reader = try self.reader()
    try reader.move(40, to: 199)
    #expect(try reader.place(of: "a41").x == 100 && offset(reader) == 3900)
    reader = try self.reader()
    try reader.delete(10...199)
    #expect(offset(reader) == 680, "as far as the content goes")
  }

  @Test func `a client has the items at the offset, and drops those that it has scrolled past`() throws {
    var solved = try reader(at: 0).solved
    var change = ViewportChange(
      name: Viewport.main, bounds: solved.state.main.bounds!,
      overscan: Overscan(Insets(left: 100, right: 200)))
    solved = try solved.applying(change).after
    change.orthogonalOffsets = [OrthogonalOffset(section: 0, offset: 4000)]
    let step = try solved.applying(change)
    let outcome = try #require(step.scrolled)
    func items(_ elements: [LayoutAttributes]) -> [Int] {
      elements.filter { $0.indexPath.section == 0 }.map(\.indexPath.item)
    }
    #expect(items(outcome.appeared) == Array(39...45) && items(outcome.disappeared) == Array(0...5))
    #expect(outcome.appeared.first?.frame.x == 3900, "frames are those at offset 0")
    #expect(outcome.orthogonalSections.map { [Double($0.section), $0.offset] } == [[0, 4000]])
    #expect(outcome.orthogonalSections.first?.targetOffset == nil)
    // The offset is the same: nothing is new.
    change.orthogonalOffsets = []
    let again = try #require(try step.after.applying(change).scrolled)
    #expect(again.appeared.isEmpty && again.disappeared.isEmpty)
    change.orthogonalOffsets = nil
    #expect(items(try #require(try step.after.applying(change).scrolled).appeared) == Array(0...5))
  }

  @Test func `items ahead in the direction in which a section moves are prefetched, until they are far away`()
    throws
  {
    var solved = try reader(at: 0).solved
    func move(to offset: Double) throws -> [[Int]] {
      var change = ViewportChange(name: Viewport.main, bounds: solved.state.main.bounds!)
      change.orthogonalOffsets = [OrthogonalOffset(section: 0, offset: offset)]
      let step = try solved.applying(change)
      solved = step.after
      func items(_ paths: [IndexPath]) -> [Int] { paths.filter { $0.section == 0 }.map(\.item) }
      return [items(step.scrolled?.prefetch ?? []), items(step.scrolled?.cancelPrefetch ?? []).sorted()]
    }
    #expect(try move(to: 4000) == [[44, 45, 46], []])
    #expect(try move(to: 4100) == [[47], []])
    #expect(try move(to: 4000) == [[39, 38, 37, 36], []])
    #expect(try move(to: 0) == [[], [36, 37, 38, 39, 45, 46, 47]])
  }

  @Test func `a section that snaps says where it comes to rest`() throws {
    var change = ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: 0, width: 320, height: 480))
    change.orthogonalOffsets = [OrthogonalOffset(section: 0, offset: 4070)]
    let step = try reader(.groupPaging).solved.applying(change)
    #expect(step.scrolled?.orthogonalSections.first?.targetOffset == 4100)
    #expect(step.after.state.main.orthogonalOffsets[0] == 4070)
  }

  @Test func `items that are inserted at an offset are measured there`() throws {
    var carousel = CompositionalSection(
      group: LayoutGroup(
        .line(
          .horizontal,
          members: [.item(LayoutItem(size: LayoutSize(width: .estimated(100), height: .absolute(120))))]),
        size: LayoutSize(width: .estimated(100), height: .absolute(120))))
    carousel.orthogonalScrolling = .continuous
    let measurer = HeightMeasurer()
    var solved = try MeasuredScreens.sized(
      .compositional(CompositionalLayout(sections: [carousel])),
      MeasuredScreens.showing(Array(repeating: 100, count: 200)), measurer)
    #expect(measurer.measured.map(\.indexPath.item).max()! < 10)
    measurer.forget()
    var change = ViewportChange(name: Viewport.main, bounds: solved.state.main.bounds!)
    change.orthogonalOffsets = [OrthogonalOffset(section: 0, offset: 5000)]
    solved = try solved.applying(change, measurer.measure).after
    #expect(measurer.measured.map(\.indexPath.item).sorted().first == 50)
    #expect(solved.state.main.orthogonalOffsets[0] == 5000)
  }

  @Test func `columns that scroll downward in a horizontal layout keep their place`() throws {
    let size = LayoutSize(width: .absolute(120), height: .absolute(100))
    var column = CompositionalSection(
      group: LayoutGroup(.line(.vertical, members: [.item(LayoutItem(size: size))]), size: size))
    column.orthogonalScrolling = .continuous
    var layout = CompositionalLayout(sections: [column])
    layout.scrollDirection = .horizontal
    var reader = try Reader(SectionList([Self.items("a")]), in: .compositional(layout), at: .zero)
    try reader.tell(across: [0: 4000])
    let place = try reader.place(of: "a40")
    #expect(place.y == 0)
    try reader.insert(3, at: 0)
    #expect(try reader.place(of: "a40") == place && offset(reader) == 4300)
  }

  @Test func `a layout without such sections forgets their offsets`() throws {
    var reader = try reader()
    try reader.lay(Reader.list())
    #expect(reader.solved.state.main.orthogonalOffsets.all.isEmpty)
  }

  @Test func `offsets are stored with the viewport`() throws {
    let viewport = try reader(at: 4000.5).solved.state.main
    let again = try reread(viewport)
    #expect(again.orthogonalOffsets == viewport.orthogonalOffsets && again.bounds == viewport.bounds)
  }
}
