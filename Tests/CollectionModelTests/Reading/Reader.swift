import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// A reader of 200 rows of 60, "r0" to "r199", in a viewport of 320 by 480 at the offset 1930, unless another is said.
struct Reader {
  private(set) var solved: SolvedCollection

  /// - Parameters:
  ///   - sections: how many sections the rows are divided among.
  ///   - header: the height of a header that pins.
  init(
    _ count: Int = 200, at offset: Double = 1930, sections: Int = 1, header: Double = 0,
    insets: Insets = .zero, _ change: (inout ReadingPolicy) -> Void = { _ in }
  ) throws {
    let rows = (0..<count).map { Reader.row("r\($0)") }
    let length = count / sections
    let list = SectionList(
      ContiguousArray(
        (0..<sections).map { Section("s\($0)", Array(rows[$0 * length..<($0 + 1) * length])) }))
    try self.init(list, in: Reader.list(header: header), at: Point(x: 0, y: offset), insets: insets)
    var policy = ReadingPolicy()
    change(&policy)
    solved.state.main.policy = policy
  }

  init(
    _ sections: SectionList, in kind: LayoutKind, at offset: Point,
    size: Size = Size(width: 320, height: 480), insets: Insets = .zero,
    direction: Container.Direction = .leftToRight
  ) throws {
    let container = Container(size: size, insets: insets, direction: direction)
    solved = try SolvedCollection(
      solving: CollectionState(
        sections: sections, layout: LayoutChoice(kind: kind, jsonText: Array("first".utf8)),
        main: Viewport(
          container: container, containerJSON: [], bounds: Rect(origin: offset, size: size))))
  }

  static func row(_ id: String, _ height: Double = 60) -> Item {
    Item(id: id, size: Size(width: 320, height: height))
  }

  static func list(header: Double = 0, footer: Double = 0, pins: Bool = true) -> LayoutKind {
    var list = ListLayout()
    list.style = pins ? .plain : .grouped
    list.metrics.sectionHeaderHeight = header
    list.metrics.sectionFooterHeight = footer
    return .list(list)
  }

  /// Items of 100 by 60, in lines across.
  static func flow(_ axis: ScrollAxis = .vertical, header: Double = 0) -> LayoutKind {
    var flow = FlowLayout()
    flow.scrollDirection = axis
    flow.metrics.itemSize = Size(width: 100, height: 60)
    flow.metrics.minimumLineSpacing = 0
    flow.metrics.minimumInteritemSpacing = 0
    flow.metrics.headerReferenceSize = Size(width: header, height: header)
    flow.sectionHeadersPinToVisibleBounds = header > 0
    return .flow(flow)
  }

  static func plain(_ count: Int) -> SectionList {
    SectionList([Section("s", (0..<count).map { Item(id: "r\($0)") })])
  }
}

/// A change of the collection.
extension Reader {
  mutating func change(_ change: CollectionChange, asked: Asked = .nothing) throws {
    var step = try solved.applying(change)
    step.place(asked: asked)
    solved = step.after
  }

  mutating func update(_ actions: BatchUpdate.Action..., asked: Asked = .nothing) throws {
    try change(.updates(actions.map { BatchUpdate($0) }), asked: asked)
  }

  mutating func insert(_ count: Int = 1, at item: Int, in section: Int = 0) throws {
    let paths = (item..<item + count).map { IndexPath(section: section, item: $0) }
    try update(.insertItems(at: paths, (0..<count).map { Reader.row("new \($0)") }))
  }

  mutating func delete(_ items: ClosedRange<Int>, in section: Int = 0, asked: Asked = .nothing) throws {
    try update(.deleteItems(at: items.map { IndexPath(section: section, item: $0) }), asked: asked)
  }

  mutating func reload(_ item: Int, height: Double) throws {
    let id = try #require(solved.ids[0][item])
    try update(.reloadItems(at: [IndexPath(section: 0, item: item)], [Reader.row(id, height)]))
  }

  mutating func move(_ item: Int, to target: Int, asked: Asked = .nothing) throws {
    try update(
      .moveItem(from: IndexPath(section: 0, item: item), to: IndexPath(section: 0, item: target)),
      asked: asked)
  }

