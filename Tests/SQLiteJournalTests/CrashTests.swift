import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// What is on the disk at any moment is a whole store, with all that was settled before.
struct CrashTests {
  private let path = TemporaryFiles.path("store.db")

  @Test func `a copy of the files at any moment has what was settled before, and no half of anything`() throws
  {
    let journal = try SQLiteJournal(path)
    let keys = (0..<6).map { CollectionKey("c\($0)") }
    for key in keys { try journal.create(key, JournalBase()).wait() }
    let settled = Mutex(Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))
    let isOver = Atomic(false)
    let wait = startConcurrently(1) {
      var version = 1
      while !isOver.load(ordering: .relaxed) {
        version += 1
        let words = letters(1 + version * 37 % 6000, seed: UInt64(version))
        let outcomes = keys.map { key in
          // Where one has an entry, the one before has it already: they are written in this order.
          let pending = journal.append(JournalEntry(version, words), to: key)
          let reached = version
          pending.whenSettled { if case .success = $0 { settled.withLock { $0[key] = reached } } }
          if reached % 50 == 0 { _ = journal.compact(key, to: JournalBase(reached, words)) }
          return pending
        }
        for outcome in outcomes { #expect(failure(outcome) == nil) }
      }
    }
    defer {
      isOver.store(true, ordering: .relaxed)
      wait()
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<25 {
      usleep(UInt32(random.integer(0...30_000)))
      let before = settled.withLock { $0 }
      let copy = TemporaryFiles.path("copy.db")
      try snapshot(to: copy)
      let copied = try SQLiteJournal(copy)
      for key in keys { #expect(try #require(try copied.load(key).wait()).version >= before[key]!) }
      let next = try copied.head(of: keys[0]).wait()!.version + 1
      #expect(failure(copied.append(JournalEntry(next), to: keys[0])) == nil)
      copied.close()
    }
  }

  /// Copies the files as a crash would leave them: again where a checkpoint came in between, as a crash has one moment.
  private func snapshot(to copied: String) throws {
    while true {
      let before = state
      for file in ["", "-wal"] { try copy(path + file, to: copied + file) }
      if state == before { return }
    }
  }

  /// The database, and the beginning of its log, which is another after each checkpoint.
  private var state: [Data?] { [contents(path), contents(path + "-wal")?.prefix(32)] }

  @Test func `a backup that the shell makes meanwhile is a whole store`() throws {
    let journal = try SQLiteJournal(path)
    let keys = (0..<4).map { CollectionKey("c\($0)") }
    for key in keys { try journal.create(key, JournalBase(1, letters(20_000, seed: 1))).wait() }
    let isOver = Atomic(false)
    let wait = startConcurrently(1) {
      var version = 1
      while !isOver.load(ordering: .relaxed) {
        version += 1
        for outcome in keys.map({ journal.append(JournalEntry(version), to: $0) }) {
          #expect(failure(outcome) == nil)
        }
      }
    }
    let copied = TemporaryFiles.path("copy.db")
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["sqlite3", path, ".timeout 60000", ".backup '\(copied)'"]
    try shell.run()
    shell.waitUntilExit()
    isOver.store(true, ordering: .relaxed)
    wait()
    #expect(shell.terminationStatus == 0)
    let copy = try SQLiteJournal(copied)
    let versions = try keys.map { try #require(try copy.load($0).wait()).version }
    #expect(versions.allSatisfy { $0 >= 1 } && versions.max()! - versions.min()! <= 1)
  }
}
