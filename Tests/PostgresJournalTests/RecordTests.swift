import Glibc
import Support
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import PostgresJournal

/// What a store reads.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL cannot be started here"))
struct RecordTests {
  private let store: Store
  private let journal: PostgresJournal
  private let id = CollectionIncarnation("c")

  init() throws {
    store = try Store()
    journal = try store.open()
  }

  @Test func `a base of many parts is created, replaced and read as it was`() throws {
    let large = JournalBase(1, String(repeating: "x", count: 500), items: 40_000)
    #expect(large.byteCount > 20 * LifecycleGroup.partBytes)
    try journal.create(id, large).wait()
    var record = try #require(try journal.load(id.key).wait())
    #expect(record.base.stored() == large.bytes)
    for version in 2...4 { try journal.append(JournalEntry(version), to: id).wait() }
    let next = JournalBase(3, String(repeating: "y", count: 600), items: 40_000)
    try journal.compact(id, to: next).wait()
    record = try #require(try journal.load(id.key).wait())
    #expect(record.base.stored() == next.bytes && record.entries.map(\.version) == [4])
    #expect(try journal.history(id.key, since: 2).wait()?.base.version == 1)
  }

  @Test func `the bytes of more collections than are counted at a time are those of their rows`() throws {
    var expected: [CollectionIncarnation: Int] = [:]
    let base = JournalBase(1, "item", items: 3)
    for number in 0..<203 {
      let id = CollectionIncarnation("\(number)", of: number % 2 == 0 ? "ann" : "bob")
      try journal.create(id, base).wait()
      expected[id] = base.byteCount
    }
    let large = JournalBase(1, String(repeating: "x", count: 500), items: 4000)
    #expect(large.byteCount > 2 * LifecycleGroup.partBytes)
    try journal.create(id, large).wait()
    let entry = JournalEntry(2)
    try journal.append(entry, to: id).wait()
    expected[id] = large.byteCount + entry.byteCount
    #expect(try journal.byteCounts().wait() == expected)
  }

  @Test func `a record that is read while bases are replaced is whole`() throws {
    try journal.create(id, JournalBase(1)).wait()
    let (id, other) = (id, try store.open())
    let torn = Gathering<String>()
    let done = Tally()
    let read = startConcurrently(2) {
      while done.counts.isEmpty {
        do throws(JournalError) {
          let record = try other.load(id.key).wait()
          if record == nil { torn.add("nothing") }
        } catch {
          torn.add("\(error)")
        }
      }
    }
    for version in 2...200 {
      try journal.append(JournalEntry(version), to: id).wait()
      if version % 3 == 0 { try journal.compact(id, to: JournalBase(version)).wait() }
    }
    done.add("done")
    read()
    #expect(torn.values.isEmpty)
    other.close()
  }

  @Test func `the entries after a version are all there or none`() throws {
    try journal.create(id, JournalBase(1)).wait()
    for version in 2...9 { try journal.append(JournalEntry(version), to: id).wait() }
    #expect(try journal.entries(of: id, after: 4).wait()?.map(\.version) == [5, 6, 7, 8, 9])
    #expect(try journal.entries(of: id, after: 9).wait()?.isEmpty == true)
    #expect(try journal.entries(of: id, after: 12).wait() == nil)
    try journal.compact(id, to: JournalBase(5)).wait()
    try journal.compact(id, to: JournalBase(7)).wait()
    #expect(try journal.entries(of: id, after: 4).wait() == nil)
    #expect(try journal.entries(of: id, after: 5).wait()?.map(\.version) == [6, 7, 8, 9])
    #expect(try journal.entries(of: CollectionIncarnation(id.key, 7), after: 5).wait() == nil)
  }

  @Test func `a tip shows every change that was settled before`() throws {
    let other = try store.open()
    let ids = (0..<8).map { CollectionIncarnation("t\($0)") }
    for id in ids { try journal.create(id, JournalBase()).wait() }
    let stale = Gathering<String>()
    let journal = journal
    runConcurrently(jobs: 8, threads: 8) { number in
      for version in 2...40 {
        let error = failure(journal.append(JournalEntry(version), to: ids[number]))
        if let error { stale.add("\(error)") }
        let tip = try? other.tip(of: ids[number].key).wait()
        if tip?.version != version { stale.add("\(version): \(String(describing: tip))") }
      }
    }
    #expect(stale.values.isEmpty)
    other.close()
  }

  @Test(arguments: [
    "UPDATE entries SET bytes = set_byte(bytes, 9, 77) WHERE version = 3",
    "DELETE FROM entries WHERE version = 2",
    "DELETE FROM entries WHERE version = 3", "UPDATE bases SET bytes = ''", "DELETE FROM bases",
    "UPDATE collections SET version = 9", "UPDATE entries SET version = 4 WHERE version = 3",
  ])
  func `a damaged collection says so, harms no other, and can be deleted`(damage: String) throws {
    try journal.create(id, JournalBase()).wait()
    for version in 2...3 { try journal.append(JournalEntry(version), to: id).wait() }
    try store.run(damage)
    let sound = CollectionIncarnation("sound")
    try journal.create(sound, JournalBase()).wait()
    do throws(JournalError) {
      _ = try journal.load(id.key).wait()
      Issue.record("the damage was not noticed")
    } catch {
      guard case .damaged = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try journal.load(sound.key).wait()?.version == 1)
    #expect(failure(journal.delete(id, ifVersion: nil)) == nil)
    #expect(try journal.load(id.key).wait() == nil)
  }

  @Test func `another service hears of changes, and none of its own`() throws {
    let other = try store.open()
    let (own, others) = (Hearing(), Hearing())
    journal.follow(own)
    other.follow(others)
    try journal.create(id, JournalBase()).wait()
    // The other one may not listen yet: hints until then are lost.
    var version = 1
    #expect(
      eventually {
        version += 1
        guard failure(journal.append(JournalEntry(version), to: id)) == nil else { return false }
        usleep(20_000)
        return others.last(id.key)?.incarnation == id.number
      })
    try journal.append(JournalEntry(version + 1), to: id).wait()
    let tip = JournalTip(incarnation: id.number, version: version + 1)
    #expect(eventually { others.last(id.key) == tip })
    try journal.delete(id, ifVersion: nil).wait()
    #expect(eventually { others.heard.values.last.map { $0.tip == nil } ?? false })
    #expect(own.heard.values.isEmpty)
    other.close()
  }
}

private final class Hearing: JournalHints {
  let heard = Gathering<(key: CollectionKey, tip: JournalTip?)>()

  func last(_ key: CollectionKey) -> JournalTip? { heard.values.last { $0.key == key }?.tip }

  func collectionMayHaveChanged(_ key: CollectionKey, to tip: JournalTip?) { heard.add((key, tip)) }
}
