import CollectionModel
import Harness
import LayoutEngine

// Steps of scrolling and a changed row in lists, compared with the plain query of the window, which each of them makes at
// least once.
let times = 1000

/// A list whose viewport shows about 60 rows in the middle, with its overscan.
struct Screen {
  let count: Int
  var solved: SolvedCollection

  init(rows count: Int) throws {
    self.count = count
    var rows = ItemSequenceBuilder()
    for row in 0..<count { rows.append(Item(id: "row-\(row)", size: Self.size(row))) }
    let bounds = Rect(x: 0, y: 43 * Double(count / 2), width: 375, height: 667)
    let overscan = Overscan(Insets(top: 1.4, left: 0, bottom: 1.4, right: 0), unit: .screens)
    let main = Viewport(
      container: Container(size: bounds.size), containerJSON: [], bounds: bounds, overscan: overscan)
    solved = try SolvedCollection(
      solving: CollectionState(
        sections: SectionList([Section(id: "rows", items: rows.finish())]),
        layout: LayoutChoice(kind: .list(ListLayout()), jsonText: []), main: main))
  }

  private static func size(_ row: Int) -> Size { Size(width: 375, height: Double(40 + row % 7)) }

  private var main: Viewport { solved.viewport(Viewport.main)! }

  /// The bounds of each step: downward, and back.
  private var path: [Rect] {
    let start = main.bounds!
    return (1...times).map { number in
      Rect(
        x: start.x, y: start.y + 30 * Double(min(number, times - number)), width: start.width,
        height: start.height)
    }
  }

  /// Queries the window of each step. Returns the number of elements.
  func query() -> Int {
    path.reduce(0) { $0 + solved.layout.elements(in: main.overscan.window(of: $1), visible: $1).count }
  }

  /// Scrolls step by step. Returns the number of elements that appeared and of items that were prefetched.
  ///
  /// - Parameter velocity: in points a millisecond, downward: a fast fling prefetches nothing.
  mutating func scroll(velocity: Double) -> Int {
    var sum = 0
    for bounds in path {
      var change = ViewportChange(name: Viewport.main, bounds: bounds)
      change.velocity = Point(x: 0, y: velocity)
      let step = try! solved.applying(change)
      let outcome = step.scrolled!
      sum += outcome.appeared.count + outcome.prefetch.count
      solved = step.after
    }
    return sum
  }

  /// The step that changes the height of a visible row, which keeps its id.
  func changed() -> CollectionStep {
    let row = count / 2 + 4
    let item = Item(id: "row-\(row)", size: Size(width: 375, height: 99))
    return try! solved.applying(
      .updates([BatchUpdate(.reloadItems(at: [IndexPath(section: 0, item: row)], [item]))]))
  }

  /// Finds the changes of a step in the window. Returns their number.
  func diff(of step: CollectionStep) -> Int {
    var step = step
    step.place()
    return step.diff(visibleOnly: true)!.changes.count
  }
}

/// A waterfall whose viewport is in the middle of its items.
func waterfall(of count: Int, _ assignment: WaterfallLayout.ColumnAssignment) throws -> SolvedCollection {
  var layout = WaterfallLayout()
  layout.metrics.columnCount = 4
  layout.columnAssignment = assignment
  var items = ItemSequenceBuilder()
  for item in 0..<count { items.append(Item(id: "item-\(item)", aspectRatio: 0.5 + Double(item % 7) / 4)) }
  let sections = SectionList([Section(id: "items", items: items.finish())])
  // An item is some 80 points high, of which four stand side by side.
  let bounds = Rect(x: 0, y: 10 * Double(count), width: 375, height: 667)
  let main = Viewport(
    container: Container(size: bounds.size, scale: 2), containerJSON: [], bounds: bounds,
    overscan: Overscan(Insets(top: 0, left: 0, bottom: 0, right: 0), unit: .screens))
  return try SolvedCollection(
    solving: CollectionState(
      sections: sections, layout: LayoutChoice(kind: .waterfall(layout), jsonText: []), main: main))
}

/// Changes the height of an item in the middle, and returns the number of changes in the viewport.
func change(_ solved: SolvedCollection, _ count: Int) -> Int {
  let item = Item(id: "item-\(count / 2)", aspectRatio: 0.3)
  var step = try! solved.applying(
    .updates([BatchUpdate(.reloadItems(at: [IndexPath(section: 0, item: count / 2)], [item]))]))
  step.place()
  return step.diff(visibleOnly: true)!.changes.count
}

for count in [100_000, 1_000_000] {
  let (balanced, kept) = (try waterfall(of: count, .balanced), try waterfall(of: count, .kept))
  var changing = Comparison(
    "a waterfall of \(count) items, one of which changes, with the visible diff", units: 1)
  changing.add("balanced") { change(balanced, count) }
  changing.add("kept") { change(kept, count) }
  changing.add("kept, 100 times") { (0..<100).reduce(0) { sum, _ in sum + change(kept, count) } }
  changing.run()
}

for count in [100_000, 1_000_000] {
  let screen = try Screen(rows: count)
  var (resting, flung) = (screen, screen)
  var scrolling = Comparison("\(count) rows, \(times) steps of scrolling", units: times)
  scrolling.add("the query of the window") { screen.query() }
  scrolling.add("a step, with prefetching") { resting.scroll(velocity: 0) }
  scrolling.add("a step in a fling, without") { flung.scroll(velocity: 10) }
  scrolling.run()

  let step = screen.changed()
  var changing = Comparison("\(count) rows, one of which changes, \(times) times", units: times)
  changing.add("the query of the window") { screen.query() }
  changing.add("the diff") { (0..<times).reduce(0) { sum, _ in sum + screen.diff(of: step) } }
  changing.add("applied, with the diff") {
    (0..<times).reduce(0) { sum, _ in sum + screen.diff(of: screen.changed()) }
  }
  changing.run()
}
