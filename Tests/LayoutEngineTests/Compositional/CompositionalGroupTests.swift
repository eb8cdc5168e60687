import Testing

@testable import LayoutEngine

@Suite("Groups of a compositional layout")
struct CompositionalGroupTests {
  let screen = Container(400, 800)

  @Test("members are placed in turn until one no longer fits")
  func inTurn() throws {
    let group = LayoutGroup.row(.row(50), .item(.points(150, 50)), .item(.points(60, 50)))
    let solved = try CompositionalLayout(group).solve(Section(5), in: screen)
    // 150, 60, 150; another 60 would end at 420. The next group begins with the first member.
    #expect(solved.xs() == [0, 150, 210, 0, 150])
    #expect(solved.cells().map(\.y) == [0, 0, 0, 50, 50])
  }

  @Test("thirds whose nearest pixels do not fit are rounded down, so that three of them do")
  func thirds() throws {
    let group = LayoutGroup.row(.row(50), .item(LayoutSize(.fractionalWidth(1.0 / 3), .fractionalHeight(1))))
    let solved = try CompositionalLayout(group).solve(Section(4), in: screen.with { $0.scale = 2 })
    #expect(solved.xs() == [0, 133, 266, 0])
    #expect(solved.cells().map(\.width) == [133, 133, 133, 133])
  }

