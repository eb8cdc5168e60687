import Testing

@testable import LayoutEngine

@Suite("Sequences of items")
struct ItemSequenceTests {
  @Test("a run of any length is one chunk without columns")
  func run() {
    let items = ItemSequence(count: 1 << 40)
    #expect(items.count == 1 << 40)
    #expect(items.chunks.leafCount == 1)
    #expect(items.chunks.leaf(at: 0).leaf.isRun)
    #expect(ItemSequence(count: 0).chunks.leafCount == 0)
  }

  @Test("items keep their order, ids and sizes across chunks and runs")
  func order() {
    var builder = ItemSequenceBuilder()
    for index in 0..<1300 {
      if index % 400 == 399 { builder.append(run: 3) }
      builder.append(Item(id: "\(index)", size: Size(width: Double(index), height: 1)))
    }
    builder.append(run: 0)
    let items = builder.finish()
    #expect(items.count == 1309)
    #expect(items.id(at: 0) == "0")
    #expect(items.id(at: 398) == "398")
    #expect(items.id(at: 399) == nil)
    #expect(items.id(at: 402) == "399")
    #expect(items.id(at: 1308) == "1299")
    #expect(items.id(at: 1309) == nil)
    #expect(items.id(at: -1) == nil)
    let found = items.find(805)
    #expect(found?.chunk.sizes[found!.place].width == 799)
  }

  @Test("a trait that begins late in a chunk belongs to the items that have it")
  func lateColumns() {
    var builder = ItemSequenceBuilder()
    for index in 0..<10 {
      builder.append(
        Item(
          id: index == 7 ? "seven" : nil, size: index == 3 ? Size(width: 3, height: 3) : nil,
          estimatedSize: index == 5 ? Size(width: 5, height: 5) : nil, aspectRatio: index == 8 ? 2 : nil,
          appearance: index == 2 ? Appearance(alpha: 0.5) : .plain))
    }
    let chunk = builder.finish().chunks.leaf(at: 0).leaf
    #expect(chunk.sizes.map(\.isSpecified) == (0..<10).map { $0 == 3 })
    #expect(chunk.estimatedSizes.map(\.isSpecified) == (0..<10).map { $0 == 5 })
    #expect(chunk.aspectRatios.map(\.isNaN) == (0..<10).map { $0 != 8 })
    #expect(chunk.ids.map { $0 != nil } == (0..<10).map { $0 == 7 })
    #expect(Array(chunk.appearances.keys) == [2])
    #expect(!chunk.isFullySized && !chunk.isRun)
  }

  @Test("a cursor stands on the chunk that holds an item, wherever it came from")
  func cursor() {
    var builder = ItemSequenceBuilder()
    for _ in 0..<1100 { builder.append(size: Size(width: 1, height: 1)) }
    builder.append(run: 50)
    let items = builder.finish()
    #expect(ItemCursor(items, at: 1150).map(\.first) == nil)
    var cursor = ItemCursor(items, at: 0)!
    for item in [0, 511, 512, 1099, 1100, 1149, 3] {
      cursor.move(to: item)
      let (chunk, place) = items.find(item)!
      #expect(cursor.chunk === chunk && cursor.first == item - place)
      #expect(cursor.end == cursor.first + chunk.count)
    }
  }
}
