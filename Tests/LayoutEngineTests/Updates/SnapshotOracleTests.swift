import struct Foundation.Data
import class Foundation.JSONDecoder
import struct Foundation.URL
import Testing

@testable import LayoutEngine

/// Pairs of states from the tests of well-known diff libraries, with the properties of any right difference.
@Suite("Differences of states that are known")
struct SnapshotOracleTests {
  private struct Case: Decodable {
    struct State: Decodable {
      struct Member: Decodable {
        var id: String
        var content: String?
      }
      var id: String
      var items: [Member]

      /// A section; a content stands as a size that is its own.
      func section(_ contents: [String]) -> Section {
        Section(
          items: items.map { member in
            let size = member.content.map { Size(width: Double(contents.firstIndex(of: $0)!), height: 10) }
            return Item(id: member.id, size: size)
          }
        ).with { $0.id = id }
      }
    }
    struct Move: Decodable, Hashable {
      var from: [Int]
      var to: [Int]
    }
    struct Repeated: Decodable {
      var before: [String]
      var after: [String]
    }
    struct Expected: Decodable {
      var sectionDeletes: [Int]?
      var sectionInserts: [Int]?
      var minSectionMoves: Int?
      var itemDeletes: [[Int]]?
      var itemInserts: [[Int]]?
      var reloads: [Move]?
      var itemMovesAcrossSections: Int?
      var minItemMovesWithinSections: Int?
      var duplicateItems: Repeated?
      var duplicateSections: Repeated?
    }
    var id: String
    var before: [State]
    var after: [State]
    var uniqueIds: Bool
    var expected: Expected

    func lists() -> (before: SectionList, after: SectionList) {
      let contents = (before + after).flatMap { $0.items.compactMap(\.content) }
      func list(_ states: [State]) -> SectionList {
        SectionList(ContiguousArray(states.map { $0.section(contents) }))
      }
      return (list(before), list(after))
    }
  }

  private static func cases() throws -> [Case] {
    struct File: Decodable { var cases: [Case] }
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../Fixtures/diff-snapshots.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).cases
  }

  @Test("every known pair with unique ids differs as known, with no move too many, and the batch applies")
  func differences() throws {
    let cases = try Self.cases().filter(\.uniqueIds)
    #expect(cases.count == 46)
    for known in cases {
      let (before, after) = known.lists()
      let difference = try before.difference(to: after)
      let expected = known.expected
      func pair(_ path: IndexPath) -> [Int] { [path.section, path.item] }
      #expect(difference.deletedSections == expected.sectionDeletes, "\(known.id)")
      #expect(difference.insertedSections == expected.sectionInserts, "\(known.id)")
      #expect(difference.movedSections.count == expected.minSectionMoves, "\(known.id)")
      #expect(difference.deletedItems.map(pair) == expected.itemDeletes, "\(known.id)")
      #expect(difference.insertedItems.map(pair) == expected.itemInserts, "\(known.id)")
      #expect(difference.movedItems.count == expected.minItemMovesWithinSections, "\(known.id)")
      #expect(difference.movedAcross.count == expected.itemMovesAcrossSections, "\(known.id)")
      let changed = difference.changedItems.map { Case.Move(from: pair($0.from), to: pair($0.to)) }
      #expect(Set(changed) == Set(expected.reloads ?? []), "\(known.id)")
      #expect(changed.count == expected.reloads?.count, "\(known.id)")
      #expect(try before.applying(difference).sections.isSame(as: after), "\(known.id)")
    }
  }

  @Test("every known pair whose ids repeat is refused, with the ids that do")
  func duplicates() throws {
    let cases = try Self.cases().filter { !$0.uniqueIds }
    #expect(cases.count == 9)
    for known in cases {
      let (before, after) = known.lists()
      let error = #expect(throws: SnapshotError.self) { try before.difference(to: after) }
      let conflicts = error?.conflicts ?? []
      for (code, repeated) in [
        (SnapshotConflict.Code.duplicateItems, known.expected.duplicateItems),
        (.duplicateSections, known.expected.duplicateSections),
      ] {
        for (state, ids) in [(SnapshotConflict.State.before, repeated?.before), (.after, repeated?.after)] {
          let conflict = conflicts.first { $0.code == code && $0.state == state }
          #expect((conflict?.identifiers ?? []).sorted() == ids?.sorted(), "\(known.id)")
        }
      }
    }
  }
}
