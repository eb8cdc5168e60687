import Testing

@testable import LayoutEngine

@Suite("Flow lines that break anew after a change")
struct FlowReflowTests {
  /// Lines of 100 points with nothing between items.
  private let layout = FlowLayout {
    $0.metrics.minimumInteritemSpacing = 0
    $0.metrics.minimumLineSpacing = 0
    $0.metrics.itemSize = Size(width: 25, height: 10)
    $0.itemAlignment = .leading
  }
  private let container = Container(100, 500)

  /// The section that follows the batch, once it is found to be the one anew.
  private func follow(
    _ section: Section, _ updates: [BatchUpdate.Action],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (before: FlowSection, after: FlowSection, solved: StackedLayout<FlowSection>) {
    let sections = SectionList(section)
    let old = layout.prepare(sections, in: container)
    let updated = try sections.applying(updates.map { BatchUpdate($0) })
    let solved = layout.prepare(updated, from: old, in: container)
    var random = SeededGenerator(seed: 1)
    let agreement = LayoutAgreement(
      found: solved, expected: layout.prepare(updated.sections.rebuilt, in: container),
      itemCount: updated.sections.itemCount)
    #expect(agreement.difference(random: &random) == nil, sourceLocation: sourceLocation)
    let after = solved.sections.leaf(at: 0).leaf.body
    #expect(after.lines._invariantViolation() == nil, sourceLocation: sourceLocation)
    return (old.sections.leaf(at: 0).leaf.body, after, solved)
  }

  private func item(_ width: Double, _ height: Double = 10) -> Item {
    Item(size: Size(width: width, height: height))
  }

  private func path(_ item: Int) -> IndexPath { IndexPath(section: 0, item: item) }

  private func section(widths: [Double]) -> Section { Section(sizes: widths.map { ($0, 10) }) }

  @Test("an item that has become narrower moves to the line before, where it fits now")
  func fitsBefore() throws {
    let section = section(widths: [60, 30, 50, 40, 90])
    let (_, _, solved) = try follow(section, [.reloadItems(at: [path(2)], [item(10)])])
    #expect(solved.cells().map(\.y) == [0, 0, 0, 10, 20])
  }

  @Test("an item behind a deleted one moves to the line before, where it fits")
  func deletedFirstOfLine() throws {
    let section = section(widths: [60, 30, 50, 10, 90])
    let (_, _, solved) = try follow(section, [.deleteItems(at: [path(2)])])
    #expect(solved.cells().map(\.y) == [0, 0, 0, 10])
  }

  @Test("the first item and the last change, come and go")
  func ends() throws {
    let section = section(widths: Array(repeating: 40, count: 2001))
    for place in [0, 2000] {
      _ = try follow(section, [.reloadItems(at: [path(place)], [item(90, 30)])])
      _ = try follow(section, [.deleteItems(at: [path(place)])])
      _ = try follow(section, [.insertItems(at: [path(place)], [item(70)])])
    }
    let (_, after, _) = try follow(section, [.insertItems(at: [path(2001)], [item(70, 80)])])
    #expect(after.lastLineLength == 80)
  }

  @Test("all items leave, and others come to where there were none")
  func allRemoved() throws {
    let section = section(widths: [60, 30, 50])
    let (_, after, _) = try follow(section, [.deleteItems(at: [path(0), path(1), path(2)])])
    #expect(after.lines.leafCount == 0 && after.length == 0)
    _ = try follow(Section(0), [.insertItems(at: [path(0), path(1)], [item(60), item(60)])])
    _ = try follow(
      section,
      [.deleteItems(at: [path(0), path(1), path(2)]), .insertItems(at: [path(0)], [item(10)])])
  }

  @Test("counted items among items of their own sizes break as they do anew")
  func runs() throws {
    var builder = ItemSequenceBuilder()
    for _ in 0..<40 {
      for width in [60.0, 30, 50] { builder.append(size: Size(width: width, height: 10)) }
      builder.append(run: 1001)
    }
    let section = Section(items: builder.finish())
    for place in [0, 2, 3, 4, 7, 500, 1003, 1004, 20_000, 40_159] {
      _ = try follow(section, [.insertItems(at: [path(place)], [item(20)])])
      _ = try follow(section, [.deleteItems(at: [path(place)])])
      _ = try follow(section, [.reloadItems(at: [path(place)], [item(77, 12)])])
    }
    _ = try follow(
      section,
      [
        .insertItems(at: [path(3), path(2010), path(2011)], [item(20), item(20), item(30)]),
        .deleteItems(at: [path(20), path(30_000)]),
      ])
  }

  @Test("a section whose only item of its own size leaves becomes one of items alike, and back")
  func uniform() throws {
    var section = Section(items: [item(60)] + Array(repeating: Item(), count: 9))
    let (before, after, _) = try follow(section, [.deleteItems(at: [path(0)])])
    #expect(before.line.fullLine == nil && after.line.fullLine != nil)
    section = Section(9)
    let (alike, varied, _) = try follow(section, [.insertItems(at: [path(4)], [item(60)])])
    #expect(alike.line.fullLine != nil && varied.line.fullLine == nil)
  }

  @Test("items wider than a line are counted, the first is named, wherever they come and go")
  func overflow() throws {
    var widths = Array(repeating: 40.0, count: 1000)
    for place in [10, 400, 401, 990] { widths[place] = 120 }
    let section = section(widths: widths)
    func warned(_ updates: [BatchUpdate.Action]) throws -> [Int?] {
      let warning = try follow(section, updates).after.warning
      return [warning?.firstItem, warning?.count]
    }
    #expect(try warned([.deleteItems(at: [path(10)])]) == [399, 3])
    #expect(try warned([.insertItems(at: [path(3)], [item(101)])]) == [3, 5])
    #expect(try warned([.reloadItems(at: [path(400)], [item(1)])]) == [10, 3])
    #expect(try warned([.deleteItems(at: [10, 400, 401, 990].map(path))]) == [nil, nil])
  }

  @Test("lines behind the one where the breaks fall into step are those from before")
  func sharing() throws {
    var random = SeededGenerator(seed: 9)
    let widths = (0..<100_000).map { _ in Double(random.integer(10...90)) }
    let section = section(widths: widths)
    for (place, update) in [
      (0, BatchUpdate.Action.insertItems(at: [path(0)], [item(55)])),
      (50_000, .deleteItems(at: [path(50_000)])), (99_000, .reloadItems(at: [path(99_000)], [item(95)])),
    ] {
      let (before, after, _) = try follow(section, [update])
      let known = Set(before.lines.leaves.map(ObjectIdentifier.init))
      let new = after.lines.leaves.filter { !known.contains(ObjectIdentifier($0)) }
      #expect(before.lines.leafCount > 100 && new.count <= 3, "\(new.count) new chunks, at \(place)")
    }
  }

  @Test("many changes far apart share the lines between them")
  func sharingBetween() throws {
    var random = SeededGenerator(seed: 10)
    let widths = (0..<100_000).map { _ in Double(random.integer(10...90)) }
    let places = [5, 20_000, 20_003, 20_300, 60_000, 99_999]
    let (before, after, _) = try follow(section(widths: widths), [.deleteItems(at: places.map(path))])
    let known = Set(before.lines.leaves.map(ObjectIdentifier.init))
    #expect(after.lines.leaves.count { !known.contains(ObjectIdentifier($0)) } <= 12)
  }

  @Test("lines that are taken apart again and again stay in chunks that are well filled")
  func chunkSizes() throws {
    var random = SeededGenerator(seed: 11)
    var sections = SectionList(section(widths: (0..<20_000).map { _ in Double(random.integer(10...90)) }))
    var solved = layout.prepare(sections, in: container)
    for _ in 0..<1500 {
      let count = sections[0].items.count
      let update =
        random.chance(1, in: 2)
        ? BatchUpdate.Action.deleteItems(at: [path(random.integer(0...count - 1))])
        : .insertItems(at: [path(random.integer(0...count / 3))], [item(Double(random.integer(10...90)))])
      let updated = try sections.applying([BatchUpdate(update)])
      solved = layout.prepare(updated, from: solved, in: container)
      sections = updated.sections
    }
    let lines = solved.sections.leaf(at: 0).leaf.body.lines
    let lineCount = lines.leaves.reduce(0) { $0 + $1.lineCount }
    #expect(lines.leafCount < lineCount / 48)
  }
}

extension SummaryTree {
  var leaves: [Leaf] {
    var leaves: [Leaf] = []
    forEachLeaf {
      leaves.append($0.leaf)
      return true
    }
    return leaves
  }
}
