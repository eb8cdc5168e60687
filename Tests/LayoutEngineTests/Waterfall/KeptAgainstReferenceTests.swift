import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Columns that items keep, against the obvious solver")
struct KeptAgainstReferenceTests {
  static let seeds = TestEffort.part(of: (0..<8).map { UInt64($0) * 7_000_003 + 11 })

  @Test("after any changes each item is where the obvious solver puts it", arguments: seeds)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for walk in 0..<6 {
      var sample = Sample(
        container: Container(
          size: Size(width: random.pick([100, 320, 375.5]), height: 480), scale: random.pick([1, 2, 3]),
          direction: random.pick([.leftToRight, .rightToLeft])),
        sections: [])
      let spans = random.chance(1, in: 3)
      for count in [random.integer(0...12), random.pick([0, 3, 700])] {
        var section = Sample.Section()
        section.pieces = (0..<count).map { _ in .item(Self.item(&random, spans: spans)) }
        if random.chance(1, in: 3) {
          section.metrics = .waterfall(WaterfallMetrics { $0.columnCount = random.integer(1...6) })
        }
        sample.sections.append(section)
      }
      var layout = WaterfallLayout.random(&random)
      layout.columnAssignment = .kept
      // In whole pixels, sums depend on no order, and columns are equal in both solvers.
      layout.metrics.minimumInteritemSpacing = Double(random.integer(-10...20))
      var reference = ReferenceWaterfall(layout: layout, container: sample.container)
      var kept = KeptCollection(layout, sample.sectionList, in: sample.container)
      reference.keep(sample.sections)
      for round in 0..<15 {
        if round > 0 {
          let action = Self.change(&random, &sample, &reference, spans: spans)
          try kept.apply(action)
          reference.keep(sample.sections)
        }
        sample.visible = random.rect()
        sample.query = random.rect()
        let difference = reference.solve(sample.sections, visible: sample.visible)
          .difference(from: kept.solved, visible: sample.visible, scale: sample.container.scale)
        let complaint = difference ?? Properties(solved: kept.solved, sample: sample).violation()
        guard complaint == nil else {
          Issue.record("seed \(seed), walk \(walk), round \(round): \(complaint!)\n\(layout)\n\(sample)")
          return
        }
      }
      // Laid out from its sections alone, as after a restart.
      let anew = layout.prepare(kept.sections, in: sample.container)
      #expect(anew.cells(0) == kept.solved.cells(0) && anew.cells(1) == kept.solved.cells(1))
      #expect(anew.contentSize == kept.solved.contentSize)
    }
  }

  private static func item(_ random: inout SeededGenerator, spans: Bool) -> Item {
    var item = random.item()
    item.span = spans && random.chance(1, in: 4) ? GridSpan(columns: random.integer(1...4)) : nil
    return item
  }

  /// Makes a random change to the items of the sample, and to the columns that they keep.
  private static func change(
    _ random: inout SeededGenerator, _ sample: inout Sample, _ reference: inout ReferenceWaterfall,
    spans: Bool
  ) -> BatchUpdate.Action {
    let section = random.integer(0...1)
    let count = sample.sections[section].pieces.count
    func path(_ item: Int) -> IndexPath { IndexPath(section: section, item: item) }
    guard count > 0, !random.chance(1, in: 3) else {
      let place = random.integer(0...count)
      let items = (0..<random.pick([1, 1, 4, 300])).map { _ in Self.item(&random, spans: spans) }
      sample.sections[section].pieces.insert(contentsOf: items.map { .item($0) }, at: place)
      reference.kept[section].insert(contentsOf: [Int?](repeating: nil, count: items.count), at: place)
      return .insertItems(at: items.indices.map { path(place + $0) }, items)
    }
    let place = random.integer(0...count - 1)
    switch random.integer(0...3) {
    case 0:
      let range = place..<min(count, place + random.pick([1, 1, 300]))
      sample.sections[section].pieces.removeSubrange(range)
      reference.kept[section].removeSubrange(range)
      return .deleteItems(at: range.map(path))
    case 1:
      let piece = sample.sections[section].pieces.remove(at: place)
      reference.kept[section].remove(at: place)
      let other = random.integer(0...1)
      let target = random.integer(0...sample.sections[other].pieces.count)
      sample.sections[other].pieces.insert(piece, at: target)
      reference.kept[other].insert(nil, at: target)
      return .moveItem(from: path(place), to: IndexPath(section: other, item: target))
    default:
      let item = Self.item(&random, spans: spans)
      sample.sections[section].pieces[place] = .item(item)
      return random.chance(1, in: 2)
        ? .reloadItems(at: [path(place)], [item]) : .reconfigureItems(at: [path(place)], [item])
    }
  }
}

extension ReferenceWaterfall {
  /// Has each item keep the column in which it now is.
  fileprivate mutating func keep(_ sections: [Sample.Section]) {
    kept = sections.enumerated().map { columns(of: $1, $0) }
  }
}
