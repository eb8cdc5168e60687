import CollectionTestSupport
import LayoutEngine
import Support
import Synchronization
import Testing

@testable import CollectionModel
@testable import Collections

/// When collections were created and changed, and lists by these times.
struct TimeTests {
  private static let day: Int64 = 86_400_000
  private let key = CollectionKey("c", of: "ann")

  private static func time(_ milliseconds: Int64) -> UTCTime { UTCTime(milliseconds: milliseconds) }

  private static func range(_ first: Int64, _ end: Int64) -> Range<UTCTime> { time(first)..<time(end) }

  /// A clock that a test sets.
  private final class Clock: Sendable {
    private let milliseconds = Mutex<Int64>(1000)
    func set(_ time: Int64) { milliseconds.withLock { $0 = time } }
    var now: UTCTime { UTCTime(milliseconds: milliseconds.withLock { $0 }) }
  }

  private func store(_ journal: any Journal, _ clock: Clock) throws -> CollectionStore {
    try CollectionStore(journal: journal, clock: { clock.now })
  }

  /// A base of a list, created and changed at these times; nil for times that are not known.
  private static func base(_ created: Int64?, _ updated: Int64?, version: Int = 1) -> JournalBase {
    var state = CollectionState.list([["a"]])
    state.version = version
    state.times = CollectionTimes(created: created.map(time), updated: updated.map(time))
    return JournalBase(state)
  }

