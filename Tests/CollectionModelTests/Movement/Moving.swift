import CollectionTestSupport
import LayoutEngine

@testable import CollectionModel

/// Collections of every layout kind, to move items about in.
enum Moving {
  static let kinds: [(name: String, layout: LayoutKind)] = [
    ("flow", .flow(flow)), ("list", .list(list)), ("grid", .grid(GridLayout())),
    ("waterfall", .waterfall(WaterfallLayout())), ("justified", .justified(JustifiedLayout())),
    ("magazine", .magazine(MagazineLayout())), ("stack", .stack(StackLayout())),
    ("circle", .circle(CircleLayout())), ("spiral", .spiral(SpiralLayout())),
    ("coverFlow", .coverFlow(CoverFlowLayout())), ("carousel", .carousel(CarouselLayout())),
    ("compositional", .compositional(tags)), ("custom", .custom(diagonal)),
  ]

  static let container = Container(size: Size(width: 200, height: 300))

  /// Flow with pinned headers.
  static var flow: FlowLayout {
    var flow = FlowLayout()
    flow.metrics.headerReferenceSize = Size(width: 0, height: 30)
    flow.sectionHeadersPinToVisibleBounds = true
    return flow
  }

  /// Rows as high as their items' sizes, below headers.
  static var list: ListLayout {
    var list = ListLayout()
    list.metrics.sectionHeaderHeight = 22
    return list
  }

  private static var tags: CompositionalLayout {
    let item = LayoutItem(size: LayoutSize(width: .estimated(60), height: .estimated(30)))
    let group = LayoutGroup(
      .line(.horizontal, members: [.item(item)]), size: LayoutSize(height: .estimated(30)))
    return CompositionalLayout(sections: [CompositionalSection(group: group)])
  }

  private static var diagonal: CustomLayout {
    func formula(_ text: String) -> CustomFormula {
      CustomFormula(try! Expression(text), parameter: ["frame"])
    }
    return CustomLayout(frame: CustomFrame(x: formula("i * 7"), y: formula("section * 100 + i * 5")))
  }

  /// Sections of items of these heights, 60 points wide, with ids "0.0", "0.1" and so on.
  static func sections(_ heights: [[Double]], width: Double = 60) -> SectionList {
    SectionList(
      ContiguousArray(
        heights.enumerated().map { number, heights in
          var builder = ItemSequenceBuilder()
          for (item, height) in heights.enumerated() {
            builder.append(Item(id: "\(number).\(item)", size: Size(width: width, height: height)))
          }
          return Section(id: "s\(number)", items: builder.finish())
        }))
  }

  static func solved(
    _ layout: LayoutKind, _ sections: SectionList, bounds: Rect? = nil
  ) throws -> SolvedCollection {
    let viewport = Viewport(container: container, containerJSON: [], bounds: bounds)
    return try SolvedCollection(
      solving: CollectionState(
        sections: sections, layout: LayoutChoice(kind: layout, jsonText: []), main: viewport))
  }

  /// Items of very different sizes, seven of them in three sections of which the middle one is empty.
  static let uneven: [[Double]] = [[20, 90, 45, 150], [], [30, 60, 12]]

  /// The ids as a viewport shows them.
  static func ids(_ sections: SectionList) -> [[String]] {
    var ids = ItemIDs(of: sections)
    return (0..<sections.count).map { section in
      (0..<sections[section].items.count).map { ids[section, $0] ?? "-" }
    }
  }
}

extension SolvedCollection {
  func begin(_ section: Int, _ item: Int, at position: Point? = nil, on viewport: String = Viewport.main)
    throws
    -> SolvedCollection
  {
    try beginningMovement(of: IndexPath(section: section, item: item), at: position, on: viewport).after
  }

  /// The movement in progress, if there is only one.
  var movement: Movement? { activeMovements.count == 1 ? activeMovements[0] : nil }

  func moving(
    to position: Point, on viewport: String = Viewport.main, now: ContinuousClock.Instant = .now
  ) throws(MovementError) -> CollectionStep {
    try moving(to: .position(position), on: viewport, now: now)
  }

  func to(_ x: Double, _ y: Double) throws -> SolvedCollection { try moving(to: Point(x: x, y: y)).after }

  /// A step with its diff, settled.
  func told(_ step: CollectionStep, on viewport: String = Viewport.main) -> (
    after: SolvedCollection, diff: UpdateDiff
  ) {
    var step = step
    step.place(viewport)
    let diff = step.diff(of: viewport, visibleOnly: false)!
    return (step.after, diff)
  }

  var plainIDs: [[String]] { Moving.ids(state.sections) }
  var shownIDs: [[String]] { Moving.ids(sections(shownOn: Viewport.main)) }
}

/// The elements that a client has in a viewport, updated by diffs alone.
struct Client {
  var elements: [ElementPath: LayoutAttributes] = [:]

  init(_ solved: SolvedCollection, on name: String = Viewport.main) {
    let viewport = solved.viewport(name)!
    let list = solved.layout(shownOn: name, viewport).elements(in: nil, visible: viewport.bounds)
    for row in 0..<list.count { elements[list[row].path] = list[row] }
  }

  mutating func take(_ diff: UpdateDiff) {
    for change in diff.changes {
      if let from = change.from { elements[ElementPath(kind: change.kind, indexPath: from)] = nil }
    }
    for change in diff.changes {
      guard let to = change.to else { continue }
      elements[ElementPath(kind: change.kind, indexPath: to)] = change.final
    }
  }

  /// The first difference from another client, except for a cell that is under the finger.
  func difference(from other: Client, without held: IndexPath? = nil) -> String? {
    let path = held.map { ElementPath(kind: .cell, indexPath: $0) }
    for key in Set(elements.keys).union(other.elements.keys) where key != path {
      guard let mine = elements[key], let others = other.elements[key], mine.isNear(others) else {
        return
          "\(key): \(String(describing: elements[key]?.frame)), not \(String(describing: other.elements[key]?.frame))"
      }
    }
    return nil
  }
}

extension LayoutAttributes {
  var path: ElementPath { ElementPath(kind: kind, indexPath: indexPath) }

  func isNear(_ other: LayoutAttributes) -> Bool {
    let a = [frame.x, frame.y, frame.width, frame.height]
    let b = [other.frame.x, other.frame.y, other.frame.width, other.frame.height]
    return zip(a, b).allSatisfy { abs($0 - $1) < 1e-6 } && appearance == other.appearance
  }
}
