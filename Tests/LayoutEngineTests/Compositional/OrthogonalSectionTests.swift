import Testing

@testable import LayoutEngine

@Suite("Orthogonal sections")
struct OrthogonalSectionTests {
  let screen = Container(400, 800)

  private func layout(
    _ behavior: OrthogonalScrollingBehavior, width: LayoutDimension = .absolute(150),
    _ change: (inout CompositionalSection) -> Void = { _ in }
  ) -> CompositionalLayout {
    CompositionalLayout(.row(of: 1, LayoutSize(width, .absolute(100)))) {
      $0.orthogonalScrolling = behavior
      $0.interGroupSpacing = 10
      change(&$0)
    }
  }

  private func offsets(_ snapping: OrthogonalSection.Snapping?) -> [Double] {
    switch snapping {
    case nil: []
    case .irregular(let offsets): offsets
    case .regular(let start, let interval, let count, let end):
      (0..<count).map { min(end, start + Double($0) * interval) }
    }
  }

  @Test("groups stand side by side, and the section is as high as one of them")
  func sideBySide() throws {
    let solved = try layout(.continuous).solve(Section(5), Section(1), in: screen)
    #expect(solved.xs() == [0, 160, 320, 480, 640])
    #expect(solved.frame(1, 0) == Rect(x: 0, y: 100, width: 150, height: 100))
    #expect(solved.contentSize == Size(width: 400, height: 200))
    let first = try #require(solved.orthogonalSections(in: nil).first)
    #expect(first.frame == Rect(x: 0, y: 0, width: 400, height: 100))
    #expect(first.contentSize == Size(width: 790, height: 100))
    #expect(solved.orthogonalSections(in: Rect(x: 0, y: 150, width: 9, height: 9)).map(\.section) == [1])
  }

  @Test("fractions across are of the whole container; the leading inset only offsets, and scrolls along")
  func fractions() throws {
    let solved = try layout(.continuous, width: .fractionalWidth(1)) {
      $0.contentInsets = Insets(top: 16, left: 16, bottom: 16, right: 16)
    }.solve(Section(2), in: screen)
    #expect(
      solved.cells() == [
        Rect(x: 16, y: 16, width: 400, height: 100), Rect(x: 426, y: 16, width: 400, height: 100),
      ])
    let section = solved.orthogonalSections(in: nil)[0]
    #expect(section.frame == Rect(x: 0, y: 16, width: 400, height: 100))
    #expect(section.contentSize.width == 16 + 810 + 16)
  }

  // Apple, UICollectionLayoutSectionOrthogonalScrollingBehavior: a section with continuousGroupLeadingBoundary comes "to a
  // natural stop at the leading boundary of the visible group"; with groupPaging users "page its content orthogonally one
  // group at a time".
  @Test("each behaviour rests where it should")
  func snapping() throws {
    func places(_ behavior: OrthogonalScrollingBehavior) throws -> [Double] {
      offsets(try layout(behavior).solve(Section(5), in: screen).orthogonalSections(in: nil)[0].snapping)
    }
    #expect(try layout(.none).solve(Section(5), in: screen).orthogonalSections(in: nil).isEmpty)
    #expect(try places(.continuous) == [])
    #expect(try places(.continuousGroupLeadingBoundary) == [0, 160, 320, 390])
    #expect(try places(.paging) == [0, 390])
    #expect(try places(.groupPaging) == [0, 160, 320, 390])
    #expect(try places(.groupPagingCentered) == [-125, 35, 195, 355, 515])
  }

  @Test("groups that differ rest at their own places")
  func irregular() throws {
    let layout = CompositionalLayout(
      .row(
        LayoutSize(.estimated(100), .absolute(50)), .item(LayoutSize(.estimated(100), .fractionalHeight(1))))
    ) { $0.orthogonalScrolling = .groupPaging }
    let solved = try layout.solve(Section(sizes: [(300, 1), (100, 1), (700, 1)]), in: screen)
    #expect(solved.xs() == [0, 300, 400])
    #expect(offsets(solved.orthogonalSections(in: nil)[0].snapping) == [0, 300, 400])
  }

  @Test("a header stays where it is while the groups below it scroll")
  func header() throws {
    let solved = try layout(.groupPaging) {
      $0.boundaryItems = [.strip("header", 30, .top)]
      $0.contentInsets = Insets(top: 0, left: 20, bottom: 0, right: 20)
    }.solve(Section(9), in: screen)
    #expect(solved.view("header") == Rect(x: 20, y: 0, width: 360, height: 30))
    #expect(solved.frame(0, 1) == Rect(x: 180, y: 30, width: 150, height: 100))
    #expect(solved.orthogonalSections(in: nil)[0].frame.y == 30)
  }

  @Test("an item far out is found by its rect alone, and costs nothing where it is not visible")
  func farOut() throws {
    let solved = try layout(.continuous).solve(Section(1_000_000), in: screen)
    #expect(
      solved.names(in: Rect(x: 0, y: 0, width: 400, height: 800)) == ["cell 0.0", "cell 0.1", "cell 0.2"])
    #expect(solved.names(in: Rect(x: 160 * 900_000 + 1, y: 50, width: 100, height: 1)) == ["cell 0.900000"])
    #expect(solved.orthogonalSections(in: nil)[0].contentSize.width == 160e6 - 10)
  }

  @Test("right to left, groups run to the left of the screen")
  func rightToLeft() throws {
    let solved = try layout(.groupPaging).solve(Section(4), in: screen.with { $0.direction = .rightToLeft })
    #expect(solved.xs() == [250, 90, -70, -230])
  }

  @Test("in a layout that scrolls horizontally, orthogonal groups run downward")
  func horizontal() throws {
    let group = LayoutGroup.column(.points(100, 150), .item(LayoutSize()))
    let layout = CompositionalLayout(group) {
      $0.orthogonalScrolling = .groupPaging
      $0.contentInsets = Insets(top: 5, left: 7, bottom: 0, right: 0)
    }.with { $0.scrollDirection = .horizontal }
    let solved = try layout.solve(Section(8), Section(1), in: screen)
    #expect(solved.cells(0).map(\.y) == (0..<8).map { 5 + 150 * Double($0) })
    #expect(solved.frame(1, 0)?.x == 114)
    let section = solved.orthogonalSections(in: nil)[0]
    #expect(section.frame == Rect(x: 7, y: 0, width: 100, height: 800))
    #expect(section.contentSize == Size(width: 100, height: 1205))
  }
}
