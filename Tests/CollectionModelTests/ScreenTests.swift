import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// Visible content keeps its position in the viewport, whatever changes around it.
struct ScreenTests {
  @Test(arguments: Gallery.allCases)
  func `the first seen cell that is neither deleted nor moved keeps its place`(kind: Gallery) throws {
    try Screen.hold(kind) { _ in .automatic }
  }

  @Test(arguments: Gallery.allCases)
  func `the item that is named keeps its place`(kind: Gallery) throws {
    try Screen.hold(kind) { screen in
      let visible = screen.visibleCells
      return visible.isEmpty ? .automatic : .item(visible[visible.count / 2])
    }
  }

  @Test(arguments: Gallery.allCases)
  func `the end keeps its place`(kind: Gallery) throws { try Screen.hold(kind) { _ in .end } }

  @Test(arguments: Gallery.allCases)
  func `the start keeps its place`(kind: Gallery) throws { try Screen.hold(kind) { _ in .start } }

  @Test func `a row prepended to a list at its start does not move the content offset`() throws {
    let before = try SolvedCollection.list(
      [["a", "b", "c", "d"]], bounds: Rect(x: 0, y: 0, width: 100, height: 60))
    let step = try before.step(.insert("x"))
    #expect(step.after.state.bounds?.y == 0)
  }

  @Test func `a deletion at the end moves the screen back to the end of the content`() throws {
    let before = try SolvedCollection.list(
      [["a", "b", "c", "d", "e"]], bounds: Rect(x: 0, y: 40, width: 100, height: 60))
    let step = try before.step(.rows([["a", "b", "c", "d"]]))
    #expect(step.after.state.bounds?.y == 20)
  }
}

/// A viewport on a collection, and a user who scrolls it.
private struct Screen {
  let kind: Gallery
  var solved: SolvedCollection
  var changes: RandomChanges

  init(_ kind: Gallery, seed: UInt64) throws {
    self.kind = kind
    changes = RandomChanges(seed: seed)
    let bounds = Rect(x: 0, y: 0, width: 200, height: 300)
    solved = try SolvedCollection(solving: kind.state(changes.sections(3, items: 10...30), bounds: bounds))
  }

  var bounds: Rect { solved.state.bounds! }

  /// The index paths of the visible cells, in order.
  var visibleCells: [IndexPath] {
    let list = solved.layout.elements(in: bounds, visible: bounds)
    return (0..<list.count).map { list[$0] }.filter { $0.kind == .cell }.map(\.indexPath)
  }

  mutating func scroll() throws {
    let range = Gallery.container.scrollRange(of: solved.layout.contentSize, in: bounds.size)
    let offset = changes.random.pick([
      range.least.y, range.most.y, Double.random(in: range.least.y...range.most.y, using: &changes.random),
      Double.random(in: range.least.y...range.most.y, using: &changes.random).rounded(),
    ])
    var state = solved.state
    state.main.bounds = Rect(x: 0, y: offset, width: bounds.width, height: bounds.height)
    solved = try SolvedCollection(solving: state)
  }

  /// A change of the kinds that feeds and chats have.
  mutating func change() -> CollectionChange {
    let sections = solved.state.sections
    let visible = Set(visibleCells)
    let first = visibleCells.first ?? IndexPath(section: 0, item: 0)
    let all = (0..<sections.count).flatMap { section in
      (0..<sections[section].items.count).map { IndexPath(section: section, item: $0) }
    }
    let above = all.filter { $0 < first }
    switch changes.random.integer(0...6) {
    case 0:
      let count = changes.random.integer(1...5)
      let paths = (0..<count).map { IndexPath(section: 0, item: $0) }
      return .updates([BatchUpdate(.insertItems(at: paths, changes.items(count)))])
    case 1:
      let path = changes.random.pick(all + [IndexPath(section: 0, item: 0)])
      return .updates([BatchUpdate(.insertItems(at: [path], [changes.item()]))])
    case 2:
      let gone = all.filter { !visible.contains($0) && changes.random.chance(1, in: 5) }
      return .updates([BatchUpdate(.deleteItems(at: gone))])
    case 3:
      let gone = all.filter { changes.random.chance(visible.contains($0) ? 1 : 0, in: 2) }
      return .updates([BatchUpdate(.deleteItems(at: gone.count < all.count ? gone : []))])
    case 4:
      let anew = above.filter { _ in changes.random.chance(1, in: 2) }
      let items = anew.map { path in
        changes.described(sections[path.section].items.item(at: path.item)!.id!)
      }
      return .updates([BatchUpdate(.reloadItems(at: anew, items))])
    case 5: return .snapshot(changes.snapshot(of: sections))
    default: return .updates([BatchUpdate(.insertSections(at: [0], [changes.section(4)]))])
    }
  }
}