  @Test(arguments: JournalKind.all)
  func `a journal lists the collections of a range of times, in the order of their ids`(kind: JournalKind)
    throws
  {
    let journal = try kind.open()
    let hour: Int64 = 3_600_000
    let times: [(id: String, created: Int64?, updated: Int64?)] = [
      ("e", 10, 10), ("d", 10, 20), ("c", 20, hour), ("b", hour - 1, hour - 1), ("a", hour, 3 * hour + 1),
      ("old", nil, nil), ("changed", nil, 20), ("last", UTCTime.limit - 1, UTCTime.limit - 1),
    ]
    for (id, created, updated) in times {
      try journal.create(CollectionKey(id, of: "ann"), Self.base(created, updated)).wait()
    }
    try journal.create(CollectionKey("d", of: "bob"), Self.base(10, 10)).wait()
    func ids(
      _ created: Range<UTCTime>?, _ updated: Range<UTCTime>? = nil, _ after: String? = nil, _ limit: Int = 9
    ) throws -> [String] {
      let filter = TimeFilter(created: created, updated: updated)
      return try journal.ids(of: "ann", in: filter, after: after, limit: limit).wait()
    }
    #expect(try ids(nil).count == 8)
    #expect(try ids(Self.range(10, 20)) == ["d", "e"])
    #expect(try ids(Self.range(20, hour)) == ["b", "c"])
    #expect(try ids(Self.range(10, 10)) == [])
    #expect(try ids(UTCTime.all) == ["a", "b", "c", "d", "e", "last"])
    #expect(try ids(nil, UTCTime.all) == ["a", "b", "c", "changed", "d", "e", "last"])
    #expect(try ids(nil, Self.range(20, hour)) == ["b", "changed", "d"])
    #expect(try ids(nil, Self.range(hour, 3 * hour + 1)) == ["c"])
    #expect(try ids(nil, Self.range(3 * hour, 4 * hour)) == ["a"])
    #expect(try ids(Self.range(0, 20), Self.range(20, hour)) == ["d"])
    #expect(try ids(UTCTime.all, Self.range(20, hour)) == ["b", "d"])
    #expect(try ids(UTCTime.all, nil, "b", 2) == ["c", "d"])
    #expect(try ids(nil, UTCTime.all, "c", 3) == ["changed", "d", "e"])
    #expect(try ids(nil, UTCTime.all, nil, 0) == [])
    #expect(
      try journal.ids(of: "eve", in: TimeFilter(created: UTCTime.all), after: nil, limit: 9).wait() == [])
  }

  @Test(arguments: JournalKind.all)
  func `a list by the time of changes follows each change, an erasure and a change of unknown time`(
    kind: JournalKind
  ) throws {
    let journal = try kind.open()
    try journal.create(key, Self.base(5, 5)).wait()
    var state = Self.base(5, 5).state
    func change(at time: Int64?, erases: Bool = false) throws {
      state.version += 1
      state.times.updated = time.map(Self.time)
      let entry = JournalEntry(.updates([]), making: state)
      if erases {
        try journal.erase(before: entry, of: key.firstIncarnation, leaving: JournalBase(state)).wait()
      } else {
        try journal.append(entry, to: key).wait()
      }
    }
    func isListed(_ first: Int64, _ end: Int64) throws -> Bool {
      let filter = TimeFilter(updated: Self.range(first, end))
      return try journal.ids(of: "ann", in: filter, after: nil, limit: 9).wait() == ["c"]
    }
    #expect(try isListed(5, 6))
    try change(at: 6)
    #expect(try !isListed(5, 6) && isListed(6, 7))
    try change(at: Self.day)
    #expect(try !isListed(0, Self.day) && isListed(Self.day, Self.day + 1))
    try journal.compact(key.firstIncarnation, to: JournalBase(state)).wait()
    #expect(try isListed(Self.day, Self.day + 1))
    try change(at: 2 * Self.day, erases: true)
    #expect(try !isListed(0, 2 * Self.day) && isListed(2 * Self.day, 3 * Self.day))
    try change(at: nil)
    #expect(try !isListed(0, UTCTime.limit))
    try journal.delete(key.firstIncarnation, ifVersion: nil).wait()
    #expect(
      try journal.ids(of: "ann", in: TimeFilter(created: UTCTime.all), after: nil, limit: 9).wait() == [])
  }

  @Test(arguments: JournalKind.all)
  func `a collection has the time of its creation and of its newest version, in every store`(
    kind: JournalKind
  ) throws {
    let journal = try kind.open(), clock = Clock()
    let first = try store(journal, clock)
    try first.create(key, .list([["a"]])).wait()
    #expect(
      try first.solved(key).wait().state.times == CollectionTimes(created: clock.now, updated: clock.now))
    clock.set(2000)
    try first.apply(.insert("x"), to: key)
    let expected = CollectionTimes(created: Self.time(1000), updated: Self.time(2000))
    #expect(try first.solved(key).wait().state.times == expected)
    clock.set(3000)
    let second = try CollectionStore(journal: journal, clock: { Self.time(9000) })
    #expect(try second.solved(key).wait().state.times == expected)
    let record = try #require(try journal.load(key).wait())
    #expect(record.base.times.created == Self.time(1000) && record.entries.map(\.time) == [Self.time(2000)])
  }

  @Test(arguments: JournalKind.all.filter { $0.testDescription == "PostgreSQL" })
  func `stores of one journal agree on times, and one whose clock is behind sets none back`(kind: JournalKind)
    throws
  {
    let journal = try kind.open()
    let stores = try [5000, 4000].map { time in
      try CollectionStore(journal: journal, clock: { Self.time(time) })
    }
    try stores[0].create(key, .list([["a"]])).wait()
    _ = try stores[1].solved(key).wait()
    for (index, id) in ["x", "y", "z"].enumerated() {
      try stores[(index + 1) % 2].apply(.insert(id), to: key)
      let times = try stores.map { try $0.solved(key).wait().state.times }
      #expect(
        times
          == Array(repeating: CollectionTimes(created: Self.time(5000), updated: Self.time(5000)), count: 2))
    }
  }

  @Test func `a clock that is set back does not set back the time of a version`() throws {
    let journal = MemoryJournal(), clock = Clock()
    let store = try store(journal, clock)
    try store.create(key, .list([["a"]])).wait()
    clock.set(500)
    try store.apply(.insert("x"), to: key)
    #expect(try store.solved(key).wait().state.times.updated == Self.time(1000))
    clock.set(1001)
    try store.apply(.insert("y"), to: key)
    #expect(try store.solved(key).wait().state.times.updated == Self.time(1001))
    #expect(try journal.load(key).wait()?.entries.map(\.time) == [Self.time(1000), Self.time(1001)])
  }

  @Test func `a collection whose times are not known gets the time of its next change`() throws {
    let journal = MemoryJournal(), clock = Clock()
    try journal.create(key, Self.base(nil, nil)).wait()
    let store = try store(journal, clock)
    #expect(try store.solved(key).wait().state.times == CollectionTimes())
    try store.apply(.insert("x"), to: key)
    #expect(try store.solved(key).wait().state.times == CollectionTimes(updated: Self.time(1000)))
    let filters = [TimeFilter(created: UTCTime.all), TimeFilter(updated: UTCTime.all)]
    #expect(try filters.map { try store.ids(of: "ann", CollectionFilter(times: $0)).wait() } == [[], ["c"]])
  }

  @Test(arguments: JournalKind.all)
  func `a restored collection has the times of its versions, with and without history`(kind: JournalKind)
    throws
  {
    let clock = Clock()
    let source = try store(MemoryJournal(), clock)
    try source.create(key, .list([["a"]])).wait()
    clock.set(2000)
    try source.apply(.insert("x"), to: key)
    for withHistory in [true, false] {
      let record = try source.record(of: key, withHistory: withHistory).wait()
      clock.set(Self.day)
      let target = try store(kind.open(), clock)
      _ = try target.restore(key, record).wait()
      #expect(
        try target.solved(key).wait().state.times
          == CollectionTimes(created: Self.time(1000), updated: Self.time(2000)))
      let filter = CollectionFilter(
        times: TimeFilter(created: Self.range(1000, 1001), updated: Self.range(2000, 2001)))
      #expect(try target.ids(of: "ann", filter).wait() == ["c"])
    }
  }

  @Test func `lists and counts combine a prefix with times, however many queries they take`() throws {
    let clock = Clock()
    let store = try store(MemoryJournal(), clock)
    for number in 0..<30 {
      clock.set(Int64(number))
      let prefix = number % 2 == 0 ? "even-" : "odd-"
      try store.create(CollectionKey("\(prefix)\(100 + number)", of: "ann"), .list([])).wait()
    }
    let filter = CollectionFilter(prefix: "even-", times: TimeFilter(created: Self.range(9, 21)))
    let expected = stride(from: 10, through: 20, by: 2).map { "even-\(100 + $0)" }
    #expect(try store.list(of: "ann", filter, after: nil, limit: 99).wait().map(\.id) == expected)
    #expect(
      try store.list(of: "ann", filter, after: "even-112", limit: 2).wait().map(\.id) == [
        "even-114", "even-116",
      ])
    #expect(try store.count(of: "ann", filter).wait() == 6)
  }

  @Test func `times are stored from 1970 to the end of the year 9999`() throws {
    #expect(UTCTime(milliseconds: -1) == UTCTime.all.lowerBound)
    #expect(UTCTime(milliseconds: .max).milliseconds == UTCTime.limit - 1)
    #expect(UTCTime(milliseconds: .min) == UTCTime.all.lowerBound)
  }
}
