import CBaselines
import Collections
import Foundation
import Harness
import PostgresJournal
import SQLiteJournal
import Support
import Synchronization

let directory = URL(
  filePath: CommandLine.arguments.dropFirst().first ?? FileManager.default.temporaryDirectory.path
)
.appending(path: "tessera-journal-\(UUID().uuidString)").path
try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: directory) }

let rounds = 3
let groups = 40
let journal = try SQLiteJournal(path: directory + "/store.db", reading: ListReading())
let bare = baseline_store_open(directory + "/bare.db")!
/// Where PostgreSQL is, if it is measured too: Benchmarks/postgres starts one.
let postgresURL = ProcessInfo.processInfo.environment["TESSERA_STORE_URL"]
let postgres = try postgresURL.map {
  var configuration = PostgresConfiguration(try ConnectionString($0))
  configuration.schema = "journal_\(UInt32.random(in: 0...UInt32.max))"
  return try PostgresJournal(configuration, reading: ListReading())
}
let stores = [
  ("memory", try CollectionStore(journal: MemoryJournal())),
  (
    "SQLite",
    try CollectionStore(journal: try SQLiteJournal(path: directory + "/changes.db", reading: ListReading()))
  ),
]

/// Applies the changes of a collection one after the other, as the service does.
final class Lane: Sendable {
  let key: CollectionKey
  private let turn = Mutex(())

  init(_ key: CollectionKey) { self.key = key }

  /// Begins the next change of the collection. The result settles once the change is stored.
  func change(_ number: Int, in store: CollectionStore) throws -> Pending<Void, StoreError> {
    try turn.withLock { _ in
      let tip = try store.tip(of: key).wait()
      let step = try tip.collection.applying(.turn(number))
      guard case .taken(let stored) = try store.offer(step, at: tip) else {
        fatalError("another change came first, which the lane rules out")
      }
      return stored
    }
  }
}

/// Changes collections of a store from several threads, each of which waits until its change is stored. Returns the
/// number of changes.
func change(_ lanes: [Lane], of store: CollectionStore, _ count: Int, threads: Int) -> Int {
  let group = DispatchGroup()
  for thread in 0..<threads {
    group.enter()
    let lane = lanes[thread % lanes.count]
    Thread {
      for number in 0..<count / threads {
        guard (try? lane.change(number, in: store).wait()) != nil else { fatalError("a change failed") }
      }
      group.leave()
    }.start()
  }
  group.wait()
  return count
}

let prepared = try entries((rounds + 1) * groups * 128)
let bytes = prepared.reduce(0) { $0 + $1.byteCount } / prepared.count
for outstanding in [1, 16, 128] {
  let count = groups * outstanding
  var comparison = Comparison(
    "\(count) changes of \(bytes) bytes, \(outstanding) at once", units: count, rounds: rounds)
  for collections in Set([1, outstanding]).sorted() {
    comparison.add("bare SQLite, groups of \(outstanding), \(collections) collections") {
      baseline_store_append(bare, collections, count, outstanding, bytes)
    }
  }
  for collections in Set([1, outstanding]).sorted() {
    let appending = try AppendLoad(
      journal, collections: collections, entries: prepared, named: "\(outstanding)-\(collections)")
    comparison.add("SQLiteJournal, \(collections) collections") {
      appending.run(count, outstanding: outstanding)
    }
  }
  comparison.run()
  guard let postgres, let postgresURL else { continue }
  for collections in Set([1, outstanding]).sorted() {
    // Enough for some tenths of a second: a commit takes longer than one of SQLite.
    let count = min(prepared.count / (rounds + 1), outstanding * 40 * max(1, 16 / outstanding) * 4)
    var comparison = Comparison(
      "\(count) changes of \(bytes) bytes in PostgreSQL, \(outstanding) at once, \(collections) collections",
      units: count, rounds: rounds)
    guard let database = baseline_postgres_open(postgresURL, collections) else { fatalError("no schema") }
    comparison.add("bare libpq, groups of \(outstanding)") {
      baseline_postgres_append(database, count, outstanding, bytes)
    }
    let appending = try AppendLoad(
      postgres, collections: collections, entries: prepared, named: "\(outstanding)-\(collections)")
    comparison.add("PostgresJournal") { appending.run(count, outstanding: outstanding) }
    comparison.run()
    baseline_postgres_close(database)
  }
}
postgres?.close()
for outstanding in [1, 16, 128] {
  let count = groups * outstanding
  var comparison = Comparison(
    "\(count) changes through the store, \(outstanding) at once", units: count, rounds: rounds)
  for (name, store) in stores {
    for collections in Set([1, outstanding]).sorted() {
      let lanes = (0..<collections).map {
        Lane(CollectionKey(owner: "", id: "\(outstanding)-\(collections)-\($0)"))
      }
      for lane in lanes { try store.create(lane.key, try list()).wait() }
      comparison.add("store over \(name), \(collections) collections") {
        change(lanes, of: store, count, threads: outstanding)
      }
    }
  }
  comparison.run()
}
baseline_store_close(bare)
