import Testing

@testable import LayoutEngine

@Suite("Estimates in compositional layouts")
struct CompositionalEstimateTests {
  let screen = Container(300, 800)
  let list = CompositionalLayout(
    .row(
      LayoutSize(.fractionalWidth(1), .estimated(44)), .item(LayoutSize(.fractionalWidth(1), .estimated(44))))
  )
  let tags = CompositionalLayout(
    .row(
      LayoutSize(.fractionalWidth(1), .estimated(30)), .item(LayoutSize(.estimated(80), .estimated(30))),
      change: { $0.interItemSpacing = .fixed(10) }))

  @Test("an estimate stands until a size is known, and later items follow")
  func follows() throws {
    let items = [
      Item(), Item(size: Size(width: 9, height: 100)), Item(estimatedSize: Size(width: 9, height: 60)),
    ]
    let solved = try list.solve(Section(items: items), in: screen)
    #expect(solved.cells().map(\.y) == [0, 44, 144])
    #expect(solved.cells().map(\.height) == [44, 100, 60])
    #expect(solved.cells().map(\.width) == [300, 300, 300])
    let elements = solved.elements(in: nil, visible: nil)
    #expect((0..<3).map { elements[$0].isEstimated } == [true, false, true])
    #expect(solved.contentSize.height == 204)
  }

  @Test("an aspect ratio decides the height where the width is known")
  func aspect() throws {
    let solved = try list.solve(Section(items: [Item(aspectRatio: 1.5)]), in: screen)
    #expect(solved.frame(0, 0)?.height == 200)
    let pair = CompositionalLayout(
      .row(
        of: 2, LayoutSize(.fractionalWidth(1), .estimated(10)),
        LayoutItem(size: LayoutSize(.fractionalWidth(1), .estimated(10)))))
    #expect(try pair.solve(Section(items: [Item(aspectRatio: 1.5)]), in: screen).frame(0, 0)?.height == 100)
  }

  @Test("tags of estimated widths fill their lines with the widths that they have")
  func tagCloud() throws {
    let sizes = [(100.0, 20.0), (120, 30), (60, 20), (250, 25)]
    let solved = try tags.solve(Section(sizes: sizes), in: screen)
    #expect(solved.xs() == [0, 110, 240, 0])
    #expect(solved.cells().map(\.y) == [0, 0, 0, 30])
    #expect(solved.contentSize.height == 55)
  }

  @Test("a last line of estimates is as high as the items that it has")
  func partial() throws {
    let sections = [Section(sizes: [(100, 20), (100, 20), (250, 22)]), Section(5)]
    let solved = try tags.solve(sections[0], sections[1], in: screen)
    #expect(solved.cells(0).map(\.y) == [0, 0, 20])
    // Of three to a line, estimates all.
    #expect(solved.xs(1) == [0, 90, 180, 0, 90])
    #expect(solved.contentSize.height == 42 + 60)
  }

  @Test("items uniform across siblings are as large as the largest of their group")
  func uniform() throws {
    let item = LayoutItem(size: LayoutSize(.fractionalWidth(1), .uniformAcrossSiblings(estimate: 30)))
    let layout = CompositionalLayout(.row(of: 3, LayoutSize(.fractionalWidth(1), .estimated(30)), item))
    let solved = try layout.solve(
      Section(sizes: [(1, 40), (1, 70), (1, 50), (1, 20), (1, 10)]), in: screen)
    #expect(solved.cells().map(\.height) == [70, 70, 70, 20, 20])
    #expect(solved.contentSize.height == 90)
  }

  @Test("uniform items that grow past the end of their line give back the last, not the longest alone")
  func uniformLine() throws {
    let layout = CompositionalLayout(
      .row(.row(20), .item(LayoutSize(.uniformAcrossSiblings(estimate: 50), .fractionalHeight(1)))))
    let sizes = [(60.0, 1.0), (90, 1), (80, 1), (140, 1), (10, 1)]
    let solved = try layout.solve(Section(sizes: sizes), in: screen)
    // Three of 90 fit; with the fourth all would be 140.
    #expect(solved.cells().map(\.width) == [90, 90, 90, 140, 140])
    #expect(solved.cells().map(\.y) == [0, 0, 0, 20, 20])
  }

  @Test("a fraction of an open height is a fraction of the height that the other members give it")
  func fractionOfOpen() throws {
    let layout = CompositionalLayout(
      .row(
        LayoutSize(.fractionalWidth(1), .estimated(50)),
        .item(LayoutSize(.fractionalWidth(0.5), .estimated(50))),
        .item(LayoutSize(.fractionalWidth(0.5), .fractionalHeight(1)))))
    let solved = try layout.solve(Section(sizes: [(1, 120), (1, 1)]), in: screen)
    #expect(solved.cells().map(\.height) == [120, 120])
    #expect(solved.codes == [])
  }

  @Test("a fraction that nothing but fractions decide is one of the estimate, with a warning")
  func cycle() throws {
    let layout = CompositionalLayout(
      .row(
        LayoutSize(.fractionalWidth(1), .estimated(50)),
        .item(LayoutSize(.fractionalWidth(1), .fractionalHeight(0.5)))))
    let solved = try layout.solve(Section(sizes: [(1, 120)]), Section(1), in: screen)
    #expect(solved.cells(0).map(\.height) == [25])
    #expect(solved.codes == ["fraction_of_estimate"])
    #expect(solved.warnings.first?.parameter == ["sections", "0", "group"])
  }

