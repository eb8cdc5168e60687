import Testing

@testable import LayoutEngine

/// A diff whose shifts are folded as it is computed, against one of which every change is made and then folded.
@Suite("Folded diffs")
struct FoldedDiffTests {
  @Test("a diff that is folded at once is the whole diff, folded", arguments: EveryKindTests.kinds.indices)
  func everyKind(kind: Int) throws {
    let (name, layout) = EveryKindTests.kinds[kind]
    var random = SeededGenerator(seed: 777)
    for round in 0..<25 {
      let sample = Sample.random(&random) { _ in .none }
      try compare(layout, sample.sectionList, sample.container, "\(name), round \(round)", &random)
    }
  }

  @Test("so it is in lists of many chunks, with headers, spacing, pixels and runs of rows alike")
  func longLists() throws {
    var random = SeededGenerator(seed: 78)
    for round in 0..<60 {
      var list = ListLayout()
      list.style = random.pick([.plain, .grouped, .insetGrouped])
      list.metrics.rowSpacing = random.pick([0, 0, 0.5, 0.25, 3.3])
      list.metrics.sectionHeaderHeight = random.pick([0, 24, 20.25])
      list.metrics.sectionFooterHeight = random.pick([0, 10])
      list.metrics.separator = random.chance(1, in: 6) ? Insets(left: 10) : nil
      list.metrics.estimatedRowHeight = random.pick([nil, 50])
      var container = Container(
        size: Size(width: 320, height: 480),
        direction: random.chance(1, in: 4) ? .rightToLeft : .leftToRight)
      container.scale = random.pick([nil, 1, 2, 3])
      let sections = SectionList(
        ContiguousArray(
          (0..<random.integer(1...3)).map { section in
            var builder = ItemSequenceBuilder()
            for _ in 0..<random.integer(0...3) {
              if random.chance(1, in: 3) {
                builder.append(run: random.integer(1...3000))
              } else {
                for _ in 0..<random.integer(1...2000) {
                  var item = Item(size: Size(width: 320, height: Double(random.integer(20...90)) / 2))
                  if random.chance(1, in: 90) { item.appearance.alpha = 0.5 }
                  builder.append(item)
                }
              }
            }
            return Section(
              id: "\(section)", items: builder.finish(), header: section == 1 ? Supplementary() : nil)
          }))
      try compare(.list(list), sections, container, "round \(round)", &random)
    }
  }

  @Test("a row inserted in front of a million leaves all but one chunk untouched")
  func insertion() throws {
    for isCounted in [false, true] {
      let items = isCounted ? ItemSequence(count: 1_000_000) : variedItems(1_000_000)
      let sections = SectionList([Section(items: items)])
      let kind = LayoutKind.list(ListLayout())
      let container = Container(size: Size(width: 320, height: 480), scale: 2)
      let old = try kind.prepare(sections, in: container)
      let row = Item(size: Size(width: 320, height: 41))
      let batch = [BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [row]))]
      let updated = try sections.applying(batch)
      let new = try kind.prepare(updated, from: old, in: container)
      let shared = new.sharedCells(with: old, by: updated.map)
      #expect(shared.count < 100)
      #expect(shared.reduce(0) { $0 + $1.count } > 999_000)
      let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
      let diff = UpdateDiff.between(
        DiffSide(layout: old, container: container, bounds: bounds),
        and: DiffSide(layout: new, container: container, bounds: bounds), by: updated.map, visibleOnly: false,
        foldsRuns: true)
      #expect(diff.changes.map(\.type) == [.insert])
      let runs = try #require(diff.runs)
      #expect(runs.count == 1 && runs[0].count == 1_000_000 && runs[0].distance == Point(x: 0, y: 41))
      #expect(runs[0].from == IndexPath(section: 0, item: 0) && runs[0].to == IndexPath(section: 0, item: 1))
    }
  }

  private func variedItems(_ count: Int) -> ItemSequence {
    var builder = ItemSequenceBuilder()
    for number in 0..<count {
      builder.append(size: Size(width: 320, height: 30 + Double(number * 53 % 71) / 2))
    }
    return builder.finish()
  }

  /// Applies a random batch, and compares both ways to its diff.
  private func compare(
    _ kind: LayoutKind, _ sections: SectionList, _ container: Container, _ name: String,
    _ random: inout SeededGenerator
  ) throws {
    let batch = BatchUpdate.randomBatch(&random, of: sections)
    let updated = try sections.applying(batch)
    let old = try kind.prepare(sections, in: container)
    let new = try kind.prepare(updated, from: old, in: container)
    let bounds =
      random.chance(1, in: 4)
      ? nil
      : Rect(x: 0, y: old.contentSize.height * Double(random.integer(0...3)) / 4, width: 200, height: 300)
    let before = DiffSide(layout: old, container: container, bounds: bounds)
    let after = DiffSide(layout: new, container: container, bounds: bounds)
    let diff = UpdateDiff.between(before, and: after, by: updated.map, visibleOnly: false, foldsRuns: true)
    var whole = UpdateDiff.between(before, and: after, by: updated.map, visibleOnly: false)
    whole.foldRuns()
    let (runs, expected) = (try #require(diff.runs), try #require(whole.runs))
    #expect(diff.changes == whole.changes, "\(name), \(batch)")
    #expect(runs.count == expected.count, "\(name), \(batch)")
    for (run, expected) in zip(runs, expected) {
      #expect(run.from == expected.from && run.to == expected.to && run.count == expected.count, "\(name)")
      #expect(abs(run.distance.x - expected.distance.x) < 1e-6, "\(name)")
      #expect(abs(run.distance.y - expected.distance.y) < 1e-6, "\(name)")
    }
    #expect(diff.contentOffset == whole.contentOffset)
  }
}