  mutating func snapshot(_ order: (inout [String]) -> Void) throws {
    var ids = solved.ids[0].compactMap(\.self)
    order(&ids)
    try change(.snapshot(SectionList([Section("s0", ids.map { Reader.row($0) })])))
  }

  /// The client says where its viewport is.
  mutating func tell(
    _ bounds: Rect? = nil, _ container: ((inout Container) -> Void)? = nil, layout: LayoutKind? = nil,
    anchor: DiffAnchor? = nil, policy: ((inout ReadingPolicy) -> Void)? = nil
  ) throws {
    var next = solved.state.main.container
    container?(&next)
    var change = ViewportChange(
      name: Viewport.main, bounds: bounds ?? Rect(origin: self.bounds.origin, size: next.size))
    if container != nil { change.container = (next, Array("\(next)".utf8)) }
    if let layout { change.layout = .some(LayoutChoice(kind: layout, jsonText: Array(layout.name.utf8))) }
    change.anchor = anchor
    if let policy {
      change.policy = solved.state.main.policy
      policy(&change.policy!)
    }
    solved = try solved.applying(change).after
  }

  mutating func lay(_ kind: LayoutKind) throws {
    try change(.layout(LayoutChoice(kind: kind, jsonText: Array(kind.name.utf8))))
  }

  mutating func scroll(to item: Int, _ position: ScrollPosition, in section: Int = 0) throws {
    let path = IndexPath(section: section, item: item)
    let target = try #require(solved.scrollTarget(for: path, at: position, in: solved.state.main))
    try tell(Rect(origin: target.contentOffset, size: bounds.size))
  }

  mutating func measure(_ item: Int, height: Double) throws {
    try change(solved.measurements([(item, Size(width: 320, height: height))]))
  }

  mutating func begin(_ movement: (SolvedCollection) throws -> CollectionStep) throws {
    var step = try movement(solved)
    step.place()
    solved = step.after
  }
}

/// The view of the reader.
extension Reader {
  var bounds: Rect { solved.state.main.bounds! }
  var offset: Double { bounds.y }

  /// Where an item stands in the viewport; its own frame, whatever covers it.
  func place(of id: String) throws -> Rect {
    guard case .one(let path) = solved.state.sections.path(ofItem: id) else {
      throw Missing(id: id)
    }
    let main = solved.state.main
    let layout = solved.solvedViewport(of: main).layout
    let cell = try #require(layout.attributes(of: .cell(path.section, path.item), visible: bounds))
    return cell.frame.moved(by: Point(x: -bounds.x, y: -bounds.y))
  }

  /// Whether the item is in sight.
  func sees(_ id: String) throws -> Bool {
    try place(of: id).intersects(Rect(origin: .zero, size: bounds.size))
  }

  struct Missing: Error { var id: String }
}

/// What must happen to a reader in a situation.
struct Situation: CustomTestStringConvertible, Sendable {
  /// In the table of situations that the rule was designed by.
  let number: Int
  let must: String
  let start: @Sendable () throws -> Reader
  let happens: @Sendable (inout Reader) throws -> Void
  let offset: Double
  /// An item that stays where it is in the viewport; nil if none has to.
  let holds: String?

  init(
    _ number: Int, _ must: String, _ start: @autoclosure @escaping @Sendable () throws -> Reader,
    _ offset: Double, holds: String? = nil, _ happens: @escaping @Sendable (inout Reader) throws -> Void
  ) {
    (self.number, self.must, self.start, self.offset, self.holds) = (number, must, start, offset, holds)
    self.happens = happens
  }

  var testDescription: String { "\(number): \(must)" }

  func check() throws {
    var reader = try start()
    let place = try holds.map { try reader.place(of: $0) }
    try happens(&reader)
    #expect(abs(reader.offset - offset) < 0.01, "\(testDescription): the offset is \(reader.offset)")
    if let holds, let place {
      let now = try reader.place(of: holds)
      #expect(abs(now.y - place.y) < 0.01, "\(testDescription): \(holds) is at \(now), was at \(place)")
    }
  }
}
