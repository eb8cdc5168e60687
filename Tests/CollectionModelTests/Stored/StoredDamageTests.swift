import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// Reading bytes that no version wrote fails with an error for damage, and never ends the process.
struct StoredDamageTests {
  private static let state = StoredSamples.state.stored()
  private static let entry = JournalEntry(
    .updates(StoredSamples.actions.map { BatchUpdate($0) }), making: StoredSamples.state
  ).stored()

  private func failure(_ bytes: [UInt8]) -> StoredFormError? {
    do throws(StoredFormError) {
      _ = try CollectionState(stored: bytes, reading: KnownLayouts.gallery)
      return nil
    } catch { return error }
  }

  @Test func `a stored state cut off anywhere is damaged`() {
    #expect(failure(Self.state) == nil)
    for count in 0..<Self.state.count {
      guard case .damaged = failure(Array(Self.state.prefix(count))) else {
        Issue.record("\(count) bytes are not said to be damaged")
        return
      }
    }
    #expect(failure(Self.state + [0]) != nil)
  }

  @Test func `a bit that fell over anywhere is noticed`() {
    for place in Self.state.indices {
      for bit in 0..<8 {
        var bytes = Self.state
        bytes[place] ^= 1 << bit
        #expect(failure(bytes) != nil, "bit \(bit) of byte \(place)")
      }
    }
  }

  @Test func `a later format is reported as one, with any bytes behind it`() {
    #expect(failure([5]) == .newer(format: 5))
    #expect(failure([0xFF, 0x7F] + Self.state.dropFirst()) == .newer(format: 16383))
    #expect(failure([]) == .damaged("it ends too early"))
    #expect(failure(Self.entry) == .damaged("it is something else"))
  }

  @Test func `an earlier format is no longer read`() {
    #expect(failure([2] + Self.state.dropFirst()) == .damaged("format 2 is no longer read"))
  }

  @Test func `JSON text that is no valid layout any more is reported as such`() throws {
    var state = StoredSamples.state
    state.layout.jsonText = Array("mosaic".utf8)
    #expect(failure(state.stored()) == .layout("there is no layout mosaic"))
    state = StoredSamples.state
    state.main.ownLayout?.jsonText = Array("mosaic".utf8)
    #expect(failure(state.stored()) == .layout("there is no layout mosaic"))
  }

  @Test func `bytes changed at random give a value or an error, and a value can be laid out`() {
    var random = SeededGenerator(seed: 4711)
    var (values, solved) = (0, 0)
    for round in 0..<20_000 {
      var bytes = Array((round % 2 == 0 ? Self.state : Self.entry).dropLast(4))
      for _ in 0..<random.integer(1...3) { mutate(&bytes, &random) }
      do throws(StoredFormError) {
        let range = bytes.indices
        if round % 2 == 0 {
          let state = try StoredForm.readUnchecked(
            .state, from: bytes, range, layouts: KnownLayouts.gallery
          ) { (reader) throws(StoredFormError) in try CollectionState(from: &reader) }
          values += 1
          guard round % 20 == 0, state.sections.itemCount < 1000 else { continue }
          if (try? SolvedCollection(solving: state)) != nil { solved += 1 }
        } else {
          _ = try StoredForm.readUnchecked(
            .entry, from: bytes, range, layouts: KnownLayouts.gallery
          ) { (reader) throws(StoredFormError) in try JournalEntry(from: &reader) }
          values += 1
        }
      } catch {}
    }
    #expect(values > 1000 && solved > 50, "\(values) values, \(solved) laid out")
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = random.integer(0...bytes.count - 1)
    switch random.integer(0...4) {
    case 0: bytes[place] ^= 1 << UInt8(random.integer(0...7))
    case 1: bytes[place] = random.pick([0, 1, 2, 0x7F, 0x80, 0xFF])
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(UInt8(random.integer(0...255)), at: place)
    default:
      let end = min(bytes.count, place + random.integer(1...9))
      bytes.replaceSubrange(place..<end, with: Array(repeating: random.pick([0, 0xFF]), count: end - place))
    }
  }

  @Test func `counts that no bytes follow take no memory`() {
    var writer = StoredWriter()
    writer.write(whole: 1 << 50)
    let bytes = writer.bytes + [0, 0, 0]
    func read<Value>(_ read: (inout StoredReader) throws(StoredFormError) -> Value) -> StoredFormError? {
      var reader = StoredReader(bytes, bytes.indices, layouts: KnownLayouts.gallery)
      do throws(StoredFormError) { _ = try read(&reader) } catch { return error }
      return nil
    }
    let tooEarly = StoredFormError.damaged("it ends too early")
    #expect(read { (reader) throws(StoredFormError) in try reader.list(of: Item.self) } == tooEarly)
    #expect(read { (reader) throws(StoredFormError) in try reader.value(String.self) } == tooEarly)
    #expect(read { (reader) throws(StoredFormError) in try reader.jsonText() } == tooEarly)
    #expect(read { (reader) throws(StoredFormError) in try reader.value(SectionList.self) } == tooEarly)
  }

