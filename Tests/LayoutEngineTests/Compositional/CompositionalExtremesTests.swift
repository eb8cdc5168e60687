import Testing

@testable import LayoutEngine

@Suite("Compositional layouts that no screen shows")
struct CompositionalExtremesTests {
  let screen = Container(400, 800)
  static let huge = 0x1p53

  /// Groups inside groups, each with its content deciding its height.
  private func nested(_ depth: Int, _ size: LayoutSize) -> LayoutGroup {
    var group = LayoutGroup.row(size, .item(size), .item(size))
    for level in 0..<depth {
      group = LayoutGroup(
        .line(level % 2 == 0 ? .vertical : .horizontal, members: [.group(group), .item(size)]), size: size)
    }
    return group
  }

  @Test("ten million counted items cost as much as the queried elements")
  func counted() throws {
    let solved = try CompositionalLayout(.row(of: 4, .row(100))).solve(Section(10_000_000), in: screen)
    #expect(solved.contentSize.height == 250_000_000)
    #expect(solved.frame(0, 9_999_999) == Rect(x: 300, y: 249_999_900, width: 100, height: 100))
    #expect(solved.names(in: Rect(x: 150, y: 123_456_700, width: 10, height: 10)) == ["cell 0.4938269"])
    let estimated = CompositionalLayout(
      .row(
        LayoutSize(.fractionalWidth(1), .estimated(44)),
        .item(LayoutSize(.fractionalWidth(1), .estimated(44)))))
    #expect(try estimated.solve(Section(10_000_000), in: screen).contentSize.height == 440_000_000)
  }

  @Test("twenty thousand sections of two definitions are found by section and by rect")
  func manySections() throws {
    var layout = CompositionalLayout(.row(of: 1, .row(10)))
    layout.sections.append(CompositionalSection(group: .row(of: 2, .row(20))))
    let solved = try layout.prepare(
      SectionList(ContiguousArray(repeating: Section(2), count: 20_000)), in: screen)
    #expect(solved.contentSize.height == 20 + 19_999 * 20)
    #expect(solved.frame(10_000, 1)?.y == 200_000)
  }

