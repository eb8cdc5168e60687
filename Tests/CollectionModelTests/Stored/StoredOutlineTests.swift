import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Outlines are stored with their sections, and their edits with the entries of a journal.
struct StoredOutlineTests {
  /// a, with b below it, and below that c, hidden; d.
  private static func sections() throws -> SectionList {
    let items = [
      OutlineItem(Item(id: "a"), isExpanded: true), OutlineItem(Item(id: "b"), under: 0),
      OutlineItem(Item(id: "c", size: Size(width: 10, height: 7)), under: 1), OutlineItem(Item(id: "d")),
    ]
    let made = try #require(Outline.of(items))
    var section = Section(id: "s", items: made.shown)
    section.outline = made.outline
    return SectionList([section])
  }

  private static func lines(_ sections: SectionList) -> [String] {
    var lines: [String] = []
    sections[0].outline?.forEachItem { id, level, isExpanded, hidden in
      lines.append("\(level) \(id) \(isExpanded) \(hidden?.size?.height ?? 0)")
    }
    return lines
  }

  @Test func `a state restores the tree and its hidden items, in the newest format`() throws {
    let state = Gallery.list.state(try Self.sections(), bounds: nil)
    let bytes = state.stored()
    let read = try CollectionState(stored: bytes, reading: KnownLayouts.gallery)
    #expect(Self.lines(read.sections) == ["0 a true 0.0", "1 b false 0.0", "2 c false 7.0", "0 d false 0.0"])
    #expect(read.sections.itemCount == 3 && read.sections.storedItemCount == 4)
    #expect(read.stored() == bytes && bytes.first == 4)
  }

  @Test func `an entry restores the edits, and a replay makes the same version`() throws {
    let start = try SolvedCollection(solving: Gallery.list.state(try Self.sections(), bounds: nil))
    let edits = [
      OutlineEdit(.expand(["b"], withDescendants: true), animation: .fade),
      OutlineEdit(.insert([OutlineItem(Item(id: "n")), OutlineItem(Item(id: "m"), under: 0)], .before("b"))),
      OutlineEdit(.move("d", .into("n", atStart: true))), OutlineEdit(.move("b", .after("n"))),
      OutlineEdit(.move("b", .top(section: 0, atStart: false))),
      OutlineEdit(.describe(["m"], [Item(id: "m", aspectRatio: 2)], reloads: true)),
      OutlineEdit(.describe(["a"], nil, reloads: false)), OutlineEdit(.delete(["c"])),
      OutlineEdit(.collapse(["n"], withDescendants: false)),
    ]
    let step = try start.applying(.outlines(edits))
    let entry = try #require(step.entry(from: nil))
    #expect(entry.bytes.first == 4 && entry.itemCount == 5)
    let read = try JournalEntry(stored: entry.bytes, reading: KnownLayouts.gallery)
    #expect(read.stored() == entry.bytes)
    var replay = try Replay(
      JournalRecord(incarnation: 1, base: start.state, entries: [read], baseByteCount: 0))
    _ = try replay.next()
    #expect(replay.solved.difference(from: step.after) == nil)
    #expect(Self.lines(replay.solved.state.sections) == Self.lines(step.after.state.sections))
    #expect(
      Self.lines(step.after.state.sections)
        == ["0 a true 0.0", "1 n false 0.0", "2 d false 0.0", "2 m false 0.0", "0 b true 0.0"])
  }

  @Test func `bytes of trees that cannot be are damage`() throws {
    var builder = OutlineBuilder(of: try Self.sections()[0].items)
    func appends(_ level: Int, _ hidden: Item?) -> Bool {
      builder.append(level, isExpanded: false, hidden: hidden)
    }
    #expect(!appends(1, nil))
    #expect(!appends(0, Item(id: "x")))
    #expect(appends(0, nil))
    // Below a collapsed item, an item is hidden, and has an id that no other has.
    #expect(!appends(1, nil))
    #expect(!appends(1, Item()))
    #expect(!appends(1, Item(id: "a")))
    #expect(!appends(2, Item(id: "x")))
    #expect(builder.finish() == nil)
    let bytes = Gallery.list.state(try Self.sections(), bounds: nil).stored()
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(throws: StoredFormError.self) {
        try CollectionState(stored: damaged, reading: KnownLayouts.gallery)
      }
    }
  }
}
