import Testing

@testable import LayoutEngine

/// Properties of every layout kind that follows a batch.
@Suite("Layouts that follow batches, of every kind")
struct EveryKindUpdateTests {
  @Test(
    "a layout that followed a chain of batches is the layout of where it led",
    arguments: EveryKindTests.kinds.indices)
  func chains(kind: Int) throws {
    let (name, layout) = EveryKindTests.kinds[kind]
    for seed in 0..<6 as Range<UInt64> {
      var random = SeededGenerator(seed: seed &* 7877 &+ 5)
      if let complaint = try chain(of: 25, layout, &random) {
        Issue.record("\(name), seed \(seed), \(complaint)")
        return
      }
    }
  }

  @Test("in variants with spacing, estimates and directions of all sorts", arguments: variants.indices)
  func variantChains(variant: Int) throws {
    for seed in 0..<4 as Range<UInt64> {
      var random = SeededGenerator(seed: seed &* 104_003 &+ 1)
      if let complaint = try chain(of: 20, Self.variants[variant], &random) {
        Issue.record("variant \(variant), seed \(seed), \(complaint)")
        return
      }
    }
  }

  @Test("in compositional layouts of all sorts")
  func compositionalChains() throws {
    for seed in 0..<12 as Range<UInt64> {
      var random = SeededGenerator(seed: seed &* 15_485_863 &+ 3)
      var definition = RandomDefinition(random)
      if let complaint = try chain(of: 15, .compositional(definition.layout()), &random) {
        Issue.record("seed \(seed), \(complaint)")
        return
      }
    }
  }

  @Test("where items are drawn by their places in the viewport")
  func drawnChains() throws {
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededGenerator(seed: seed &* 48_271 &+ 7)
      let complaint = try chain(of: 20, .drawnByPlace(), &random)
      #expect(complaint == nil, "seed \(seed)")
    }
  }

  static let variants: [LayoutKind] = [
    .flow(
      FlowLayout {
        $0.metrics.minimumInteritemSpacing = 0; $0.metrics.minimumLineSpacing = -7
      }),
    .flow(FlowLayout { $0.metrics.minimumInteritemSpacing = -15 }),
    .flow(
      FlowLayout {
        $0.scrollDirection = .horizontal; $0.estimatedItemSize = .automatic
      }),
    .flow(
      FlowLayout {
        $0.itemAlignment = .center; $0.metrics.itemSize = Size(width: 33.3, height: 20)
      }),
    .flow(
      FlowLayout {
        $0.sectionHeadersPinToVisibleBounds = true; $0.sectionFootersPinToVisibleBounds = true
      }),
    .list(
      ListLayout {
        $0.style = .insetGrouped; $0.metrics.separator = Insets(left: 16)
      }),
    .list(
      ListLayout {
        $0.metrics.rowSpacing = -3; $0.tableHeader = Size(width: 0, height: 30)
      }),
    .grid(
      layout {
        $0.metrics.columns = .count(3); $0.metrics.lineExtent = .automatic
      }),
    .grid(
      layout {
        $0.metrics.lineExtent = .automatic; $0.metrics.rowSizing = .uniform
      }),
    .justified(JustifiedLayout { $0.targetRowHeight = 60 }),
  ]

  private static func layout(_ change: (inout GridLayout) -> Void) -> GridLayout {
    var layout = GridLayout()
    change(&layout)
    return layout
  }

  /// Follows that many batches; returns the first difference between the layout that followed and a new one.
  private func chain(of rounds: Int, _ layout: LayoutKind, _ random: inout SeededGenerator) throws -> String?
  {
    let sample = Sample.random(&random) { _ in .none }
    let container = sample.container
    var sections = sample.sectionList
    var solved = try layout.prepare(sections, in: container)
    for round in 0..<rounds {
      let batch =
        BatchUpdate.randomBatch(&random, of: sections) + BatchUpdate.manyItems(&random, of: sections)
      guard let updated = try? sections.applying(batch) else { continue }
      solved = try layout.prepare(updated, from: solved, in: container)
      let agreement = LayoutAgreement(
        found: solved, expected: try layout.prepare(updated.sections.rebuilt, in: container),
        itemCount: updated.sections.itemCount)
      if let difference = agreement.difference(random: &random) {
        return "round \(round): \(difference)\n\(batch)\n\(sample)"
      }
      sections = updated.sections
    }
    return nil
  }

  @Test("a layout of another kind is of no use, and does no harm")
  func anotherKind() throws {
    let sections = SectionList(Section(5), Section(sizes: [(10, 20), (30, 40)]))
    let container = Container(300, 400)
    let list = try LayoutKind.list(ListLayout()).prepare(sections, in: container)
    let updated = try sections.applying([BatchUpdate(.deleteItems(at: [IndexPath(section: 0, item: 1)]))])
    let flow = LayoutKind.flow(FlowLayout())
    let followed = try flow.prepare(updated, from: list, in: container)
    #expect(followed.contentSize == (try flow.prepare(updated.sections, in: container)).contentSize)
  }
}

extension BatchUpdate {
  /// Deletes, inserts and reloads some items, without contradictions.
  fileprivate static func manyItems(
    _ random: inout SeededGenerator, of sections: SectionList
  ) -> [BatchUpdate] {
    guard sections.count > 0, random.chance(1, in: 3) else { return [] }
    let section = random.integer(0...sections.count - 1)
    let count = sections[section].items.count
    var places = Array(0..<count).shuffled(using: &random).map { IndexPath(section: section, item: $0) }
    let deleted = Array(places.prefix(random.pick([0, 1, 7, count])))
    places.removeFirst(deleted.count)
    let reloaded = Array(places.prefix(random.pick([0, 1, 5])))
    var inserted = Set<Int>()
    let newCount = count - deleted.count + random.pick([0, 1, 6])
    while inserted.count < newCount - count + deleted.count {
      inserted.insert(random.integer(0...newCount - 1))
    }
    return [
      BatchUpdate(.deleteItems(at: deleted)),
      BatchUpdate(.reloadItems(at: reloaded, reloaded.map { _ in random.item() })),
      BatchUpdate(
        .insertItems(
          at: inserted.map { IndexPath(section: section, item: $0) }, inserted.map { _ in random.item() })),
    ]
  }
}
