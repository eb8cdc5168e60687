import TestSupport
import Testing

@testable import API
@testable import LayoutEngine
@testable import Wire

/// The targets under random bytes, for as long as a test may take. `tools/fuzz` runs them for longer, and looks for bytes
/// that reach new code.
struct GeneratedRequestTests {
  @Test(
    arguments: [
      ("batches", 1500), ("snapshots", 1500), ("outlines", 600), ("constraints", 400), ("stacks", 400),
      ("flex", 400),
      ("text-runs", 60), ("layouts", 250), ("diffs", 120),
      ("collections", 40),
    ])
  func `random decisions break no promise`(name: String, count: Int) throws {
    let target = try #require(FuzzTarget.named(name))
    for seed in 0..<TestEffort.part(of: count) {
      let input = Decisions.randomBytes(seed: UInt64(seed) + 1_000_000, count: target.longestInput / 2)
      #expect(throws: Never.self, "seed \(seed)") { try target.run(input) }
    }
  }

  @Test func `most generated collections of every kind are accepted`() throws {
    var (asked, accepted): ([String: Int], [String: Int]) = ([:], [:])
    for seed in 0..<600 {
      var generator = RequestGenerator(.random(seed: UInt64(seed), count: 600))
      let body = generator.collection(of: .storage)
      let name = try #require(LayoutKind.all.first { body.contains("\"kind\":\"\($0.name)\"") }).name
      asked[name, default: 0] += 1
      let description = try? CollectionDescription.decode(
        Array(body.utf8), for: .storage, limits: FuzzedService.limits, isCancelled: { false })
      if description != nil { accepted[name, default: 0] += 1 }
    }
    for kind in LayoutKind.all {
      let (asked, accepted) = (asked[kind.name, default: 0], accepted[kind.name, default: 0])
      #expect(asked > 10 && accepted * 10 > asked * 7, "\(kind.name): \(accepted) of \(asked)")
    }
  }

  @Test func `every declared parameter of every kind is generated`() {
    var missing = Set(
      LayoutKind.all.flatMap { kind in kind.parameters.fields.map { "\(kind.name) \($0.name)" } })
    for seed in 0..<400 {
      for kind in LayoutKind.all {
        var generator = RequestGenerator(.random(seed: UInt64(seed), count: 300))
        let layout = generator.layout(kind)
        for field in kind.parameters.fields where layout.contains("\"\(field.name)\":") {
          missing.remove("\(kind.name) \(field.name)")
        }
      }
    }
    #expect(missing.isEmpty)
  }

  @Test func `a layout that lists an element twice, or a size that is negative, is noticed`() {
    let cell = LayoutAttributes(
      kind: .cell, indexPath: IndexPath(section: 0, item: 0), frame: Rect(x: 0, y: 0, width: 9, height: 9),
      appearance: .plain, isEstimated: false, isPinned: false)
    var flat = cell
    flat.frame.height = -1
    #expect(throws: Violation.self) { try ElementTable(FixedLayout(list: [cell, cell]), visible: nil) }
    #expect(throws: Violation.self) { try ElementTable(FixedLayout(list: [flat]), visible: nil) }
    #expect(throws: Never.self) { try ElementTable(FixedLayout(list: [cell]), visible: nil) }
  }
}

/// A layout with elements that a test chooses.
private final class FixedLayout: SolvedLayout {
  let list: [LayoutAttributes]

  init(list: [LayoutAttributes]) { self.list = list }

  var contentSize: Size { Size(width: 9, height: 9) }
  var axis: ScrollAxis { .vertical }
  var isMirrored: Bool { false }
  var coordinateBound: Double { 9 }
  var warnings: [LayoutWarning] { [] }
  var followsVisibleRect: Bool { false }

  func elements(in rect: Rect?, visible: Rect?) -> ElementList { ElementList(list) }

  func attributes(of element: ElementPath, visible: Rect?) -> LayoutAttributes? {
    list.first { $0.path == element }
  }
}