  @Test("members that fit by their exact sizes stay in one group where its pixels are fewer, on both axes")
  func fractionalScales() throws {
    // 393 points are 491.25 pixels at 1.25: the group is 392.8 wide, the two and their spacing take 393.
    let group = LayoutGroup.row(.row(50), .item(.points(190, 50))) { $0.interItemSpacing = .fixed(13) }
    let solved = try CompositionalLayout(group).solve(
      Section(3), in: Container(393, 800).with { $0.scale = 1.25 })
    #expect(solved.cells().map(\.y) == [0, 0, 50.4])
    #expect(solved.cells().map(\.width) == [189.6, 189.6, 189.6])

    for scale in [1.1, 1.25, 1.3, 1.5, 2.625, 3] {
      for extent in stride(from: 301.0, to: 420, by: 7.5) {
        for count in 2...6 {
          for axis in [ScrollAxis.horizontal, .vertical] {
            for isEstimated in [false, true] {
              for isNested in [false, true] {
                let lines = try lines(
                  of: count, in: extent, along: axis, isEstimated: isEstimated, isNested: isNested, scale)
                #expect(
                  lines == 1, "\(count) in \(extent) at \(scale), \(axis), \(isEstimated), \(isNested)")
              }
            }
          }
        }
      }
    }
  }

  /// In how many lines so many items stand that fill an extent with 6 points between them.
  ///
  /// - Parameter isNested: whether their group has half of a group of twice its size.
  private func lines(
    of count: Int, in extent: Double, along axis: ScrollAxis, isEstimated: Bool, isNested: Bool,
    _ scale: Double
  ) throws -> Int {
    let own = (extent - Double(count - 1) * 6) / Double(count)
    func size(_ length: LayoutDimension) -> LayoutSize {
      axis == .horizontal ? LayoutSize(length, .absolute(40)) : LayoutSize(.absolute(40), length)
    }
    let item = LayoutGroup.Member.item(size(isEstimated ? .estimated(33) : .absolute(own)))
    var group = LayoutGroup(
      .line(axis, members: [item]), size: size(.absolute(extent)), interItemSpacing: .fixed(6))
    if isNested {
      group.size = LayoutSize(.fractionalWidth(0.5), .fractionalHeight(0.5))
      group = .row(.points(2 * extent, 2 * extent), .group(group))
    }
    let items = (0..<2 * count).map { _ in Item(size: axis.size(length: own, breadth: 40)) }
    let solved = try CompositionalLayout(group).solve(
      Section(items: items), in: Container(1000, 1000).with { $0.scale = scale })
    return Set(solved.cells().prefix(count).map { axis == .horizontal ? $0.y : $0.x }).count
  }

  @Test("count gives each item an equal share of the extent less the spacing, with any size of its own")
  func count() throws {
    // 355 wide, four with 16 between: a height of a quarter of the width is (355 - 48) / 4.
    let item = LayoutItem(size: LayoutSize(.fractionalWidth(1), .fractionalWidth(0.25)))
    let group = LayoutGroup.row(of: 4, .row(80), item) {
      $0.interItemSpacing = .fixed(16)
      $0.contentInsets = Insets(right: 20)
    }
    let solved = try CompositionalLayout(group).solve(
      Section(5), in: Container(375, 812).with { $0.scale = 3 })
    #expect(solved.xs().map { ($0 * 3).rounded() / 3 } == [0, 278.0 / 3, 556.0 / 3, 278, 0])
    #expect(
      solved.cells().allSatisfy { abs($0.width - 230.0 / 3) < 1e-9 && abs($0.height - 230.0 / 3) < 1e-9 })
  }

  @Test("edge spacing of repeated items leaves their share too")
  func countWithEdges() throws {
    let item = LayoutItem(edgeSpacing: LayoutEdgeSpacing(leading: .fixed(10), trailing: .fixed(10)))
    let solved = try CompositionalLayout(.row(of: 4, .row(50), item)).solve(Section(4), in: screen)
    #expect(solved.xs() == [10, 110, 210, 310])
    #expect(solved.cells().map(\.width) == [80, 80, 80, 80])
    #expect(solved.codes == [])
  }

  @Test("a share is rounded to the nearest pixel, and down where the nearest do not fit")
  func pixels() throws {
    func widths(_ width: Double) throws -> [Double] {
      let container = Container(width, 400).with { $0.scale = 1 }
      return try CompositionalLayout(.row(of: 3, .row(50))).solve(Section(3), in: container).cells().map(
        \.width)
    }
    #expect(try widths(200) == [66, 66, 66])
    #expect(try widths(199) == [66, 66, 66])
  }

  @Test("an item's insets shrink it in its place, a group's shrink the extent that its items share")
  func insets() throws {
    let item = LayoutItem(contentInsets: Insets(top: 1, left: 2, bottom: 3, right: 4))
    let group = LayoutGroup.row(of: 2, .row(50), item) {
      $0.contentInsets = Insets(top: 5, left: 10, bottom: 5, right: 30)
    }
    let solved = try CompositionalLayout(group).solve(Section(2), in: screen)
    #expect(solved.frame(0, 0) == Rect(x: 12, y: 6, width: 174, height: 36))
    #expect(solved.frame(0, 1) == Rect(x: 192, y: 6, width: 174, height: 36))
  }

  @Test("flexible spacing shares the rest of a line, and never goes below its minimum")
  func flexible() throws {
    let group = LayoutGroup.row(
      .row(50), .item(.points(100, 50)), .item(.points(100, 50)), .item(.points(100, 50)),
      change: { $0.interItemSpacing = .flexible(10) })
    let solved = try CompositionalLayout(group).solve(Section(3), in: screen)
    #expect(solved.xs() == [0, 150, 300])
    // With a minimum of 60 only two fit; the third begins the next line.
    let wide = group.with { $0.interItemSpacing = .flexible(60) }
    #expect(try CompositionalLayout(wide).solve(Section(3), in: screen).xs() == [0, 300, 0])
  }

  @Test("flexible edges centre a line, fixed ones keep their distance")
  func edges() throws {
    let group = LayoutGroup.row(
      .row(50),
      .item(.points(100, 20)) {
        $0.edgeSpacing = LayoutEdgeSpacing(
          leading: .flexible(0), top: .flexible(0), trailing: .flexible(0), bottom: .fixed(6))
      }, .item(.points(250, 50)))
    let solved = try CompositionalLayout(group).solve(Section(2), in: screen)
    #expect(solved.frame(0, 0) == Rect(x: 25, y: 24, width: 100, height: 20))
    #expect(solved.frame(0, 1) == Rect(x: 150, y: 0, width: 250, height: 50))
  }

  @Test("a group's edge spacing is kept free around each group, before the first and after the last too")
  func groupEdges() throws {
    let group = LayoutGroup.row(.row(50), .item(LayoutSize())).with {
      $0.edgeSpacing = LayoutEdgeSpacing(leading: .fixed(5), top: .fixed(8), bottom: .fixed(2))
    }
    let solved = try CompositionalLayout(group) { $0.interGroupSpacing = 10 }.solve(Section(2), in: screen)
    #expect(solved.cells().map(\.y) == [8, 78])
    #expect(solved.xs() == [5, 5])
    #expect(solved.contentSize.height == 130)
  }

  @Test("groups nest; fractions are fractions of the group around them")
  func nested() throws {
    let column = LayoutGroup.column(
      LayoutSize(.fractionalWidth(0.25), .fractionalHeight(1)),
      .item(LayoutSize(.fractionalWidth(1), .fractionalHeight(0.5))))
    let group = LayoutGroup.row(
      .row(200), .item(LayoutSize(.fractionalWidth(0.5), .fractionalHeight(1))), .group(column),
      .group(column))
    let solved = try CompositionalLayout(group).solve(Section(7), in: screen)
    #expect(
      solved.cells() == [
        Rect(x: 0, y: 0, width: 200, height: 200), Rect(x: 200, y: 0, width: 100, height: 100),
        Rect(x: 200, y: 100, width: 100, height: 100), Rect(x: 300, y: 0, width: 100, height: 100),
        Rect(x: 300, y: 100, width: 100, height: 100), Rect(x: 0, y: 200, width: 200, height: 200),
        Rect(x: 200, y: 200, width: 100, height: 100),
      ])
    // The last group is not full and keeps its extent.
    #expect(solved.contentSize.height == 400)
  }

  @Test("a custom group has its items at frames of its own, and grows with them where its height is open")
  func custom() throws {
    let frames = [Rect(x: 10, y: 0, width: 50, height: 40), Rect(x: 80, y: 30, width: 60, height: 60)]
    let group = LayoutGroup(.custom(frames: frames), size: LayoutSize(.fractionalWidth(1), .estimated(10)))
    let solved = try CompositionalLayout(group).solve(Section(3), in: screen)
    #expect(solved.cells() == frames + [Rect(x: 10, y: 90, width: 50, height: 40)])
    #expect(solved.contentSize.height == 130)
  }

  @Test("in horizontal scrolling groups follow one another from the leading edge")
  func horizontal() throws {
    let group = LayoutGroup.column(
      LayoutSize(.absolute(100), .fractionalHeight(1)),
      .item(LayoutSize(.fractionalWidth(1), .fractionalHeight(0.5))))
    let layout = CompositionalLayout(group) {
      $0.interGroupSpacing = 10
      $0.contentInsets = Insets(left: 7, right: 3)
    }.with { $0.scrollDirection = .horizontal }
    let solved = try layout.solve(Section(3), in: screen)
    #expect(solved.cells().map(\.origin) == [Point(x: 7, y: 0), Point(x: 7, y: 400), Point(x: 117, y: 0)])
    #expect(solved.contentSize == Size(width: 220, height: 800))
    let mirrored = try layout.solve(Section(3), in: screen.with { $0.direction = .rightToLeft })
    #expect(mirrored.xs() == [113, 113, 3])
  }

  @Test("right to left mirrors groups, insets and anchors")
  func rightToLeft() throws {
    let badge = AnchoredItem(
      kind: "badge", size: .points(20, 20), containerAnchor: LayoutAnchor(horizontal: .end, vertical: .start))
    let group = LayoutGroup.row(of: 2, .row(50), LayoutItem(supplementaryItems: [badge]))
    let layout = CompositionalLayout(group) { $0.contentInsets = Insets(left: 40) }
    let solved = try layout.solve(Section(2), in: screen.with { $0.direction = .rightToLeft })
    #expect(solved.xs() == [180, 0])
    #expect(solved.view("badge") == Rect(x: 180, y: 0, width: 20, height: 20))
  }

  @Test("sections use the definitions in order, and the last one from there on")
  func definitions() throws {
    var layout = CompositionalLayout(.row(of: 1, .row(10)))
    layout.sections.append(CompositionalSection(group: .row(of: 2, .row(20))))
    let solved = try layout.solve(Section(1), Section(1), Section(2), in: screen)
    #expect(solved.cells(0).map(\.width) == [400])
    #expect(solved.cells(1).map(\.width) == [200])
    #expect(solved.cells(2).map(\.height) == [20, 20])
  }
}

extension LayoutGroup {
  func with(_ change: (inout LayoutGroup) -> Void) -> LayoutGroup {
    var group = self
    change(&group)
    return group
  }
}
