import Collections
import LayoutEngine
import Synchronization
import TestSupport
import Testing
import Wire

@testable import API

/// A request that changes a collection finds its templates once, for all that it reads, measures and reports.
struct TemplateLookupTests {
  /// A measurer that counts how often the templates of a collection are found.
  private final class CountingMeasurer: ContentMeasuring {
    private let measurer = ContentMeasurer(cells: SharedCells.cells)
    private let lookups = Atomic(0)

    var count: Int { lookups.load(ordering: .relaxed) }

    func measurer(of collection: SolvedCollection) throws(Problem) -> any CollectionMeasuring {
      lookups.add(1, ordering: .relaxed)
      return try measurer.measurer(of: collection)
    }
  }

  private static func notes() throws -> SolvedCollection {
    let items = (0..<6).map { (row: Int) -> JSONTree in
      ["id": .string("i\(row)"), "template": "note", "content": ["t": .string("row \(row)")]]
    }
    let body: JSONTree = [
      "container": ["width": 200, "height": 100], "layout": ["kind": "list", "rowHeight": "automatic"],
      "bounds": [0, 0, 200, 100], "sections": [["id": "s", "items": .array(items)]],
      "templates": ["note": ["views": ["t": ["type": "text"]], "constraints": ["H:|[t]|", "V:|[t]|"]]],
    ]
    return try CollectionDescription.decode(
      Array(body.description.utf8), for: .storage, limits: RequestLimits(), isCancelled: { false }
    ).solved(measuring: ContentMeasurer(cells: SharedCells.cells))
  }

  /// Carries a request out, and returns how often it found the templates.
  private func lookups(
    _ body: JSONTree,
    _ decode: ([UInt8], SolvedCollection, ChangeCall) throws(Problem) -> some ChangeRequest
  ) throws -> Int {
    let measurer = CountingMeasurer()
    let before = try Self.notes()
    let call = ChangeCall(limits: RequestLimits(), now: .now, measurer: measurer)
    guard
      case .made(_, let diff, _) = try decode(Array(body.description.utf8), before, call)
        .outcome(on: before, call)
    else {
      Issue.record("refused")
      return 0
    }
    #expect(diff != nil)
    return measurer.count
  }

  @Test func `a batch with new content finds them once`() throws {
    let item: JSONTree = ["id": "new", "template": "note", "content": ["t": "hello"]]
    let insertion: JSONTree = ["op": "insertItems", "at": [[0, 0]], "items": [item]]
    #expect(try lookups(["updates": [insertion]], CollectionEdit.updates) == 1)
    #expect(try lookups(["sections": [["id": "s", "items": [item]]]], CollectionEdit.snapshot) == 1)
  }

  @Test func `a measurement, an invalidation, a layout and a move find them once`() throws {
    let measured: JSONTree = ["id": "i0", "size": [200, 31]]
    #expect(try lookups(["measurements": [measured]], CollectionEdit.measurements) == 1)
    #expect(try lookups(["indexPaths": [[0, 1]]], CollectionEdit.invalidation) == 1)
    #expect(
      try lookups(
        ["layout": ["kind": "list", "rowHeight": "automatic", "rowSpacing": 3]], CollectionEdit.layout) == 1)
    #expect(try lookups(["bounds": [0, 60, 200, 100]], ViewportMove.bounds) == 1)
  }
}
