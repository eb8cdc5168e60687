import LayoutEngine
import Testing

@testable import Collections

/// What the first format says is read as it was meant, and written again it differs in the number of the format alone.
struct StoredFormat1Tests {
  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16)! }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Without the format's number and the checksum.
  private func words(_ stored: [UInt8]) -> ArraySlice<UInt8> { stored.dropFirst().dropLast(4) }

  @Test func `a collection is read, and written again in the same words`() throws {
    let old = bytes(StoredFormat1.state)
    let state = try CollectionState(stored: old, reading: KnownLayouts.gallery)
    #expect(old.first == 1 && state.stored().first == 2)
    #expect(words(state.stored()) == words(old))
    #expect(state.sections[0].items.item(at: 0)?.content == nil && state.sections[0].header?.content == nil)
    #expect(state.main.container.contentSizeCategory == .large)
    var item = StoredSamples.item
    item.content = nil
    #expect("\(state.sections[0].items.item(at: 0)!)" == "\(item)")
  }

  @Test func `a viewport is read, and written again in the same words`() throws {
    let old = bytes(StoredFormat1.viewport)
    let viewport = try Viewport(stored: old, reading: KnownLayouts.gallery)
    #expect(words(viewport.stored()) == words(old))
    var container = StoredSamples.container
    container.contentSizeCategory = .large
    #expect(viewport.container == container)
  }

  @Test(arguments: StoredFormat1.entries.indices)
  func `every change is read, and written again in the same words`(number: Int) throws {
    let old = bytes(StoredFormat1.entries[number])
    let entry = try JournalEntry(stored: old, reading: KnownLayouts.gallery)
    #expect(words(entry.stored()) == words(old))
  }
}
