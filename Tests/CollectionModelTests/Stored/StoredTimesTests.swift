import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Times in stored forms.
struct StoredTimesTests {
  private static func state(_ times: CollectionTimes) -> CollectionState {
    var state = Gallery.list.state(SectionList([Section("s", [Item(id: "a")])]), bounds: nil)
    state.times = times
    return state
  }

  @Test(arguments: [
    CollectionTimes(created: UTCTime(milliseconds: 0), updated: UTCTime(milliseconds: UTCTime.limit - 1)),
    CollectionTimes(updated: UTCTime(milliseconds: 1_800_000_000_000)),
    CollectionTimes(created: UTCTime(milliseconds: 7)),
  ])
  func `a state has its times, and one without them the bytes of before`(times: CollectionTimes) throws {
    let plain = Self.state(CollectionTimes())
    #expect(plain.stored().first == 3)
    let bytes = Self.state(times).stored()
    #expect(bytes.first == 4)
    #expect(try CollectionState(stored: bytes, reading: KnownLayouts.gallery).times == times)
    #expect(
      try CollectionState(stored: plain.stored(), reading: KnownLayouts.gallery).times == CollectionTimes())
    #expect(Self.state(times).forPageReplica().stored() == plain.forPageReplica().stored())
  }

  @Test(arguments: [nil, "ann"])
  func `an entry has its time, with an author and without`(author: String?) throws {
    let time = UTCTime(milliseconds: 1_800_000_000_000)
    var entry = JournalEntry(.updates([]), making: Self.state(CollectionTimes(updated: time)))
    entry.author = author
    let bytes = entry.stored()
    #expect(bytes.first == 4)
    let read = try JournalEntry(stored: bytes, reading: KnownLayouts.gallery)
    #expect(read.time == time && read.author == author && read.stored() == bytes)
    var undated = JournalEntry(.updates([]), making: Self.state(CollectionTimes()))
    #expect(undated.stored().first == 3)
    undated.author = author
    let old = try JournalEntry(stored: undated.stored(), reading: KnownLayouts.gallery)
    #expect(old.time == nil && old.author == author)
    #expect(entry.forPageReplica().stored() == undated.forPageReplica().stored())
  }

  @Test func `a time beyond the year 9999 is damage`() {
    var writer = StoredWriter()
    writer.write(whole: UInt64(UTCTime.limit))
    var reader = StoredReader(writer.bytes, 0..<writer.bytes.count, layouts: KnownLayouts.gallery)
    #expect(throws: StoredFormError.self) { try UTCTime(from: &reader) }
  }
}