  @Test func `more counted items than places can name are refused`() throws {
    let half = ItemSequence(count: StoredReader.itemLimit / 2)
    #expect(try reread(SectionList([Section(items: half), Section(items: half)])).count == 2)
    let whole = ItemSequence(count: StoredReader.itemLimit)
    #expect(try reread(whole).count == StoredReader.itemLimit)
    let sections = SectionList([Section(items: whole), Section(items: half)])
    #expect(throws: StoredFormError.tooMany("there are more than 2147483647 items")) { try reread(sections) }
  }

  @Test func `a few bytes that stand for many items or sections are refused beyond the limits`() {
    let layouts = KnownLayouts([:], itemLimit: 1000, sectionLimit: 4)
    func failure(_ bytes: [UInt8]) -> StoredFormError? {
      var reader = StoredReader(bytes, bytes.indices, layouts: layouts)
      do throws(StoredFormError) { _ = try reader.value(SectionList.self) } catch { return error }
      return nil
    }
    // A section of chunks of 256 items, which all span one column and row.
    func spans(_ chunks: UInt8) -> [UInt8] {
      [1, 0, chunks] + Array(repeating: [0x80, 0x02, 0x08, 1, 1, 1], count: Int(chunks)).joined()
    }
    #expect(failure(spans(3)) == nil)
    #expect(failure(spans(4)) == .tooMany("there are more than 1000 items"))
    // The items of a batch, each without members.
    let items = [0xE9, 0x07] + [UInt8](repeating: 0, count: 1001)
    var reader = StoredReader(items, items.indices, layouts: layouts)
    #expect(throws: StoredFormError.tooMany("there are more than 1000 items")) {
      try reader.list(of: Item.self)
    }
    #expect(failure([4] + Array(repeating: 0, count: 8)) == nil)
    #expect(failure([5] + Array(repeating: 0, count: 10)) == .tooMany("there are more than 4 sections"))
  }

  @Test func `content of a template that is not named, and words that are not there, are damage`() {
    func failure(_ contents: [UInt8]) -> StoredFormError? {
      // Two items with content only.
      let bytes = [2, 0x80] + contents
      var reader = StoredReader(bytes, bytes.indices, layouts: KnownLayouts.gallery)
      do throws(StoredFormError) { _ = try reader.value(ItemColumns.self) } catch { return error }
      return nil
    }
    let name: [UInt8] = [1, 1, 0x61]
    #expect(failure(name + [1, 2, 7, 7, 0]) == nil)
    #expect(failure(name + [2, 0, 0]) == .damaged("2 is not in 0...1"))
    #expect(failure([0, 1, 0, 0]) == .damaged("1 is not in 0...0"))
    #expect(failure(name + [1, 0xFF, 0xFF, 0xFF, 0x7F]) == .damaged("it ends too early"))
    #expect(failure(name + [1, 0]) == .damaged("it ends too early"))
    #expect(failure([0xFF, 0x7F]) == .damaged("it ends too early"))
    #expect(failure([1, 1, 0xC3, 1, 0, 0]) == .damaged("a text is not UTF-8"))
  }

  @Test func `text that is not UTF-8, numbers that are not finite and unknown names are damage`() {
    func failure<Value: StoredValue>(_ type: Value.Type, _ write: (inout StoredWriter) -> Void) -> String? {
      var writer = StoredWriter()
      write(&writer)
      var reader = StoredReader(writer.bytes, writer.bytes.indices, layouts: KnownLayouts.gallery)
      do throws(StoredFormError) { _ = try reader.value(type) } catch {
        if case .damaged(let reason) = error { return reason }
      }
      return nil
    }
    #expect(failure(String.self) { $0.write(jsonText: [0xC3, 0x28]) } == "a text is not UTF-8")
    #expect(failure(Double.self) { $0.write(number: .nan) } == "a number is not finite")
    #expect(failure(Double.self) { $0.write(number: -.infinity) } == "a number is not finite")
    let unknownName = failure(SectionMetrics.self) {
      $0.write(text: "grid")
      $0.write(list: [GivenParameter("packing", .text("tight"))])
    }
    #expect(unknownName == "the parameter packing of a grid layout has a value of another type")
    #expect(failure(Bool.self) { $0.write(byte: 2) } == "a flag is not known")
    #expect(failure(StoredWhole.self) { $0.write(whole: -1) } == "a whole number is too long")
    #expect(failure(IndexPath.self) { $0.write(whole: 1 << 54) } != nil)
    #expect(failure(ContentSizeCategory.self) { $0.write("huge") } == "the name huge is not known")
  }
}