extension Screen {
  /// Scrolls and changes a collection repeatedly, and checks each time that the anchor's element stayed in position.
  static func hold(_ kind: Gallery, _ anchor: (Screen) -> DiffAnchor) throws {
    for seed in 1...3 {
      var screen = try Screen(kind, seed: UInt64(seed) * 97)
      for round in 0..<60 {
        if screen.changes.random.chance(2, in: 3) { try screen.scroll() }
        let anchor = anchor(screen)
        let before = screen.solved
        var step = try before.applying(screen.change())
        step.place(asked: .anchor(anchor))
        let diff = step.diff(visibleOnly: true)!
        screen.solved = step.after
        if let complaint = complaint(before, step.after, diff, anchor) {
          Issue.record("\(kind), seed \(seed), round \(round): \(complaint)")
          return
        }
      }
    }
  }

  /// The first element that moved in the viewport and should not have.
  private static func complaint(
    _ before: SolvedCollection, _ after: SolvedCollection, _ diff: UpdateDiff, _ anchor: DiffAnchor
  ) -> String? {
    let (from, to) = (diff.contentOffset.from, diff.contentOffset.to)
    guard before.state.bounds?.origin == from else { return "from \(from), was \(before.state.bounds!)" }
    guard after.state.bounds?.origin == to else { return "to \(to), is \(after.state.bounds!)" }
    guard let moved = distance(before, after, diff, anchor) else { return nil }
    let range = Gallery.container.scrollRange(of: after.layout.contentSize, in: before.state.bounds!.size)
    let wanted = Point(x: from.x + moved.x, y: from.y + moved.y)
    return axis("x", to.x, wanted.x, range.least.x, range.most.x)
      ?? axis("y", to.y, wanted.y, range.least.y, range.most.y)
  }

  private static func axis(
    _ name: String, _ offset: Double, _ wanted: Double, _ least: Double, _ most: Double
  ) -> String? {
    if wanted > most + 1e-6 {
      return abs(offset - most) < 1e-6 ? nil : "\(name) is \(offset), not at the end \(most)"
    }
    if wanted < least - 1e-6 {
      return abs(offset - least) < 1e-6 ? nil : "\(name) is \(offset), not at the start \(least)"
    }
    return abs(offset - wanted) < 1e-6 ? nil : "\(name) is \(offset), what is held moved to \(wanted)"
  }

  /// How far the anchor's element has moved in the content; nil if all seen cells are deleted or moved.
  private static func distance(
    _ before: SolvedCollection, _ after: SolvedCollection, _ diff: UpdateDiff, _ anchor: DiffAnchor
  ) -> Point? {
    let bounds = before.state.bounds!
    switch anchor {
    case .start, .none: return .zero
    case .end:
      let (old, new) = (before.layout.contentSize, after.layout.contentSize)
      return Point(x: new.width - old.width, y: new.height - old.height)
    case .item(let path):
      return distance(before, after, cell: path) ?? distance(before, after, diff, .automatic)
    case .automatic:
      if bounds.x <= 0, bounds.y <= 0 { return .zero }
      let list = before.layout.elements(in: nil, visible: bounds)
      let all = (0..<list.count).map { list[$0] }
      let pinned = all.filter(\.isPinned).map(\.frame.maxY).max() ?? bounds.y
      let moved = Set(diff.changes.filter { $0.type == .move && $0.kind == .cell }.compactMap(\.from))
      let cells = all.filter {
        $0.kind == .cell && $0.frame.maxY - max(pinned, bounds.y) > 1 && bounds.maxY - $0.frame.y > 1
          && !moved.contains($0.indexPath)
      }
      return cells.sorted { ($0.frame.y, $0.frame.x, $0.indexPath) < ($1.frame.y, $1.frame.x, $1.indexPath) }
        .lazy.compactMap { distance(before, after, cell: $0.indexPath) }.first
    }
  }

  /// How far an item of both versions has moved, by its id.
  private static func distance(
    _ before: SolvedCollection, _ after: SolvedCollection, cell path: IndexPath
  ) -> Point? {
    guard let id = before.ids[path.section][path.item] else { return nil }
    for (section, ids) in after.ids.enumerated() {
      guard let item = ids.firstIndex(of: id) else { continue }
      let old = before.layout.attributes(of: .cell(path.section, path.item), visible: nil)!.frame
      let new = after.layout.attributes(of: .cell(section, item), visible: nil)!.frame
      return Point(x: new.x - old.x, y: new.y - old.y)
    }
    return nil
  }
}
