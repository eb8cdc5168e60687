import Collections
import Foundation
import SQLiteJournal
import TestSupport
import Testing

@testable import API

/// A store of which one byte was changed: it is refused, or its collections respond as before or with an error.
///
/// `TESSERA_FLIPS=1000` changes as many bytes of each kind.
struct FlippedByteTests {
  private static let flips = ProcessInfo.processInfo.environment["TESSERA_FLIPS"].flatMap { Int($0) } ?? 60
  private static let ids = (0..<6).map { "collection-\($0)" }
  private static let files = ["", "-wal", "-recorder"]

  private struct Unreadable: Error {}

  @Test(arguments: ["", "-wal"]) func `no response is wrong after a byte has changed`(file: String) throws {
    let original = try store(isClosed: file.isEmpty)
    let whole = try #require(FileManager.default.contents(atPath: original + file))
    var expected: [String: String] = [:]
    var items: [String: [String]] = [:]
    let unchanged = TemporaryFiles.path("unchanged.db")
    for file in Self.files { try copy(original + file, to: unchanged + file) }
    try open(unchanged) { service in
      expected = answers(of: service)
      items = try self.items(of: service)
    }
    #expect(expected.count == 4 * Self.ids.count + 1)
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    var outcomes: [String: Int] = [:]
    for _ in 0..<Self.flips {
      let copied = TemporaryFiles.path("flipped.db")
      for file in Self.files { try copy(original + file, to: copied + file) }
      var changed = whole
      let place = Self.place(in: whole.count, &random)
      changed[place] ^= UInt8(random.integer(1...255))
      try changed.write(to: URL(filePath: copied + file))
      let change = "byte \(place) of \(whole.count) is \(changed[place]), seed \(seed)"
      let outcome = try check(copied, expected, items, change)
      outcomes[outcome, default: 0] += 1
      for file in Self.files + ["-shm", "-lock"] {
        try? FileManager.default.removeItem(atPath: copied + file)
      }
    }
    print("\(Self.flips) changed bytes of the \(file.isEmpty ? "database" : "log"): \(outcomes)")
  }

  /// Chooses a byte: any, or one of those by which SQLite finds its way, at the beginning and at the end of a page.
  private static func place(in count: Int, _ random: inout SeededGenerator) -> Int {
    guard random.integer(0...1) == 0 else { return random.integer(0...count - 1) }
    let page = random.integer(0...(count - 1) / 4096) * 4096
    let offset = random.integer(0...1) == 0 ? random.integer(0...63) : 4095 - random.integer(0...255)
    return min(page + offset, count - 1)
  }

  /// Opens a store that was changed, and compares.
  ///
  /// - Returns: what became of it.
  private func check(
    _ path: String, _ expected: [String: String], _ items: [String: [String]], _ change: String
  ) throws -> String {
    var found: [String: String] = [:]
    var changes: [String: Bool] = [:]
    do {
      try open(path) { service in
        found = answers(of: service)
        for id in Self.ids { changes[id] = insert(into: id, service) }
      }
    } catch is SQLiteOpeningError {
      return "refused"
    } catch is JournalError {
      return "refused"
    }
    for (request, answer) in expected where found[request] != answer && found[request] != "an error" {
      Issue.record("\(request) responds \(found[request] ?? "nothing"): \(change)")
    }
    // What was changed since is there as well, or it cannot be read.
    do {
      try open(path) { service in
        for id in Self.ids {
          guard let now = try? self.items(id, of: service), let before = items[id] else { continue }
          let right = changes[id] == true ? ["new"] + before : before
          #expect(now == right, "\(id): \(change)")
        }
      }
    } catch is SQLiteOpeningError {
      return "refused later"
    } catch is JournalError {
      return "refused later"
    }
    return found == expected ? "all as before" : "some are damaged"
  }
}

