import API
import CBaselines
import Collections
import Foundation
import Harness
import SQLiteJournal

let directory = FileManager.default.temporaryDirectory.appending(
  path: "tessera-changing-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: directory) }

let bare = baseline_store_open(directory.path + "/bare.db")!
let journal = try SQLiteJournal(path: directory.path + "/store.db", reading: StoredLayouts())
let contestants = [try Contestant("memory", MemoryJournal()), try Contestant("SQLite", journal)]

// A change in memory, compared with a layout that is not stored and has a response as long: what HTTP costs by itself.
let memory = contestants[0]
for clients in [1, 16] {
  let ids = (0..<clients).map { "beside-\(clients)-\($0)" }
  memory.create(ids)
  let changed = memory.bytesOfChange(ids[0])
  let (rows, laidOut) = memory.rowsOfLayout(bytes: changed)
  var comparison = Comparison("4000 requests by \(clients) clients", units: 4000, rounds: 11)
  comparison.add("layouts that are not stored, \(laidOut) bytes") {
    memory.layOut(rows: rows, clients: clients, count: 4000)
  }
  comparison.add("changes in memory, \(changed) bytes") {
    memory.change(ids, clients: clients, count: 4000)
  }
  comparison.run()
}

// Changes over HTTP, with the clients on the same machine, compared with appending to bare SQLite.
for clients in [1, 16, 128] {
  let count = clients == 1 ? 2000 : 12_800
  var comparison = Comparison("\(count) changes by \(clients) clients", units: count, rounds: 5)
  for collections in Set([1, clients]).sorted() {
    comparison.add("bare SQLite, groups of \(clients), \(collections) collections") {
      baseline_store_append(bare, collections, count, clients, 260)
    }
  }
  for contestant in contestants {
    for collections in Set([1, clients]).sorted() {
      let ids = (0..<collections).map { "c\(clients)-\(collections)-\($0)" }
      contestant.create(ids)
      comparison.add("\(contestant.name), \(collections) collections") {
        contestant.change(ids, clients: clients, count: count)
      }
    }
  }
  comparison.run()
}

// One client reads a collection: while nothing changes, while another collection changes, and while this one does.
let sqlite = contestants[1]
sqlite.create(["read", "other"])
var reading = Comparison("2000 reads of the visible elements", units: 2000, rounds: 5)
reading.add("nothing changes") { sqlite.read("read", count: 2000) }
for (name, id) in [("another collection changes", "other"), ("the collection changes", "read")] {
  reading.add(name) {
    let writer = Repeater { _ = sqlite.change([id], clients: 1, count: 50) }
    defer { writer.stop() }
    return sqlite.read("read", count: 2000)
  }
}
reading.run()
for contestant in contestants { contestant.stop() }
journal.close()
baseline_store_close(bare)