  @Test("insets are ignored where an extent is estimated, with a warning")
  func insets() throws {
    let item = LayoutItem(
      size: LayoutSize(.fractionalWidth(1), .estimated(40)),
      contentInsets: Insets(top: 5, left: 5, bottom: 5, right: 5))
    let layout = CompositionalLayout(
      .row(LayoutSize(.fractionalWidth(1), .estimated(40)), .item(item)))
    let solved = try layout.solve(Section(sizes: [(1, 60)]), in: screen)
    #expect(solved.cells() == [Rect(x: 5, y: 0, width: 290, height: 60)])
    #expect(solved.codes == ["insets_of_estimate"])
  }

  @Test("headers of estimated height take the size that a section gives them")
  func header() throws {
    let layout = CompositionalLayout(.row(of: 1, .row(10))) {
      $0.boundaryItems = [
        BoundaryItem(kind: "header", size: LayoutSize(.fractionalWidth(1), .estimated(30)), alignment: .top)
      ]
    }
    let solved = try layout.solve(
      Section(1, header: Supplementary(size: Size(width: 9, height: 50))), Section(1), in: screen)
    #expect(solved.view("header", 0) == Rect(x: 0, y: 0, width: 300, height: 50))
    #expect(solved.view("header", 1)?.y == 60)
    #expect(solved.contentSize.height == 100)
    #expect(solved.strip(.header, 0)?.isEstimated == false)
    #expect(solved.strip(.header, 1)?.isEstimated == true)
  }

  @Test(
    "sizes that equal the estimates change nothing, whether they are given or not",
    arguments: (0..<6).map { UInt64($0) * 31 + 4 })
  func sizesLikeEstimates(seed: UInt64) throws {
    for round in 0..<60 {
      var definition = RandomDefinition(SeededGenerator(seed: seed &+ UInt64(round) &* 1009))
      definition.isEstimated = true
      var section = definition.section()
      section.group = LayoutGroup.row(
        section.group.size, .item(LayoutSize(.estimated(70), .estimated(40))),
        change: {
          $0.interItemSpacing = section.group.interItemSpacing
          $0.contentInsets = section.group.contentInsets
        })
      let layout = CompositionalLayout(sections: [section])
      let count = Int(seed + UInt64(round)) % 23
      let sized = Section(sizes: Array(repeating: (70, 40), count: count))
      let container = Container(375, 500).with { $0.scale = 3 }
      let alike = try layout.prepare(SectionList(Section(count)), in: container)
      let varied = try layout.prepare(SectionList(sized), in: container)
      #expect(abs(alike.contentSize.height - varied.contentSize.height) < 1e-6)
      #expect(alike.cells() == varied.cells())
      #expect(
        alike.orthogonalSections(in: nil).map(\.frame) == varied.orthogonalSections(in: nil).map(\.frame))
    }
  }

  @Test(
    "estimates replaced by true sizes lay out as sizes that were there from the start",
    arguments: 0..<6 as Range<UInt64>)
  func replaced(seed: UInt64) throws {
    for round in 0..<40 {
      let sample = CompositionalSample(seed: seed &* 977 &+ UInt64(round) &* 1_000_033)
      var random = SeededGenerator(seed: seed)
      // True sizes for everything that is only estimated.
      let sizes = sample.items.map { $0.map { _ in random.size(upTo: 90) } }
      func sections(_ size: (Item, Size) -> Item) -> [Section] {
        sample.sections.enumerated().map { index, section in
          var builder = ItemSequenceBuilder()
          for (item, true_) in zip(sample.items[index], sizes[index]) { builder.append(size(item, true_)) }
          return section.with { $0.items = builder.finish() }
        }
      }
      let measured = sections { item, size in
        var item = item
        item.size = item.size ?? size
        return item
      }
      let given = sections { item, size in Item(size: item.size ?? size) }
      guard
        let a = try? sample.layout.prepare(
          SectionList(ContiguousArray(measured)), in: sample.sample.container),
        let b = try? sample.layout.prepare(SectionList(ContiguousArray(given)), in: sample.sample.container)
      else { continue }
      #expect(a.contentSize == b.contentSize)
      #expect(a.cells() == b.cells(), "seed \(seed), round \(round)")
    }
  }

  @Test("a group that is measured alone is measured as it is solved", arguments: 0..<8 as Range<UInt64>)
  func measured(seed: UInt64) throws {
    var measuredGroups = 0
    for round in 0..<150 {
      var definition = RandomDefinition(SeededGenerator(seed: seed &* 7919 &+ UInt64(round) &* 100_003))
      definition.isEstimated = true
      let group = definition.group(depth: 2)
      var random = definition.random
      let section = Section(items: (0..<40).map { _ in random.item() })
      let grid = PixelGrid(scale: random.pick([nil, 1, 3]))
      let room = Room(size: random.pick([Size(width: 375, height: 500), Size(width: 99.5, height: 0)]))
      var solver = GroupSolver(grid: grid, sizes: SectionSizes(of: section, from: 0), budget: .max)
      guard let flat = FlatGroup(group, in: room, solver) else { continue }
      while solver.sizes.hasNext {
        var other = solver
        let solved = GroupMeasure(try solver.solve(group, in: room))
        let measure = try other.measure(flat)
        measuredGroups += 1
        #expect(other.sizes.position == solver.sizes.position)
        #expect(
          abs(measure.size.width - solved.size.width) < 1e-9
            && abs(measure.size.height - solved.size.height) < 1e-9)
        #expect(measure.cellCount == solved.cellCount && measure.notes == solved.notes, "\(group)")
        let (outer, inner) = (measure.bounds, solved.bounds)
        #expect(outer.x <= inner.x + 1e-9 && outer.y <= inner.y + 1e-9)
        #expect(outer.maxX >= inner.maxX - 1e-9 && outer.maxY >= inner.maxY - 1e-9)
        if solved.cellCount == 0 { break }
      }
    }
    #expect(measuredGroups > 100)
  }
}
