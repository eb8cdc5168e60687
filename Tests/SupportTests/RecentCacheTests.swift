import Support
import Testing

struct RecentCacheTests {
  private static func cache(count: Int = .max, cost: Int = .max) -> RecentCache<Int, String> {
    RecentCache(countLimit: count, costLimit: cost) { _, value in value.utf8.count }
  }

  @Test func `a value is found until two generations have passed without a use of it`() {
    var cache = Self.cache(count: 2)
    cache.insert("a", for: 1)
    cache.insert("b", for: 2)
    cache.insert("c", for: 3)
    #expect(cache.find(1) == "a")
    // The use made 1 young again: with 4 the generation of 2 and 3 becomes the old one, with 5 and 6 it goes.
    for key in 4...6 { cache.insert("x", for: key) }
    #expect(cache.find(2) == nil)
    #expect(cache.find(6) == "x")
  }

  @Test func `the cost of a generation stays within its limit, but for a single entry`() {
    var cache = Self.cache(cost: 5)
    cache.insert("aaa", for: 1)
    cache.insert("bbb", for: 2)
    #expect(cache.cost == 6)
    cache.insert("ccc", for: 3)
    #expect(cache.cost == 6)
    #expect(cache.find(1) == nil)
    cache.insert("much too long", for: 4)
    #expect(cache.find(4) == "much too long")
  }

  @Test func `an entry that is stored again is not counted twice`() {
    var cache = Self.cache(cost: 10)
    for _ in 0..<20 { cache.insert("abc", for: 1) }
    #expect(cache.cost == 3)
  }
}
