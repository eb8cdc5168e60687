import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Columns of waterfalls that items keep are stored with a state.
struct StoredKeptColumnsTests {
  private func column(_ column: Int, of count: Int) throws -> KeptColumn {
    try #require(KeptColumn(column, of: count))
  }

  @Test func `columns are stored in runs of items with as many columns, and have these bytes`() throws {
    let run = ColumnRun(
      first: 3, columns: [try column(1, of: 2), try column(0, of: 2), try column(2, of: 3)])
    var writer = StoredWriter()
    writer.write(ColumnChoices([(2, [run])]))
    // One section, the third, with two runs: from item 3 on two items of two columns, and at item 5 one of three.
    #expect(writer.bytes == [1, 2, 2, 3, 2, 2, 1, 0, 5, 3, 1, 2])
    let read = try reread(ColumnChoices([(2, [run])]))
    #expect(read.sections.count == 1 && read.sections[0].section == 2)
    #expect(read.sections[0].runs.map(\.first) == [3, 5])
    #expect(read.sections[0].runs.flatMap { Array($0.columns) } == Array(run.columns))
  }

  @Test
  func `a state restores the columns that have come about, and one without any has the bytes of before`()
    throws
  {
    let items = [40, 10, 30].map { Item(id: "\($0)", size: Size(width: 10, height: $0)) }
    let sections = SectionList([Section("s", items)])
    let plain = Gallery.kept.state(sections, bounds: nil)
    let collection = try SolvedCollection(solving: plain)
    let item = Item(id: "new", size: Size(width: 10, height: 5))
    let changed = try collection.applying(
      .updates([BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [item]))])
    ).after
    let bytes = changed.state.stored()
    let read = try CollectionState(stored: bytes, reading: KnownLayouts.gallery)
    #expect(try SolvedCollection(solving: read).difference(from: changed) == nil)
    // In columns of 95 points, 10 apart, the items were 380, 95 and 285 high: the columns ended at 390 and 400. Placed
    // in order, the second item would stand beside the first.
    #expect(changed.cells.map(\.frame.x) == [0, 0, 105, 105])
    #expect(read.stored() == bytes)
    let columns = "01" + "00" + "01" + "00" + "02" + "04" + "00000101"
    let end = bytes.dropLast(4).suffix(columns.count / 2)
    #expect(end.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == columns)
    // Programs of format 3 cannot read columns.
    #expect(bytes.first == 4 && plain.stored().first == 3)
    #expect(plain.stored().count < collection.state.stored().count)
    #expect(ColumnChoices(keptIn: plain.sections).isEmpty)
  }

  @Test func `columns that do not exist, and columns of items that do not, are damage`() throws {
    func read(_ bytes: [UInt8]) throws -> ColumnChoices {
      var reader = StoredReader(bytes, 0..<bytes.count, layouts: KnownLayouts.gallery)
      return try ColumnChoices(from: &reader)
    }
    #expect(try read([1, 0, 1, 0, 2, 1, 1]).fit(SectionList([["a"]])))
    #expect(throws: StoredFormError.damaged("there is no such column")) {
      try read([1, 0, 1, 0, 2, 1, 2])
    }
    let sections = SectionList([["a", "b"]])
    let one = try column(0, of: 2)
    let strangers: [[(section: Int, runs: ContiguousArray<ColumnRun>)]] = [
      [(1, [ColumnRun(first: 0, columns: [one])])], [(0, [ColumnRun(first: 2, columns: [one])])],
      [(0, [ColumnRun(first: 1, columns: [one, one])])],
      [(0, [ColumnRun(first: 1, columns: [one]), ColumnRun(first: 0, columns: [one])])],
      [(0, [ColumnRun(first: 0, columns: [one])]), (0, [ColumnRun(first: 1, columns: [one])])],
      [(0, [ColumnRun(first: Int(Int32.max), columns: [one])])],
    ]
    for choices in strangers { #expect(!ColumnChoices(choices).fit(sections), "\(choices)") }
    #expect(ColumnChoices([(0, [ColumnRun(first: 0, columns: [one, one])])]).fit(sections))
    #expect(KeptColumn(2, of: 2) == nil && KeptColumn(-1, of: 2) == nil && KeptColumn(0, of: 10_001) == nil)
  }
}
