import API
import Collections
import Dispatch
import FlightRecorder
import Foundation
import Glibc
import HTTPServer
import SQLiteJournal
import Support

/// The service with a store whose collections crash it: `crashing-service STORE`. A collection's id says when and how.
///
/// The real service has no layout that is known to crash it, and takes no request for one.
@main
struct CrashingService {
  static func main() throws {
    let journal = CrashingJournal(
      inner: try SQLiteJournal(path: CommandLine.arguments[1], reading: StoredLayouts()))
    journal.recorder?.arm()
    let service = try Service(configuration: ServiceConfiguration(), journal: journal, log: Log())
    let server = try Server(configuration: ServerConfiguration(), handler: service)
    let warnings = service.crashWarnings.map { "\($0)\n" }.joined()
    FileHandle.standardError.write(Data("listens on http://\(server.address)\n\(warnings)".utf8))
    dispatchMain()
  }
}

private struct Log: ExchangeLog {
  func record(_ exchange: Completion, _ facts: RequestFacts?) {}
  func warn(_ reason: String) { FileHandle.standardError.write(Data("\(reason)\n".utf8)) }
}

/// A journal that crashes the process when it loads a collection called `load-HOW`, and when it reads the history of one
/// called `history-HOW`.
private struct CrashingJournal: Journal {
  let inner: SQLiteJournal

  var recorder: FlightRecorder? { inner.recorder }

  var isExclusive: Bool { inner.isExclusive }

  func newIncarnation() -> Int { inner.newIncarnation() }

  func write(_ write: JournalWrite, to collection: CollectionIncarnation) -> Pending<Void, JournalError> {
    inner.write(write, to: collection)
  }

  func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> {
    crash(if: key.id, begins: "load-")
    return inner.load(key)
  }

  func history(_ key: CollectionKey, since version: Int) -> Pending<JournalRecord?, JournalError> {
    crash(if: key.id, begins: "history-")
    return inner.history(key, since: version)
  }

  func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> { inner.head(of: key) }

  func ids(
    of owner: String, in times: TimeFilter, after id: String?, limit: Int
  ) -> Pending<[String], JournalError> {
    inner.ids(of: owner, in: times, after: id, limit: limit)
  }

  func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> { inner.tip(of: key) }

  func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<[JournalEntry]?, JournalError> { inner.entries(of: collection, after: version) }

  func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> { inner.stored(request) }

  func usage() -> Pending<[String: CollectionUsage], JournalError> { inner.usage() }

  func byteCounts() -> Pending<[CollectionIncarnation: Int], JournalError> { inner.byteCounts() }

  func reassign(_ owner: String, to other: String) -> Pending<Reassignment, JournalError> {
    inner.reassign(owner, to: other)
  }

  func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) -> Pending<[StoredHistory], JournalError> {
    inner.histories(olderThan: seconds, after: number, limit: limit)
  }

  func deleteRequests(of owner: String) -> Pending<Void, JournalError> { inner.deleteRequests(of: owner) }

  func close() { inner.close() }

  private func crash(if id: String, begins time: String) {
    guard id.hasPrefix(time) else { return }
    switch id.dropFirst(time.count) {
    case "trap": trap(id.utf8.count)
    case "abort": abort()
    case "recursion": print(recursion(id.utf8.count))
    case "memory": UnsafeMutablePointer<Int>(bitPattern: id.utf8.count * 8)!.pointee = 1
    case "elsewhere":
      // Another thread crashes while this one works on the collection.
      Thread.detachNewThread { trap(id.utf8.count) }
      sleep(10)
    case "killed": sleep(10)
    default: break
    }
  }
}

private func trap(_ count: Int) {
  let bytes = [UInt8](repeating: 0, count: count)
  print(bytes[count + 1])
}

private func recursion(_ depth: Int) -> Int {
  depth == 0 ? 0 : recursion(depth + 1) + recursion(depth + 2)
}
