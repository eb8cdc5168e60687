import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Several viewports on one collection.
struct ViewportTests {
  private static let rows = Moving.sections([[20, 40, 60, 80, 100, 120, 140, 160]])

  private static func collection(_ bounds: Rect = Rect(x: 0, y: 0, width: 200, height: 300)) throws
    -> SolvedCollection
  {
    try Moving.solved(.list(Moving.list), rows, bounds: bounds)
  }

  private static let narrow = Container(size: Size(width: 100, height: 150))

  @Test func `a screen of another name has a place of its own`() throws {
    let solved = try Self.collection().applying(
      ViewportChange(name: "b", bounds: Rect(x: 0, y: 100, width: 200, height: 300))
    ).after
    #expect(solved.state.bounds?.y == 0 && solved.viewport("b")?.bounds?.y == 100)
    #expect(solved.viewportNames == ["main", "b"] && solved.solvedViewports.count == 1)
  }

  @Test func `a screen with a container or a layout of its own has frames of its own`() throws {
    var change = ViewportChange(
      name: "b", bounds: Rect(x: 0, y: 0, width: 100, height: 150), container: (Self.narrow, []))
    var solved = try Self.collection().applying(change).after
    var screen = solved.solvedViewport(of: try #require(solved.viewport("b")))
    #expect(screen.layout.contentSize.width == 100 && solved.layout.contentSize.width == 200)
    change.layout = .some(LayoutChoice(kind: .grid(GridLayout()), jsonText: [1]))
    solved = try solved.applying(change).after
    screen = solved.solvedViewport(of: try #require(solved.viewport("b")))
    #expect(screen.kind.isGrid && solved.solvedViewports.count == 2)
    change.layout = .some(nil)
    solved = try solved.applying(change).after
    #expect(solved.solvedViewport(of: try #require(solved.viewport("b"))).kind.isGrid == false)
  }

  @Test func `a change is a diff for each, as that screen sees it`() throws {
    var solved = try Self.collection()
    solved = try solved.applying(
      ViewportChange(name: "b", bounds: Rect(x: 0, y: 300, width: 200, height: 300))
    ).after
    let step = try solved.step(.insert("new"))
    let main = try #require(step.placed().diff(visibleOnly: true))
    let other = try #require(step.placed("b").diff(of: "b", visibleOnly: true))
    #expect(main.contentOffset.to.y == 0 && other.contentOffset.to.y == 300 + 44)
    #expect(main.changes.contains { $0.type == .insert } && !other.changes.contains { $0.type == .insert })
    #expect(step.after.viewport("b")?.bounds?.y == 344)
  }

  @Test func `a screen that goes takes its layout along, and the main one stays`() throws {
    let solved = try Self.collection().applying(
      ViewportChange(
        name: "b", bounds: Rect(x: 0, y: 0, width: 100, height: 150), container: (Self.narrow, []))
    ).after
    #expect(try solved.removing(viewport: "b").after.solvedViewports.count == 1)
    #expect(throws: ChangeError.self) { try solved.removing(viewport: Viewport.main) }
    #expect(throws: ChangeError.self) { try solved.removing(viewport: "c") }
  }

  @Test func `screens that do not move for long expire, and the main one never does`() throws {
    let start = ContinuousClock.now
    func moved(_ solved: SolvedCollection, _ name: String, after: Duration) throws -> SolvedCollection {
      let change = ViewportChange(name: name, bounds: Rect(x: 0, y: 0, width: 200, height: 300))
      return try solved.applying(change, now: start + after).after
    }
    func expiring(_ solved: SolvedCollection, after: Duration, _ watched: String...) -> CollectionStep? {
      solved.expiringViewports(idle: .seconds(600), watched: Set(watched), now: start + after)
    }
    var solved = try moved(Self.collection(), "b", after: .zero)
    solved = try moved(solved, "c", after: .seconds(500))
    #expect(expiring(solved, after: .seconds(600)) == nil)
    let step = try #require(expiring(solved, after: .seconds(601)))
    #expect(step.after.viewportNames == ["main", "c"] && step.viewportEdits.removed == ["b"])
    #expect(expiring(step.after, after: .seconds(602)) == nil)
    #expect(expiring(step.after, after: .seconds(9999))?.after.viewportNames == ["main"])
    // A watched one stays. Without watchers it then has its whole time again.
    let watched = try #require(expiring(solved, after: .seconds(900), "b"))
    #expect(watched.after.viewportNames == ["main", "b", "c"] && watched.viewportEdits.isEmpty)
    let left = try #require(expiring(watched.after, after: .seconds(1200)))
    #expect(left.after.viewportNames == ["main", "b"] && left.viewportEdits.removed == ["c"])
    #expect(expiring(left.after, after: .seconds(1501))?.after.viewportNames == ["main"])
  }

  @Test func `a screen that turns goes from its old frames to its new ones`() throws {
    let solved = try Self.collection()
    let step = try solved.applying(
      ViewportChange(
        name: Viewport.main, bounds: Rect(x: 0, y: 0, width: 100, height: 150), container: (Self.narrow, [])))
    let diff = try #require(step.diff(visibleOnly: true))
    #expect(diff.contentSize.from.width == 200 && diff.contentSize.to.width == 100)
    let cells = diff.changes.filter { $0.kind == .cell }
    #expect(!cells.isEmpty && cells.allSatisfy { $0.type == .shift && $0.final.frame.width == 100 })
    #expect(step.after.version == solved.version)
  }

  @Test(arguments: Moving.kinds.map(\.name))
  func `from any layout to any other every element goes from its old attributes to its new ones`(
    name: String
  ) throws {
    let kinds = Moving.kinds
    let from = try #require(kinds.first { $0.name == name })
    for to in kinds {
      let bounds = Rect(x: 0, y: 40, width: 200, height: 300)
      let before = try Moving.solved(from.layout, Moving.sections(Moving.uneven), bounds: bounds)
      var step = try before.applying(.layout(LayoutChoice(kind: to.layout, jsonText: Array(to.name.utf8))))
      step.place()
      let diff = try #require(step.diff(visibleOnly: false))
      var elements = Self.elements(of: before)
      for change in diff.changes {
        if let path = change.from { elements[ElementPath(kind: change.kind, indexPath: path)] = nil }
      }
      for change in diff.changes where change.type != .delete {
        elements[ElementPath(kind: change.kind, indexPath: try #require(change.to))] = change.final
      }
      let after = Self.elements(of: step.after)
      #expect(Set(elements.keys) == Set(after.keys), "\(name) to \(to.name)")
      for (path, element) in after {
        #expect(elements[path]?.frame == element.frame, "\(name) to \(to.name), \(path)")
      }
      // Every item remains: none fades.
      #expect(diff.changes.allSatisfy { $0.kind != .cell || $0.type == .shift }, "\(name) to \(to.name)")
      #expect(step.after.version == 2)
    }
  }

  private static func elements(of solved: SolvedCollection) -> [ElementPath: LayoutAttributes] {
    let list = solved.layout.elements(in: nil, visible: solved.state.bounds)
    return Dictionary(
      (0..<list.count).map { (ElementPath(kind: list[$0].kind, indexPath: list[$0].indexPath), list[$0]) }
    ) { $1 }
  }
}

extension LayoutKind {
  fileprivate var isGrid: Bool { name == "grid" }
}
