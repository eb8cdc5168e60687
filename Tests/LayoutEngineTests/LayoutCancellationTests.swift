import Cancellation
import TestSupport
import Testing

@testable import LayoutEngine

/// Computations that stop where they are, once nothing waits for their result.
struct LayoutCancellationTests {
  private static let container = Container(size: Size(width: 375, height: 667), scale: 2)

  /// Many items that differ, some over several cells, then many sections.
  private static let sections: SectionList = {
    var random = SeededGenerator(seed: 7)
    func items(_ count: Int) -> ItemSequence {
      var builder = ItemSequenceBuilder()
      for number in 0..<count {
        var item = Item()
        item.id = "\(count) \(number)"
        item.size = Size(width: 20 + random.length(upTo: 80), height: 20 + random.length(upTo: 80))
        if number % 5 == 0 { item.span = GridSpan(columns: 1 + number % 3, rows: 1 + number % 2) }
        builder.append(item)
      }
      return builder.finish()
    }
    var sections: ContiguousArray<Section> = [Section(id: "large", items: items(5000))]
    for number in 0..<300 { sections.append(Section(id: "\(number)", items: items(2 + number % 2))) }
    return SectionList(sections)
  }()

  /// Cancels a computation after each of some numbers of questions; it must end soon, without a result and without a trap.
  private func cancel<Result>(_ name: String, _ compute: () throws -> Result) throws {
    let all = Questions()
    let result = try Cancellation.within(all) { Swift.Result { try Cancellation.interruptible(compute) } }
      .get()
    #expect(result != nil)
    #expect(all.count >= 10, "\(name) asks too rarely")
    for step in 0..<12 {
      let limit = step < 4 ? step : (all.count - 2) * (step - 4) / 8
      let source = Questions(limit: limit)
      let result = Cancellation.within(source) {
        // Errors of incomplete states are discarded, too.
        Swift.Result { try Cancellation.interruptible(compute) }
      }
      #expect(throws: Never.self) { try #expect(result.get() == nil) }
      // Each loop finds it by itself, but none goes on.
      #expect(source.count <= limit + 1300, "\(name): \(source.count - limit) questions after the end")
    }
  }

  @Test(arguments: EveryKindTests.kinds.indices)
  func `a layout that is cancelled anywhere stops, and has no result`(index: Int) throws {
    let kind = EveryKindTests.kinds[index].layout
    try cancel(kind.name) {
      let solved = try kind.prepare(Self.sections, in: Self.container)
      let elements = solved.elements(in: nil, visible: nil)
      for row in 0..<min(50, elements.count) {
        let element = elements[row]
        _ = solved.attributes(
          of: ElementPath(kind: element.kind, indexPath: element.indexPath), visible: nil)
      }
      return elements.count
    }
  }

  @Test(arguments: EveryKindTests.kinds.indices)
  func `an update and its diff that are cancelled anywhere stop`(index: Int) throws {
    let kind = EveryKindTests.kinds[index].layout
    let before = try kind.prepare(Self.sections, in: Self.container)
    let updates = [
      BatchUpdate(.deleteItems(at: (0..<1000).map { IndexPath(section: 0, item: $0 * 3) })),
      BatchUpdate(.deleteSections(at: [3, 5])),
    ]
    try cancel(kind.name) {
      let updated = try Self.sections.applying(updates)
      let after = try kind.prepare(updated, from: before, in: Self.container)
      let diff = UpdateDiff.between(
        DiffSide(layout: before, container: Self.container, bounds: nil),
        and: DiffSide(layout: after, container: Self.container, bounds: nil), by: updated.map,
        visibleOnly: false)
      return diff.changes.count
    }
  }

  @Test func `choosing the columns of items that kept others is cancelled anywhere`() throws {
    let sections = SectionList([
      Section(items: (0..<60_000).map { Item(size: Size(width: 10, height: Double(1 + $0 % 61))) })
    ])
    let three = WaterfallLayout.kept(3)
    let choices = try #require(ColumnChoices(of: three.prepare(sections, in: Self.container)))
    let kept = sections.keeping(choices).sections
    let asked = Questions()
    let followed = Questions()
    for (layout, questions) in [(three, asked), (WaterfallLayout.kept(2), followed)] {
      Cancellation.within(questions) {
        _ = Cancellation.interruptible { layout.prepare(kept, in: Self.container) }
      }
    }
    // The chunks are made, and then their items placed.
    #expect(followed.count > asked.count)
    try cancel("columns") {
      let solved = WaterfallLayout.kept(2).prepare(kept, in: Self.container)
      for item in 0..<50 { _ = solved.attributes(of: .cell(0, item), visible: nil) }
      return solved.elements(in: nil, visible: nil).count
    }
  }

  @Test func `the difference of two states that is cancelled anywhere stops`() throws {
    var random = SeededGenerator(seed: 9)
    func state(_ shuffled: Bool) -> SectionList {
      var ids = (0..<8000).map { "item \($0)" }
      if shuffled { ids.shuffle(using: &random) }
      var builder = ItemSequenceBuilder()
      for id in ids {
        var item = Item()
        item.id = id
        builder.append(item)
      }
      return SectionList([Section(id: "s", items: builder.finish())])
    }
    let (before, after) = (state(false), state(true))
    try cancel("snapshot") { try before.difference(to: after).updates.count }
  }

  @Test func `outside of an interruptible computation nothing stops early`() throws {
    let source = Questions(limit: 0)
    let count = try Cancellation.within(source) {
      Swift.Result { try LayoutKind.flow(FlowLayout()).prepare(Self.sections, in: Self.container) }
    }.get().elements(in: nil, visible: nil).count
    #expect(count == Self.sections.itemCount)
    #expect(source.count == 0)
  }
}
