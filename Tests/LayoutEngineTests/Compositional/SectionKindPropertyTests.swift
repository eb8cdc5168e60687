import TestSupport
import Testing

@testable import LayoutEngine

/// A section of a compositional layout that another kind lays out is the section that this kind makes.
@Suite("Sections of other kinds against those kinds")
struct SectionKindPropertyTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 7_000_003 + 17 })

  /// A kind with random parameters, and the layout of that kind alone.
  private static func random(_ random: inout SeededGenerator) -> (kind: SectionKind, layout: LayoutKind) {
    switch random.integer(0...3) {
    case 0:
      var list = ListLayout.random(&random)
      (list.tableHeader, list.tableFooter) = (nil, nil)
      return (.list(list), .list(list))
    case 1:
      let grid = GridLayout.random(&random)
      return (.grid(grid), .grid(grid))
    case 2:
      var waterfall = WaterfallLayout.random(&random)
      waterfall.minimumContentHeight = 0
      return (.waterfall(waterfall), .waterfall(waterfall))
    default:
      let flow = FlowLayout.random(&random)
      return (.flow(flow), .flow(flow))
    }
  }

  /// Random sections without metrics, some of whose items take several columns.
  private static func sample(_ random: inout SeededGenerator) -> Sample {
    var sample = Sample.randomWaterfall(&random) { _ in .none }
    if sample.sections.isEmpty { sample.sections.append(Sample.Section()) }
    return sample
  }

  private static func all(_ solved: any SolvedLayout, in rect: Rect?, _ visible: Rect?) -> [LayoutAttributes]
  {
    let list = solved.elements(in: rect, visible: visible)
    return (0..<list.count).map { list[$0] }
  }

  @Test("one section has the elements of the kind, wherever it is scrolled", arguments: seeds)
  func oneSection(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<100 {
      let (kind, layout) = Self.random(&random)
      var sample = Self.sample(&random)
      sample.sections = [sample.sections[0]]
      var compositional = CompositionalLayout(sections: [CompositionalSection(kind: kind)])
      compositional.scrollDirection = layout.scrollAxis
      compositional.interSectionSpacing = 9
      let sections = sample.sectionList
      let solved = try compositional.prepare(sections, in: sample.container)
      let expected = try layout.prepare(sections, in: sample.container)
      let comment: Comment = "seed \(seed), round \(round): \(kind)\n\(sample)"
      #expect(solved.contentSize == expected.contentSize, comment)
      for visible in [nil, sample.visible] {
        for rect in [nil, sample.query] {
          #expect(Self.all(solved, in: rect, visible) == Self.all(expected, in: rect, visible), comment)
        }
      }
      #expect(solved.followsVisibleRect == expected.followsVisibleRect, comment)
      #expect(solved.pinningViews(ofSection: 0) == expected.pinningViews(ofSection: 0), comment)
      #expect(solved.warnings == expected.warnings, comment)
      for element in Self.all(expected, in: nil, nil) where element.isEstimated {
        #expect(solved.fittingRoom(of: element) == expected.fittingRoom(of: element), comment)
      }
      let violation = Properties(solved: solved, sample: sample).violation()
      #expect(violation == nil, comment)
    }
  }

  @Test("the second section is displaced by the first's extent", arguments: seeds)
  func twoSections(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var rounds = 0
    while rounds < 60 {
      let (first, second) = (Self.random(&random), Self.random(&random))
      var sample = Self.sample(&random)
      guard first.layout.scrollAxis == .vertical, second.layout.scrollAxis == .vertical else { continue }
      rounds += 1
      // On a pixel grid each place is rounded where it ends up.
      sample.container.scale = nil
      sample.container.direction = .leftToRight
      sample.sections = [sample.sections[0], sample.sections.last!]
      let sections = sample.sectionList
      let compositional = CompositionalLayout(
        sections: [CompositionalSection(kind: first.kind), CompositionalSection(kind: second.kind)])
      let solved = try compositional.prepare(sections, in: sample.container)
      let alone = try [first, second].enumerated().map { index, part in
        try part.layout.prepare(SectionList(sections[index]), in: sample.container)
      }
      let comment: Comment = "seed \(seed), round \(rounds): \(first.kind), \(second.kind)\n\(sample)"
      let extent = alone[0].contentSize.height
      #expect(abs(solved.contentSize.height - extent - alone[1].contentSize.height) < 1e-6, comment)
      let found = Self.all(solved, in: nil, nil)
      let expected = [0, 1].flatMap { section in
        Self.all(alone[section], in: nil, nil).map { element in
          var element = element
          element.indexPath.section = section
          element.frame.y += section == 0 ? 0 : extent
          return element
        }
      }
      #expect(found.count == expected.count, comment)
      for (found, expected) in zip(found, expected) {
        var moved = found
        moved.frame.y = expected.frame.y
        #expect(moved == expected && abs(found.frame.y - expected.frame.y) < 1e-6, comment)
      }
    }
  }

  @Test("a section that followed a chain of changes is the section of where it led", arguments: seeds)
  func changes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<25 {
      let (kind, layout) = Self.random(&random)
      let sample = Self.sample(&random)
      var definition = CompositionalSection(kind: kind)
      definition.contentInsets = random.insets(upTo: 20)
      var compositional = CompositionalLayout(sections: [definition])
      compositional.scrollDirection = layout.scrollAxis
      compositional.interSectionSpacing = random.pick([0, 5.5])
      var sections = sample.sectionList
      var solved = try compositional.prepare(sections, in: sample.container)
      for step in 0..<6 {
        let updated = try sections.applying(BatchUpdate.randomBatch(&random, of: sections))
        solved = try compositional.prepare(updated, from: solved, in: sample.container)
        sections = updated.sections
        let agreement = LayoutAgreement(
          found: solved, expected: try compositional.prepare(sections.rebuilt, in: sample.container),
          itemCount: sections.itemCount)
        let difference = agreement.difference(random: &random)
        #expect(difference == nil, "seed \(seed), round \(round), step \(step): \(kind)\n\(sample)")
      }
    }
  }
}
