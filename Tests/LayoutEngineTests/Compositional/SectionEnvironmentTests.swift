import Testing

@testable import LayoutEngine

/// What sections make of the container: its width and its insets.
///
/// A section provider is called with an `NSCollectionLayoutEnvironment`, which "contains information about the layout's
/// container and environment traits, such as size classes and display scale factor", again when these change.
@Suite("Sections of a compositional layout in containers of several widths")
struct SectionEnvironmentTests {
  private let screen = Container(400, 800)

  private static func rows(of count: Int) -> CompositionalSection {
    CompositionalSection(group: .row(of: count, .row(100)))
  }

  @Test(
    "the alternative with the largest minimum width that fits has the definitions, whatever their order",
    arguments: [(399.0, 1), (400, 2), (599.9, 2), (600, 3), (2000, 3)])
  func alternatives(width: Double, columns: Int) throws {
    var layout = CompositionalLayout(sections: [Self.rows(of: 1)])
    layout.alternatives = [
      CompositionalAlternative(minimumWidth: 600, sections: [Self.rows(of: 3)]),
      CompositionalAlternative(minimumWidth: 400, sections: [Self.rows(of: 2)]),
    ]
    // The insets of the container are within its width.
    let container = Container(width, 800).with { $0.insets = Insets(left: 20, right: 20) }
    let solved = try layout.solve(Section(6), in: container)
    #expect(solved.contentSize.height == Double(6 / columns) * 100)
    // What follows a batch is chosen as before it.
    let sections = SectionList(Section(6))
    let updated = try sections.applying([BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 0)]))])
    let before = try layout.prepare(sections, in: container)
    let after = try layout.prepare(updated, from: before, in: container)
    #expect(after.contentSize.height == (5 / Double(columns)).rounded(.up) * 100)
  }

  @Test("an alternative may be of another kind, and errors and warnings name it")
  func otherKinds() throws {
    var list = ListLayout()
    list.metrics.rowHeight = .automatic
    var layout = CompositionalLayout(sections: [CompositionalSection(kind: .list(list))])
    var carousel = CompositionalSection(group: .row(of: 1, .points(900, 60)))
    carousel.orthogonalScrolling = .paging
    layout.alternatives = [
      CompositionalAlternative(
        minimumWidth: 600, sections: [CompositionalSection(group: .row(of: 1, .points(900, 60))), carousel])
    ]
    let narrow = try layout.solve(Section(2), in: screen)
    #expect(narrow.contentSize.height == 88 && narrow.warnings.isEmpty)
    let wide = try layout.solve(Section(2), in: Container(800, 400))
    #expect(wide.warnings.map(\.parameter) == [["alternatives", "0", "sections", "0", "group"]])
    // Without a container, a section may be what any alternative makes of it.
    let kind = LayoutKind.compositional(layout)
    #expect(kind.scrollsAcross(section: 1) && !kind.scrollsAcross(section: 0))
    #expect(kind.estimatedItems(of: Section(2), at: 0) == .all)
    layout.scrollDirection = .horizontal
    layout.alternatives[0].sections = [CompositionalSection(kind: .list(list))]
    let error = try #require(throws: LayoutError.self) {
      _ = try layout.solve(Section(1), in: Container(800, 400))
    }
    #expect(error.parameter == ["alternatives", "0", "sections", "0", "list"])
  }

  @Test("measurements of one alternative do not hold for another, although insets leave both as many points")
  func arrangement() {
    let container = Container(680, 400)
    let narrowed = Container(720, 400).with { $0.insets = Insets(left: 20, right: 20) }
    let list = CompositionalSection(kind: .list(ListLayout()))
    let grid = CompositionalSection(kind: .grid(GridLayout(2)))
    for (sections, others) in [([list], [grid]), ([Self.rows(of: 1)], [Self.rows(of: 2)])] {
      var layout = CompositionalLayout(sections: sections)
      func breadths() -> [MeasuredBreadth] {
        [container, narrowed].map(LayoutKind.compositional(layout).measuredBreadth)
      }
      #expect(breadths()[0] == breadths()[1])
      layout.alternatives = [CompositionalAlternative(minimumWidth: 700, sections: others)]
      #expect(breadths().map(\.points) == [680, 680])
      #expect(breadths()[0] != breadths()[1])
    }
  }

  @Test("a section has a reference of its own for its insets, and by default the layout's")
  func reference() throws {
    var margins = Self.rows(of: 1)
    margins.contentInsetsReference = .layoutMargins
    var whole = Self.rows(of: 1)
    whole.contentInsetsReference = .none
    let container = Container(800, 400).with { $0.insets = Insets(left: 30, right: 10) }
    var layout = CompositionalLayout(sections: [Self.rows(of: 1), margins, whole])
    func frames() throws -> [[Double]] {
      let solved = try layout.solve(Section(1), Section(1), Section(1), in: container)
      return (0..<3).map { section in solved.frame(section, 0).map { [$0.x, $0.width] } ?? [] }
    }
    // 800 less insets of 40 is 760, and at least 414, where margins are 20.
    #expect(try frames() == [[0, 760], [20, 720], [0, 800]])
    // 760 less 672 leaves 44 at each side.
    layout.contentInsetsReference = .readableContent
    #expect(try frames() == [[44, 672], [20, 720], [0, 800]])
  }

  @Test("boundary items stand inside the content insets, unless the section says otherwise")
  func supplementaries() throws {
    var section = Self.rows(of: 1)
    section.contentInsets = Insets(top: 5, left: 50, bottom: 6, right: 70)
    section.boundaryItems = [.strip("header", 30, .top), .strip("footer", 20, .bottom)]
    func solve() throws -> any SolvedLayout {
      try CompositionalLayout(sections: [section]).solve(Section(1), in: screen)
    }
    let following = try solve()
    #expect(following.view("header") == Rect(x: 50, y: 0, width: 280, height: 30))
    section.supplementariesFollowContentInsets = false
    let spanning = try solve()
    #expect(spanning.view("header") == Rect(x: 0, y: 0, width: 400, height: 30))
    #expect(spanning.view("footer") == Rect(x: 0, y: 141, width: 400, height: 20))
    #expect(spanning.frame(0, 0) == following.frame(0, 0))
    #expect(spanning.contentSize == following.contentSize)
    section.supplementaryContentInsetsReference = .layoutMargins
    #expect(try solve().view("header") == Rect(x: 16, y: 0, width: 368, height: 30))
    #expect(try solve().frame(0, 0) == following.frame(0, 0))
  }
}
