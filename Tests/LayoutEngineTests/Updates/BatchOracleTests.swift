import struct Foundation.Data
import class Foundation.JSONDecoder
import struct Foundation.URL
import Testing

@testable import LayoutEngine

/// Batches with a known outcome: the index path and the state of every item afterwards, or the error.
@Suite("Batches of updates")
struct BatchOracleTests {
  private struct Case: Decodable {
    struct Outcome: Decodable {
      var kind: String
      var from: [Int]?
      var to: [Int]?
      var id: String
    }
    struct Refusal: Decodable, Hashable {
      var code: String
      var message: String
      var ops: [Int]
    }
    var id: String
    var before: [[String]]
    var updates: [KnownOperation]
    var status: Int
    var after: [[String]]?
    var map: [Outcome]?
    var sectionMap: [Int?]?
    var errors: [Refusal]?
  }

  private static func section(_ ids: [String]) -> Section { Section(items: ids.map { Item(id: $0) }) }

  private static func cases() throws -> [Case] {
    struct File: Decodable { var cases: [Case] }
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../Fixtures/diff-batch.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).cases
  }

  @Test("every known batch comes out as known, or is rejected with the known text, in any order")
  func oracle() throws {
    let cases = try Self.cases()
    #expect(cases.count > 90)
    for known in cases {
      let before = SectionList(ContiguousArray(known.before.map(Self.section)))
      for (round, order) in [known.updates.map { $0.update() }, known.updates.reversed().map { $0.update() }]
        .enumerated()
      {
        do throws(BatchError) {
          let updated = try before.applying(order)
          #expect(known.status == 200, "\(known.id) is refused")
          Self.compare(updated, with: known)
        } catch {
          let found = Set(
            error.conflicts.map { conflict in
              let count = known.updates.count
              let places = conflict.operations.map { round == 0 ? $0 : count - 1 - $0 }.sorted()
              return Case.Refusal(code: conflict.code.rawValue, message: conflict.message, ops: places)
            })
          // Two sources are named in the order of their operations.
          if round == 0 || !found.contains(where: { $0.code.contains("two") }) {
            #expect(found == Set(known.errors ?? []), "\(known.id)")
          }
        }
      }
    }
  }

  private static func compare(_ updated: SectionList.Updated, with known: Case) {
    let ids = (0..<updated.sections.count).map { section in
      let items = updated.sections[section].items
      return (0..<items.count).map { items.id(at: $0) ?? "-" }
    }
    #expect(ids == known.after, "\(known.id)")
    for outcome in known.map ?? [] {
      let from = outcome.from.map { IndexPath(section: $0[0], item: $0[1]) }
      let to = outcome.to.map { IndexPath(section: $0[0], item: $0[1]) }
      if let from {
        #expect(
          describe(updated.map.destination(of: from)) == describe(outcome.kind, to), "\(known.id) \(outcome)")
      }
      if let to {
        #expect(
          describe(updated.map.origin(of: to)) == describe(outcome.kind, from), "\(known.id) \(outcome)")
      }
    }
    for (old, new) in (known.sectionMap ?? []).enumerated() {
      #expect(updated.map.newSection(of: old) == new, "\(known.id)")
    }
  }

  private static func describe(_ kind: String, _ path: IndexPath?) -> String {
    let name = [
      "move-section": "moved", "move": "moved", "keep": "kept", "reload": "reloaded",
      "reconfigure": "reconfigured", "delete": "deleted", "insert": "inserted",
    ][kind]!
    return name + (path.map { " \($0.section) \($0.item)" } ?? "")
  }

  private static func describe(_ destination: UpdateMap.Destination) -> String {
    switch destination {
    case .kept(let path): describe("keep", path)
    case .moved(let path): describe("move", path)
    case .reloaded(let path): describe("reload", path)
    case .reconfigured(let path): describe("reconfigure", path)
    case .deleted: "deleted"
    }
  }

  private static func describe(_ origin: UpdateMap.Origin) -> String {
    switch origin {
    case .kept(let path): describe("keep", path)
    case .moved(let path): describe("move", path)
    case .reloaded(let path): describe("reload", path)
    case .reconfigured(let path): describe("reconfigure", path)
    case .inserted: "inserted"
    }
  }
}