  @Test("without extent, without room, without items: laid out, nothing more")
  func zero() throws {
    let nothing = LayoutSize.points(0, 0)
    let groups: [LayoutGroup] = [
      .row(nothing, .item(nothing)), .row(.row(0), .item(nothing), .item(nothing)),
      .row(of: 3, nothing), .row(LayoutSize(), .item(LayoutSize(.fractionalWidth(0), .fractionalHeight(0)))),
      LayoutGroup(.custom(frames: [.zero]), size: nothing),
      LayoutGroup(.custom(frames: []), size: nothing), LayoutGroup(.line(.vertical, members: [])),
      LayoutGroup(.repeating(.vertical, member: .item(LayoutItem()), count: 0)),
    ]
    for group in groups {
      for container in [screen, Container(0, 0), Container(0, 0).with { $0.scale = 2 }] {
        for behavior in OrthogonalScrollingBehavior.allCases {
          let layout = CompositionalLayout(group) { $0.orthogonalScrolling = behavior }
          let solved = try layout.solve(Section(0), Section(7), in: container)
          let all = solved.elements(in: nil, visible: nil)
          #expect(all.count == 7 || group.isBarren)
          for row in 0..<all.count {
            #expect(solved.attributes(of: .cell(1, all[row].indexPath.item), visible: nil) == all[row])
          }
          _ = solved.elements(in: Rect(x: -5, y: -5, width: 10, height: 10), visible: nil)
          _ = solved.orthogonalSections(in: nil)
        }
      }
    }
    #expect(throws: LayoutError.self) {
      try CompositionalLayout(sections: []).solve(Section(1), in: screen)
    }
  }

  @Test("sizes up to the last number are laid out or refused, and never more than that")
  func large() {
    let sizes = [
      LayoutSize.points(Self.huge, Self.huge),
      LayoutSize(.fractionalWidth(Self.huge), .fractionalHeight(Self.huge)),
      LayoutSize(.estimated(Self.huge), .estimated(Self.huge)),
      LayoutSize(.uniformAcrossSiblings(estimate: Self.huge), .fractionalWidth(Self.huge)),
    ]
    for size in sizes {
      for depth in [0, 1, 6] {
        for behavior in [OrthogonalScrollingBehavior.none, .groupPagingCentered] {
          var layout = CompositionalLayout(nested(depth, size)) {
            $0.orthogonalScrolling = behavior
            $0.contentInsets = Insets(top: -Self.huge, left: Self.huge, bottom: Self.huge, right: -Self.huge)
            $0.boundaryItems = BoundaryItem.Alignment.allCases.map {
              BoundaryItem(
                kind: "\($0)", size: size, alignment: $0, absoluteOffset: Point(x: -Self.huge, y: Self.huge),
                pinToVisibleBounds: true)
            }
          }
          layout.interSectionSpacing = Self.huge
          for scale in [nil, 3.0] {
            let container = Container(Self.huge, Self.huge).with { $0.scale = scale }
            guard
              let solved = try? layout.solve(
                Section(5), Section(sizes: [(Self.huge, Self.huge)]), in: container)
            else { continue }
            let visible = Rect(x: -Self.huge, y: -Self.huge, width: Self.huge, height: Self.huge)
            #expect(solved.elements(in: nil, visible: visible).count >= 6)
            _ = solved.elements(in: visible, visible: visible)
            _ = solved.orthogonalSections(in: visible)
          }
        }
      }
    }
  }

  @Test("a group that would hold more items than any screen shows is refused, with its place")
  func tooLarge() throws {
    let layout = CompositionalLayout(.row(.row(10), .item(.points(0.001, 10))))
    #expect(
      throws: LayoutError(
        parameter: ["sections", "0", "group"], indexPath: nil,
        detail: "one group holds more than 100000 items")
    ) { try layout.solve(Section(5), in: screen) }
  }

  @Test("groups deep inside each other are measured once each")
  func deep() throws {
    // Measured anew by each group around them, they would take more work than a layout may.
    let layout = CompositionalLayout(nested(60, LayoutSize(.fractionalWidth(0.9), .estimated(10))))
    #expect(try layout.solve(Section(100), in: screen).frame(0, 99) != nil)
  }

  @Test("more views at edges than can be kept are refused")
  func tooManyViews() throws {
    let layout = CompositionalLayout(.row(of: 1, .row(10))) {
      $0.boundaryItems = Array(repeating: .strip("edge", 1, .top), count: 500)
    }
    let sections = SectionList(ContiguousArray(repeating: Section(0), count: 10_000))
    #expect(throws: LayoutError.self) { try layout.prepare(sections, in: screen) }
  }

  @Test("more views on items than anyone can ask for are refused, in a group and in all")
  func tooManyAttached() throws {
    let views = (0..<20).map {
      AnchoredItem(kind: "\($0)", size: .points(5, 5), containerAnchor: LayoutAnchor())
    }
    let layout = CompositionalLayout(
      .row(of: 4, .row(10), LayoutItem(supplementaryItems: views)))
    #expect(try layout.solve(Section(100_000), in: screen).frame(0, 99_999) != nil)
    #expect(throws: LayoutError.self) { try layout.solve(Section(1_000_000), in: screen) }
    let many = CompositionalLayout(.row(of: 10_000, .row(10), LayoutItem(supplementaryItems: views)))
    #expect(throws: LayoutError.self) { try many.solve(Section(1), in: screen) }
  }

  @Test("a group larger than its room is laid out, and named")
  func tooWide() throws {
    let layout = CompositionalLayout(.row(of: 1, .points(500, 10)))
    let solved = try layout.solve(Section(2), Section(1), in: screen)
    #expect(solved.cells().map(\.width) == [500, 500])
    #expect(solved.codes == ["member_larger_than_group"])
    let member = CompositionalLayout(.row(.row(10), .item(.points(500, 10))))
    #expect(try member.solve(Section(2), in: screen).codes == ["member_larger_than_group"])
  }

  @Test("the same collection is laid out the same way twice")
  func deterministic() throws {
    for seed in UInt64(0)..<20 {
      let sample = CompositionalSample(seed: seed &* 31_337)
      guard let a = try? sample.solve(), let b = try? sample.solve() else { continue }
      let (one, two) = (
        a.elements(in: nil, visible: sample.sample.visible),
        b.elements(in: nil, visible: sample.sample.visible)
      )
      #expect((0..<one.count).map { one[$0] } == (0..<two.count).map { two[$0] })
    }
  }

  @Test(
    "cells of one line do not overlap, and cells that fit lie inside their section",
    arguments: 0..<40 as Range<UInt64>)
  func apart(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let members = (0..<random.integer(1...4)).map { _ in
      LayoutGroup.Member.item(
        LayoutSize(
          random.pick([.fractionalWidth(0.2), .absolute(random.length(upTo: 150)), .estimated(60)]),
          .absolute(40))
      ) { $0.edgeSpacing = LayoutEdgeSpacing(leading: random.pick([.flexible(0), .fixed(3)])) }
    }
    let spacing = random.pick([LayoutSpacing.fixed(5), .flexible(2), .zero])
    let group = LayoutGroup(.line(.horizontal, members: members), size: .row(40), interItemSpacing: spacing)
    let container = screen.with { $0.scale = random.pick([nil, 1, 2, 3]) }
    var builder = ItemSequenceBuilder()
    for _ in 0..<30 { builder.append(size: random.size(upTo: 200)) }
    let solved = try CompositionalLayout(group).solve(Section(items: builder.finish()), in: container)
    let noise = container.grid.isActive ? 1e-6 : 1e-6
    let cells = solved.cells()
    for (a, b) in zip(cells, cells.dropFirst()) where a.y == b.y {
      #expect(b.x >= a.maxX - noise - (container.grid.isActive ? container.grid.hairline : 0), "\(a) \(b)")
    }
    #expect(cells.allSatisfy { $0.x >= 0 && $0.maxX <= 400 + container.grid.hairline })
  }
}

extension LayoutGroup {
  /// Whether it has no member for any item.
  fileprivate var isBarren: Bool {
    switch arrangement {
    case .custom(let frames): frames.isEmpty
    case .line(_, let members): members.isEmpty
    case .repeating(_, _, let count): count == 0
    }
  }
}
