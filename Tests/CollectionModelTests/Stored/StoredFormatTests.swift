import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Stored bytes must stay readable for ever: they change only with the number of the format.
struct StoredFormatTests {
  private static var state: CollectionState {
    var builder = ItemSequenceBuilder()
    builder.append(Item(id: "a", size: Size(width: 10, height: 20)))
    builder.append(Item(id: "b", size: Size(width: 10, height: 30)))
    builder.append(run: 1_000_000)
    return CollectionState(
      sections: SectionList([Section(id: "s", items: builder.finish())]),
      layout: LayoutChoice(kind: Gallery.list.layout, jsonText: Array("list".utf8)),
      main: Viewport(container: Gallery.container, containerJSON: Array("{}".utf8)),
      learning: .always)
  }

  @Test func `a small collection has these bytes`() throws {
    let header = "0301" + "01" + "00" + "046c697374"
    let screen = "00" + "00" + "0000000000006940" + "0000000000c07240" + "027b7d"
    let sized =
      "02" + "21" + "01" + "0000000000002440" + "00" + "0000000000003440" + "0000000000003e40" + "0261"
      + "0262"
    let sections = "01" + "01" + "0173" + "02" + sized + "c0843d" + "00"
    let bytes = header + screen + sections + "00" + "af7a3c3b"
    #expect(hexadecimal(Self.state.stored()) == bytes)
  }

  @Test func `a small change has these bytes`() {
    let entry = JournalEntry(.delete(0, 1), making: Self.state.at(version: 2))
    let change = "00" + "01" + "00" + "01" + "0001" + "00"
    let screen = "00" + "00" + "0000000000006940" + "0000000000c07240" + "027b7d"
    let bytes = "0302" + "02" + change + screen + "c2843d" + "0000" + "00" + "81b919bf"
    #expect(hexadecimal(entry.stored()) == bytes)
  }

  @Test func `a state is of format 4 if programs of format 3 cannot read one of its items`() {
    func state(_ change: (inout Item) -> Void) -> CollectionState {
      var item = Item(id: "a", size: Size(width: 10, height: 20))
      change(&item)
      return Gallery.list.state(SectionList([Section("s", [item])]), bounds: nil)
    }
    #expect(state { _ in }.stored().first == 3)
    #expect(state { $0.appearance.alpha = 0.5 }.stored().first == 3)
    #expect(state { $0.span = GridSpan(columns: 2, rows: 1) }.stored().first == 3)
    #expect(state { $0.values = ItemValues(["a": 1]) }.stored().first == 4)
    #expect(state { $0.separator = .hidden }.stored().first == 4)
    #expect(state { $0.separator = .inset(StoredSamples.insets) }.stored().first == 4)
    #expect(state { $0.indentationLevel = 1 }.stored().first == 4)
  }

  @Test func `a state is of format 4 if a section has a title in the index`() {
    var section = Section(items: ItemSequence(count: 1))
    #expect(Gallery.flow.state(SectionList([section]), bounds: nil).stored().first == 3)
    section.indexTitle = "A"
    #expect(Gallery.flow.state(SectionList([section]), bounds: nil).stored().first == 4)
  }

  @Test func `a change is of format 4 if it has an author or such an item`() {
    func entry(_ item: Item = Item(id: "b"), author: String? = nil) -> JournalEntry {
      let insert = BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [item]))
      return JournalEntry(
        .updates([insert]), making: Self.state, from: nil, recalling: RecalledMeasurements(), origin: nil,
        ownScroll: nil, holdsEstimates: false, author: author, request: nil)
    }
    #expect(entry().stored().first == 3)
    #expect(entry(author: "ann").stored().first == 4)
    #expect(entry(author: "ann").forPageReplica().stored().first == 3)
    var indented = Item(id: "b")
    indented.indentationLevel = 2
    #expect(entry(indented).stored().first == 4)
  }

  @Test func `a policy has these bytes, and a viewport without one has none`() throws {
    var policy = ReadingPolicy()
    policy.follow = .end
    policy.followDistance = 2
    policy.contentAlignment = .center
    policy.roomBelow = .id("a")
    var writer = StoredWriter()
    writer.write(policy)
    #expect(
      hexadecimal(writer.bytes) == "0f" + "03656e64" + "0000000000000040" + "0663656e746572" + "00" + "0161")
    // The fixture is of a version without policies.
    let viewport = try Viewport(stored: bytes(StoredFixture.viewport), reading: KnownLayouts.gallery)
    #expect(viewport.policy == ReadingPolicy())
  }

  @Test func `a counted section is a few bytes, however many items it has`() throws {
    var writer = StoredWriter()
    writer.write(Section(items: ItemSequence(count: 1_000_000)))
    #expect(writer.bytes == [0, 1, 0xC0, 0x84, 0x3D, 0])
  }

  @Test func `items that are equally large say so once for as many as stand together`() {
    var builder = ItemSequenceBuilder()
    for _ in 0..<2560 { builder.append(size: Size(width: 1, height: 2)) }
    var writer = StoredWriter()
    writer.write(builder.finish())
    #expect(writer.bytes.count < 250)
  }

  @Test func `the samples are stored as the fixture has them, and read from it`() throws {
    #expect(hexadecimal(StoredSamples.state.stored()) == StoredFixture.state)
    #expect(hexadecimal(StoredSamples.viewport.stored()) == StoredFixture.viewport)
    let entries = StoredSamples.changes.map { JournalEntry($0, making: StoredSamples.state).stored() }
    #expect(entries.map(hexadecimal) == StoredFixture.entries)
    let state = try CollectionState(stored: bytes(StoredFixture.state), reading: KnownLayouts.gallery)
    #expect("\(state.sections[0].items.item(at: 0)!)" == "\(StoredSamples.item)")
    #expect(state.sections[0].metrics == StoredSamples.state.sections[0].metrics)
    #expect(state.stored() == bytes(StoredFixture.state))
    let viewport = try Viewport(stored: bytes(StoredFixture.viewport), reading: KnownLayouts.gallery)
    #expect(viewport.container == StoredSamples.container)
    for stored in StoredFixture.entries {
      let entry = try JournalEntry(stored: bytes(stored), reading: KnownLayouts.gallery)
      #expect(hexadecimal(entry.stored()) == stored)
    }
  }

  @Test func `a viewport with sections scrolled across has these bytes, and one without the bytes of before`()
    throws
  {
    var viewport = Viewport(container: Gallery.container, containerJSON: Array("{}".utf8))
    viewport.bounds = Rect(x: 0, y: 0, width: 200, height: 300)
    let container = "00" + "0000000000006940" + "0000000000c07240" + "027b7d"
    let bounds = "0000000000000000" + "0000000000000000" + "0000000000006940" + "0000000000c07240"
    func stored() -> String {
      var writer = StoredWriter()
      writer.write(viewport)
      return hexadecimal(writer.bytes)
    }
    #expect(stored() == "02" + container + bounds)
    viewport.orthogonalOffsets[3] = 300
    viewport.orthogonalOffsets[1] = 200
    #expect(
      stored() == "22" + container + bounds + "02" + "01" + "0000000000006940" + "03" + "0000000000c07240")
    #expect(try reread(viewport).orthogonalOffsets == viewport.orthogonalOffsets)
    viewport.policy.follow = .end
    viewport.orthogonalOffsets[3] = 0
    #expect(stored() == "32" + container + bounds + "01" + "03656e64" + "01" + "01" + "0000000000006940")
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16)! }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