extension FlippedByteTests {
  /// Makes a store with several collections, bases and entries.
  ///
  /// - Parameter isClosed: whether the service was shut down; otherwise the files are as a killed process leaves them.
  private func store(isClosed: Bool) throws -> String {
    let path = TemporaryFiles.path("store.db")
    let copied = TemporaryFiles.path("killed.db")
    try open(path) { service in
      for (number, id) in Self.ids.enumerated() {
        var body = Kept.rows((0..<(number == 0 ? 400 : 12)).map { "\(id) item \($0)" })
        if number % 2 == 1 { body["layout"] = ["kind": "list", "rowHeight": "automatic"] }
        #expect(service.create(id, body, ["Idempotency-Key": "\(id)-create"]).status == 201)
        for change in 0..<8 {
          let path = "/v1/collections/\(id)"
          let items: JSONTree = [
            ["op": "insertItems", "at": [[0, 0]], "items": [["id": .string("\(change)")]]]
          ]
          #expect(
            service.post("\(path)/updates", ["updates": items], ["Idempotency-Key": "\(id)-k\(change)"])
              .status
              == 200)
          let size: JSONTree = [["indexPath": [0, 1], "size": [100, .number(Double(30 + change))]]]
          #expect(service.post("\(path)/measurements", ["measurements": size]).status == 200)
        }
      }
      // Some pages are free.
      let large = Kept.rows((0..<900).map { "large item \($0)" })
      #expect(service.create("large", large).status == 201)
      #expect(service.delete("/v1/collections/large").status == 204)
      if !isClosed { for file in Self.files { try copy(path + file, to: copied + file) } }
    }
    return isClosed ? path : copied
  }

  /// Runs a body with a service over a store, and closes it.
  private func open<Value>(_ path: String, _ body: (TestService) throws -> Value) throws -> Value {
    let journal = try SQLiteJournal(path: path, reading: StoredLayouts())
    defer { journal.close() }
    let service = try TestService(journal: journal) { $0.collections.historyVersions = 5 }
    return try body(service)
  }

  /// What the service says of every collection, by request; "an error" stands for any error that says that it cannot.
  private func answers(of service: TestService) -> [String: String] {
    var found: [String: String] = [:]
    for id in Self.ids {
      for request in ["", "/attributes", "/history?since=10&scope=all"] {
        let answer = service.get("/v1/collections/\(id)\(request)")
        // The history may be gone, as one that was compacted is.
        let isError = answer.status >= 500 || answer.status == 410
        found[id + request] =
          isError ? "an error" : "\(answer.status) \(String(decoding: answer.bytes, as: UTF8.self))"
      }
    }
    for id in Self.ids {
      let items: JSONTree = [["op": "insertItems", "at": [[0, 0]], "items": [["id": "3"]]]]
      let again = service.post(
        "/v1/collections/\(id)/updates", ["updates": items], ["Idempotency-Key": "\(id)-k3"])
      found["\(id) repeated"] = again.status >= 500 ? "an error" : "\(again.status) \(again.code ?? "")"
    }
    let list = service.get("/v1/collections").json?["collections"]?.elements
    let damaged = Self.ids.filter { found[$0] == "an error" }
    let listed = list?.compactMap { $0["id"]?.string } ?? []
    // The list omits damaged collections, unless a second attempt could read them.
    let isRight =
      Self.ids.filter { listed.contains($0) } == listed
      && Self.ids.allSatisfy { listed.contains($0) || damaged.contains($0) }
    found["list"] = list == nil ? "an error" : isRight ? "the others" : "\(listed)"
    return found
  }

  private func items(of service: TestService) throws -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: try Self.ids.map { ($0, try items($0, of: service)) })
  }

  private func items(_ id: String, of service: TestService) throws -> [String] {
    let answer = service.get("/v1/collections/\(id)/attributes")
    guard let elements = answer.json?["attributes"]?.elements else { throw Unreadable() }
    return elements.compactMap { $0["id"]?.string }
  }

  /// Inserts an item; returns whether that was acknowledged.
  private func insert(into id: String, _ service: TestService) -> Bool {
    let item: JSONTree = [["op": "insertItems", "at": [[0, 0]], "items": [["id": "new"]]]]
    return service.post("/v1/collections/\(id)/updates", ["updates": item]).status == 200
  }

  private func copy(_ path: String, to other: String) throws {
    try FileManager.default.contents(atPath: path)?.write(to: URL(filePath: other))
  }
}
