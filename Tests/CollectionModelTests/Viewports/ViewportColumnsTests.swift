import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Items of a waterfall that keeps its columns, in a collection with several viewports.
struct ViewportColumnsTests {
  private typealias Screens = MeasuredScreens

  private static let kept: WaterfallLayout = {
    var layout = WaterfallLayout()
    layout.columnAssignment = .kept
    layout.metrics.minimumInteritemSpacing = 0
    layout.metrics.minimumColumnSpacing = 0
    return layout
  }()

  private func xs(_ collection: SolvedCollection, _ name: String = Viewport.main) throws -> [Double] {
    let layout = collection.solvedViewport(of: try #require(collection.viewport(name))).layout
    return (0..<collection.state.sections[0].items.count).map {
      layout.attributes(of: .cell(0, $0), visible: nil)!.frame.x
    }
  }

  @Test(
    arguments: [
      .waterfall(kept),
      .compositional(CompositionalLayout(sections: [CompositionalSection(kind: .waterfall(kept))])),
    ] as [LayoutKind]) func `measuring moves no item to another column`(_ kind: LayoutKind) throws
  {
    let before = try Screens.collection(kind, Screens.items(6))
    // Squares in two columns of 100 points.
    #expect(try xs(before) == [0, 100, 0, 100, 0, 100])
    let step = try before.applying(
      before.measurements([(0, Size(width: 100, height: 900)), (1, Size(width: 100, height: 20))]))
    #expect(try xs(step.after) == [0, 100, 0, 100, 0, 100])
    #expect(step.after.cell(2)?.frame.y == 900)
    // An item that comes then takes the second column, which is shorter by the measured sizes.
    let next = try step.after.step(.insert("new", at: 0, 0)).after
    #expect(try xs(next) == [100, 0, 100, 0, 100, 0, 100])
  }

  @Test
  func `the sections of a compositional layout store the columns, and those of a list beside them none`()
    throws
  {
    let layout = CompositionalLayout(sections: [
      CompositionalSection(kind: .list(ListLayout())), CompositionalSection(kind: .waterfall(Self.kept)),
    ])
    let collection = try Screens.collection(
      .compositional(layout),
      SectionList([Section("list", [Item(id: "a")]), Section("kept", [Item(id: "b")])]))
    let stored = ColumnChoices(keptIn: collection.state.sections).sections
    #expect(stored.map { $0.section } == [1])
    #expect(stored.first?.runs.first?.columns.first?.place?.columnCount == 2)
  }

  @Test func `every viewport with as many columns shows the same ones, and one with others its own`() throws {
    let sections = SectionList([
      Section("s", [40, 10, 30, 5].map { Item(id: "\($0)", size: Size(width: 10, height: $0)) })
    ])
    var collection = try Screens.collection(.waterfall(Self.kept), sections)
    var three = Self.kept
    three.metrics.columnCount = 3
    func show(_ name: String, width: Double, _ layout: WaterfallLayout?) throws {
      var change = ViewportChange(name: name, bounds: Rect(x: 0, y: 0, width: width, height: 300))
      change.container = (Screens.container(width: width), Screens.words("\(width)"))
      change.layout = layout.map { LayoutChoice(kind: .waterfall($0), jsonText: Screens.words(name)) }
      collection = try collection.applying(change).after
    }
    try show("narrow", width: 20, nil)
    try show("three", width: 30, three)
    // 40 in the first column; 10, 30 and, at 40, 5 in the second and the first.
    #expect(try xs(collection) == [0, 100, 100, 0])
    #expect(try xs(collection, "narrow") == [0, 10, 10, 0])
    #expect(try xs(collection, "three") == [0, 10, 20, 10])
    collection = try collection.step(.delete(0, 0)).after
    #expect(try xs(collection) == [100, 100, 0])
    #expect(try xs(collection, "narrow") == [10, 10, 0])
    #expect(try xs(collection, "three") == [0, 10, 20])
    // A viewport that comes later shows the same columns.
    try show("late", width: 50, nil)
    #expect(try xs(collection, "late") == [25, 25, 0])
  }

  /// The collection, its main viewport so wide.
  private func turned(_ collection: SolvedCollection, to width: Double) throws -> SolvedCollection {
    var change = ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: 0, width: width, height: 300))
    change.container = (Screens.container(width: width), Screens.words("\(width)"))
    return try collection.applying(change).after
  }

  /// A collection whose layout is a list, and three columns of 100 points where there is room for them; its main viewport
  /// is narrow.
  private func narrow(_ sections: SectionList) throws -> SolvedCollection {
    var three = Self.kept
    three.metrics.columnCount = 3
    var layout = CompositionalLayout(sections: [CompositionalSection(kind: .list(ListLayout()))])
    layout.alternatives = [
      CompositionalAlternative(minimumWidth: 300, sections: [CompositionalSection(kind: .waterfall(three))])
    ]
    return try Screens.collection(.compositional(layout), sections, width: 100)
  }

  @Test
  func `items keep the columns in which the main viewport shows them once it is wide enough`()
    throws
  {
    let sections = SectionList([
      Section("s", [40, 10, 30, 5].map { Item(id: "\($0)", size: Size(width: 10, height: $0)) })
    ])
    let shown = try turned(try narrow(sections), to: 300)
    #expect(try xs(shown) == [0, 100, 200, 100])
    // The square is above the others in the second column, which is 150 points high.
    let next = try shown.step(.insert("new", at: 0, 0)).after
    #expect(try xs(next) == [100, 0, 100, 200, 100])
    let squares = try turned(try narrow(Screens.items(6)), to: 300)
    let measured = try squares.applying(squares.measurements([(0, Size(width: 100, height: 900))])).after
    #expect(try xs(measured) == [0, 100, 200, 0, 100, 200])
    #expect(measured.cell(3)?.frame.y == 900)
    // The same where the measurement comes with a scroll.
    var scroll = ViewportChange(name: Viewport.main, bounds: Rect(x: 0, y: 0, width: 300, height: 300))
    scroll.measurements = [MeasuredElement(.cell(0, 0), Measurement(size: Size(width: 100, height: 900)))]
    let scrolled = try squares.applying(scroll).after
    #expect(try xs(scrolled) == [0, 100, 200, 0, 100, 200])
    #expect(scrolled.cell(3)?.frame.y == 900)
  }

  @Test
  func `a replay gives items the same columns, also of widths that the main viewport had without a change`()
    throws
  {
    let sections = SectionList([
      Section("s", [40, 10, 30, 5].map { Item(id: "\($0)", size: Size(width: 10, height: $0)) })
    ])
    let start = try narrow(sections)
    let passed = try turned(try turned(start, to: 300), to: 100)
    for collection in [passed, try turned(passed, to: 300)] {
      let step = try collection.step(.insert("new", at: 0, 0))
      let entry = try #require(step.entry(from: step.before.state.main))
      let replayed = try start.following(entry, from: start.state.main).after
      func columns(_ collection: SolvedCollection) -> [[Int?]] {
        ColumnChoices(keptIn: collection.state.sections).sections.map {
          $0.runs.flatMap { $0.columns.map { $0.place?.column } }
        }
      }
      #expect(columns(replayed) == columns(step.after))
      #expect(try xs(replayed) == xs(step.after))
    }
  }

  @Test func `items remember their columns while the collection has another layout`() throws {
    let sections = SectionList([
      Section("s", [40, 10, 30, 5].map { Item(id: "\($0)", size: Size(width: 10, height: $0)) })
    ])
    func layout(_ kind: LayoutKind) -> CollectionChange {
      .layout(LayoutChoice(kind: kind, jsonText: Screens.words("another")))
    }
    var collection = try Screens.collection(.waterfall(Self.kept), sections)
    collection = try collection.step(layout(.list(ListLayout()))).after
    collection = try collection.step(.delete(0, 0)).after
    collection = try collection.step(layout(.waterfall(Self.kept))).after
    #expect(try xs(collection) == [100, 100, 0])
    var four = Self.kept
    four.metrics.columnCount = 4
    collection = try collection.step(layout(.waterfall(four))).after
    #expect(try xs(collection) == [0, 50, 100])
  }

  @Test func `a snapshot leaves the items that stay in their columns, and so does a new description`() throws
  {
    func rows(_ rows: [(String, Double)]) -> SectionList {
      SectionList([Section("s", rows.map { Item(id: $0.0, size: Size(width: 10, height: $0.1)) })])
    }
    var collection = try Screens.collection(
      .waterfall(Self.kept), rows([("a", 40), ("b", 10), ("c", 30), ("d", 5)]))
    #expect(try xs(collection) == [0, 100, 100, 0])
    collection = try collection.step(.snapshot(rows([("b", 99), ("c", 30), ("d", 5)]))).after
    #expect(try xs(collection) == [100, 100, 0])
    // The first column is 50 points high, the second 1290.
    collection = try collection.step(
      .snapshot(rows([("x", 1), ("b", 99), ("y", 2), ("c", 30), ("d", 5)]))
    ).after
    #expect(try xs(collection) == [0, 100, 0, 100, 0])
  }
}
