import LayoutEngine
import Synchronization
import TestSupport
import Testing

@testable import SelfSizing

@Suite struct CellSizeCacheTests {
  private func key(_ number: Int, length: Int = 100) -> CellSizeCache.Key {
    let text = Array("\"\(number)\"".utf8) + [UInt8](repeating: 0x20, count: length)
    return CellSizeCache.Key(
      fonts: 1, template: 1, content: Content(template: "t", jsonText: text), room: FittingRoom(width: 320),
      category: .large,
      direction: .leftToRight, scale: 2)
  }

  private func size(_ number: Int) -> SharedCellMeasurer.CellSize {
    SharedCellMeasurer.CellSize(size: Size(width: 320, height: Double(number)), warnings: [])
  }

  @Test func `a stored size is found by everything that it depends on`() {
    let cache = CellSizeCache(bytes: 1 << 20)
    cache.store(size(7), for: key(1))
    #expect(cache.find(key(1))?.size.height == 7)
    let changes: [(inout CellSizeCache.Key) -> Void] = [
      { $0.fonts = 2 }, { $0.template = 2 }, { $0.content = Content(template: "t", jsonText: []) },
      { $0.content = Content(template: "u", jsonText: $0.content.jsonText) }, { $0.room.width = 321 },
      { $0.room.height = 1 }, { $0.room.maximumWidth = 9 }, { $0.category = nil }, { $0.category = .small },
      { $0.direction = .rightToLeft }, { $0.scale = nil }, { $0.scale = 3 },
    ]
    for (number, change) in changes.enumerated() {
      var other = key(1)
      change(&other)
      #expect(cache.find(other) == nil, "change \(number)")
    }
  }

  @Test func `it stays within its memory limit, and evicts sizes that were not used recently`() {
    let cache = CellSizeCache(bytes: 40_000)
    var most = 0
    var isKept = true
    for number in 0..<1000 {
      cache.store(size(number), for: key(number))
      most = max(most, cache.bytes)
      isKept = isKept && cache.find(key(0))?.size.height == 0
    }
    #expect(most <= 40_000)
    #expect(isKept, "it was asked for all along")
    #expect(cache.find(key(999)) != nil && cache.find(key(500)) == nil)
    #expect(cache.bytes > 10_000)
  }

  @Test func `a size that is stored twice counts once`() {
    let cache = CellSizeCache(bytes: 1 << 20)
    cache.store(size(1), for: key(1))
    let bytes = cache.bytes
    cache.store(size(2), for: key(1))
    #expect(cache.bytes == bytes && cache.find(key(1))?.size.height == 2)
  }

  @Test func `an entry larger than the memory limit is not stored, and evicts nothing`() {
    let cache = CellSizeCache(bytes: 10_000)
    cache.store(size(1), for: key(1))
    cache.store(size(2), for: key(2, length: 20_000))
    #expect(cache.find(key(1)) != nil && cache.find(key(2, length: 20_000)) == nil)
  }

  @Test func `without memory it stores nothing`() {
    let cache = CellSizeCache(bytes: 0)
    cache.store(size(1), for: key(1))
    #expect(cache.find(key(1)) == nil && cache.bytes == 0)
  }

  @Test func `threads that use it at the same time find the size of their key, or nothing`() {
    let cache = CellSizeCache(bytes: 60_000)
    let wrong = Atomic(0)
    let found = Atomic(0)
    runConcurrently(4) {
      for round in 0..<4000 {
        let number = round * 7 % 300
        if let entry = cache.find(self.key(number)) {
          found.add(1, ordering: .relaxed)
          if entry.size.height != Double(number) { wrong.add(1, ordering: .relaxed) }
        } else {
          cache.store(self.size(number), for: self.key(number))
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0 && found.load(ordering: .relaxed) > 0)
    #expect(cache.bytes <= 60_000)
  }
}
