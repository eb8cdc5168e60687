import FlightRecorder
import Foundation
import TestSupport
import Testing

@testable import CollectionModel
@testable import Collections
@testable import SQLiteJournal

/// A write-ahead log that has lost acknowledged changes is noticed.
struct LogDamageTests {
  /// The files of a store as a killed process leaves them, with changes that are in the log alone.
  private func killed() throws -> String {
    let path = TemporaryFiles.path("store.db")
    let journal = try SQLiteJournal(path)
    let key = CollectionKey("a")
    try journal.create(key, JournalBase()).wait()
    for version in 2...12 { try journal.append(JournalEntry(version), to: key).wait() }
    let copied = TemporaryFiles.path("killed.db")
    for file in ["", "-wal", "-recorder"] { try copy(path + file, to: copied + file) }
    return copied
  }

  @Test func `a whole log is read to its end`() throws {
    let path = try killed()
    #expect(try SQLiteJournal(path).load(CollectionKey("a")).wait()?.version == 12)
  }

  @Test func `a changed byte anywhere in the log is noticed, and the files stay as they are`() throws {
    let path = try killed()
    let whole = try #require(contents(path + "-wal"))
    let frames = whole.count / 4120
    #expect(frames > 12)
    var places = [0, 3, 4, 9, 17, 23, 25, 31]
    for frame in 0..<frames {
      let start = 32 + frame * 4120
      places += [start + 2, start + 9, start + 1000]
    }
    for place in places {
      let copied = TemporaryFiles.path("killed.db")
      for file in ["", "-recorder"] { try copy(path + file, to: copied + file) }
      var changed = whole
      changed[place] ^= 0x04
      try changed.write(to: URL(filePath: copied + "-wal"))
      guard case .damaged = openingError(copied) else {
        Issue.record("byte \(place): \(String(describing: openingError(copied)))")
        continue
      }
      #expect(contents(copied + "-wal") == changed)
    }
  }

  @Test func `without its recorder, or without its log, a store opens`() throws {
    var path = try killed()
    try FileManager.default.removeItem(atPath: path + "-recorder")
    #expect(openingError(path) == nil)
    path = try killed()
    try FileManager.default.removeItem(atPath: path + "-wal")
    // The database file alone is an empty store that was never checkpointed: older, and whole.
    guard case nil = openingError(path) else {
      Issue.record("it says \(String(describing: openingError(path)))")
      return
    }
  }

  @Test func `a later log than the mark knows is no damage`() throws {
    let path = TemporaryFiles.path("store.db")
    let early = TemporaryFiles.path("early")
    var journal = try SQLiteJournal(path)
    let key = CollectionKey("a")
    try journal.create(key, JournalBase()).wait()
    for version in 2...9 { try journal.append(JournalEntry(version), to: key).wait() }
    try copy(path + "-recorder", to: early)
    journal.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try journal.append(JournalEntry(10), to: key).wait()
    let copied = TemporaryFiles.path("killed.db")
    for file in ["", "-wal"] { try copy(path + file, to: copied + file) }
    try copy(early, to: copied + "-recorder")
    journal = try SQLiteJournal(copied)
    #expect(try journal.load(key).wait()?.version == 10)
  }
}
