import CBaselines
import Collections
import Foundation
import Harness
import SQLiteJournal

let directory = URL(
  filePath: CommandLine.arguments.dropFirst().first ?? FileManager.default.temporaryDirectory.path
)
.appending(path: "tessera-journal-\(UUID().uuidString)").path
try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: directory) }

let rounds = 5
let groups = 100
let journal = try SQLiteJournal(path: directory + "/store.db", reading: ListReading())
let bare = baseline_store_open(directory + "/bare.db")!
let stores = [
  ("memory", try CollectionStore(journal: MemoryJournal())),
  (
    "SQLite",
    try CollectionStore(journal: try SQLiteJournal(path: directory + "/changes.db", reading: ListReading()))
  ),
]

/// Changes collections of a store from so many threads, each of which waits for its answer.
func change(_ keys: [CollectionKey], of store: CollectionStore, _ count: Int, threads: Int) -> Int {
  let group = DispatchGroup()
  for thread in 0..<threads {
    group.enter()
    let key = keys[thread % keys.count]
    Thread {
      for number in 0..<count / threads {
        let changed = store.change(key) { (before) throws(ChangeRefusal) in
          let step = try before.applying(change(number))
          return (step, step.after.version)
        }
        guard (try? changed.wait()) != nil else { fatalError("a change failed") }
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
  comparison.add("bare SQLite, groups of \(outstanding)") {
    baseline_store_append(bare, count, outstanding, bytes)
  }
  for collections in Set([1, outstanding]).sorted() {
    let appending = try Appending(
      journal, collections: collections, entries: prepared, named: "\(outstanding)-\(collections)")
    comparison.add("SQLiteJournal, \(collections) collections") {
      appending.run(count, outstanding: outstanding)
    }
  }
  for (name, store) in stores {
    for collections in Set([1, outstanding]).sorted() {
      let keys = (0..<collections).map { CollectionKey(owner: "", id: "\(outstanding)-\(collections)-\($0)") }
      for key in keys { try store.create(key, try list()).wait() }
      comparison.add("store over \(name), \(collections) collections") {
        change(keys, of: store, count, threads: outstanding)
      }
    }
  }
  comparison.run()
}
baseline_store_close(bare)
