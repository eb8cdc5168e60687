import Testing

@testable import LayoutEngine

@Suite("Lists that follow batches")
struct ListUpdateTests {
  private let layout = ListLayout()
  private let container = Container(300, 500)

  private func rows(_ count: Int) -> SectionList {
    var builder = ItemSequenceBuilder()
    for number in 0..<count {
      builder.append(Item(id: "\(number)", size: Size(width: 1, height: Double(20 + number * 37 % 31))))
    }
    return SectionList(Section(items: builder.finish()))
  }

  @Test("a row at the front leaves all but a few chunks of items and rows as they are")
  func sharing() throws {
    let sections = rows(100_000)
    let old = layout.prepare(sections, in: container)
    let updated = try sections.applying([
      BatchUpdate(
        .insertItems(at: [IndexPath(section: 0, item: 0)], [Item(size: Size(width: 1, height: 9))]))
    ])
    let new = layout.prepare(updated, from: old, in: container)
    #expect(new.contentSize.height == old.contentSize.height + 9)
    let rows = (old.sections.leaf(at: 0).leaf.body.rows, new.sections.leaf(at: 0).leaf.body.rows)
    let items = (sections[0].items.chunks, updated.sections[0].items.chunks)
    let knownRows = Set(rows.0.leaves.map(ObjectIdentifier.init))
    let knownItems = Set(items.0.leaves.map(ObjectIdentifier.init))
    #expect(rows.0.leafCount > 100)
    #expect(rows.1.leaves.count { !knownRows.contains(ObjectIdentifier($0)) } <= 2)
    #expect(items.1.leaves.count { !knownItems.contains(ObjectIdentifier($0)) } <= 2)
    #expect(zip(rows.1.leaves, items.1.leaves).allSatisfy { $0.items === $1 })
  }

  @Test("a row that is described anew shares the ids of its chunk")
  func sharedColumns() throws {
    let sections = rows(1000)
    let updated = try sections.applying([
      BatchUpdate(
        .reloadItems(
          at: [IndexPath(section: 0, item: 7)], [Item(id: "7", size: Size(width: 1, height: 99))]))
    ])
    let (before, after) = (sections[0].items.chunks.leaves[0], updated.sections[0].items.chunks.leaves[0])
    #expect(after.sizes[7].height == 99 && before.sizes[7].height != 99)
    #expect(before.ids.isShared(with: after.ids))
  }

  @Test(
    "rows behind a change stand, to the last bit, where they would without a past",
    arguments: [nil, 1, 2, 3, 4] as [Double?])
  func exactOffsets(scale: Double?) throws {
    var random = SeededGenerator(seed: 77)
    var layout = layout
    layout.metrics.rowSpacing = random.pick([0, 0.5, 1.0 / 3])
    let container = Container(size: Size(width: 300, height: 500), scale: scale)
    func item() -> Item { Item(size: Size(width: 1, height: random.length(upTo: 90))) }
    var sections = SectionList(Section(items: (0..<700).map { _ in item() }))
    var solved = layout.prepare(sections, in: container)
    for round in 0..<120 {
      let path = IndexPath(section: 0, item: random.integer(0...sections.itemCount - 1))
      let action: BatchUpdate.Action =
        switch random.integer(0...3) {
        case 0: .deleteItems(at: [path])
        case 1: .insertItems(at: [path], [item()])
        default: .reloadItems(at: [path], [random.chance(1, in: 9) ? Item() : item()])
        }
      let updated = try sections.applying([BatchUpdate(action)])
      solved = layout.prepare(updated, from: solved, in: container)
      sections = updated.sections
      let body = solved.sections.leaf(at: 0).leaf.body
      for rows in body.rows.leaves {
        let anew = ListRowChunk(rows.items, rule: body.rule)
        let isSame = (0...rows.items.count).allSatisfy { rows.offset(of: $0) == anew.offset(of: $0) }
        #expect(isSame, "round \(round)")
      }
      let last = body.rows.leaves.last!.items
      let height = body.rule.height(of: last.count - 1, in: last)
      #expect(body.length == body.rows.totals.length.value - body.rule.advance(height) + height.points)
    }
  }

  @Test("one section of many changes, and no other is solved")
  func oneSection() throws {
    let sections = SectionList(
      ContiguousArray((0..<500).map { Section(sizes: [(1, Double(20 + $0 % 7)), (1, 30)]) }))
    let old = layout.prepare(sections, in: container)
    let updated = try sections.applying([
      BatchUpdate(.deleteItems(at: [IndexPath(section: 5, item: 0)])),
      BatchUpdate(.moveSection(from: 300, to: 2)), BatchUpdate(.deleteSections(at: [400])),
    ])
    let new = layout.prepare(updated, from: old, in: container)
    let known = Set(old.sections.leaves.flatMap { $0.body.rows.leaves }.map(ObjectIdentifier.init))
    let solved = new.sections.leaves.flatMap { $0.body.rows.leaves }
      .filter { !known.contains(ObjectIdentifier($0)) }
    #expect(solved.count == 1)
    #expect(new.contentSize == layout.prepare(updated.sections, in: container).contentSize)
  }

  @Test("a section whose description the difference of two states changes is solved anew")
  func changedSection() throws {
    let items = [Item(id: "a", size: Size(width: 1, height: 20))]
    func section(_ header: Double) -> Section {
      var section = Section(items: items)
      section.id = "s"
      section.header = Supplementary(size: Size(width: 0, height: header))
      return section
    }
    let (before, after) = (SectionList(section(10)), SectionList(section(44)))
    let updated = try before.applying(before.difference(to: after))
    let old = layout.prepare(before, in: container)
    #expect(layout.prepare(updated, from: old, in: container).contentSize.height == 64)
  }
}
