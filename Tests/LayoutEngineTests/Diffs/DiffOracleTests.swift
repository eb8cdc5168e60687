import Testing

import struct Foundation.Data
import class Foundation.JSONDecoder
import struct Foundation.URL

@testable import LayoutEngine

/// Whole diffs of a plain list whose numbers can be checked by hand.
@Suite("Diffs that are known")
struct DiffOracleTests {
  private struct Known: Decodable {
    struct Ends: Decodable {
      var from: [Double]
      var to: [Double]
    }
    struct Look: Decodable {
      var frame: [Double]
      var alpha: Double?
    }
    struct Change: Decodable {
      var type: String
      var category: String
      var kind: String?
      var id: String?
      var from: [Int]?
      var to: [Int]?
      var initial: Look
      var final: Look
      var visible: Bool
    }
    enum Heights: Decodable {
      case all(Double), each([String: Double])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let height = try? container.decode(Double.self) {
          self = .all(height)
        } else {
          self = .each(try container.decode([String: Double].self))
        }
      }

      func item(_ id: String) -> Item {
        switch self {
        case .all(let height): Item(id: id, size: Size(width: 0, height: height))
        case .each(let heights): Item(id: id, size: Size(width: 0, height: heights[id]!))
        }
      }
    }
    struct Layout: Decodable {
      var width: Double
      var rowHeight: Heights
      var rowHeightAfter: Heights
      var headerHeight: Double
    }
    var id: String
    var layout: Layout
    var bounds: [Double]
    var before: [[String]]
    var updates: [KnownOperation]
    var contentSize: Ends
    var contentOffset: Ends
    var changes: [Change]
  }

  private static func cases() throws -> [Known] {
    struct File: Decodable { var cases: [Known] }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/diff-animation.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases
  }

  @Test("every known diff comes out as known, with all elements and with the visible ones")
  func oracle() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 9)
    for known in cases {
      for visibleOnly in [false, true] {
        let diff = try Self.diff(of: known, visibleOnly: visibleOnly)
        let expected = known.changes.filter { $0.visible || !visibleOnly }
        #expect(diff.changes.count == expected.count, "\(known.id)")
        #expect(
          Set(diff.changes.map(Self.describe)) == Set(expected.map(Self.describe)),
          "\(known.id), visible only: \(visibleOnly)")
        #expect(
          [diff.contentSize.from.height, diff.contentSize.to.height]
            == [known.contentSize.from[1], known.contentSize.to[1]], "\(known.id)")
      }
    }
  }

  private static func diff(of known: Known, visibleOnly: Bool) throws -> UpdateDiff {
    var layout = ListLayout()
    layout.style = .grouped
    layout.metrics.sectionHeaderHeight = known.layout.headerHeight
    let container = Container(known.layout.width, known.bounds[3])
    let before = SectionList(
      ContiguousArray(known.before.map { Section(items: $0.map(known.layout.rowHeight.item)) }))
    let updates = known.updates.map { operation -> BatchUpdate in
      guard operation.op == "reconfigureItems" else {
        return operation.update(known.layout.rowHeightAfter.item)
      }
      let paths = (operation.at ?? []).map(\.path)
      return BatchUpdate(
        .reconfigureItems(
          at: paths, paths.map { known.layout.rowHeightAfter.item(known.before[$0.section][$0.item]) }))
    }
    let updated = try before.applying(updates)
    let bounds = Rect(
      x: known.bounds[0], y: known.bounds[1], width: known.bounds[2], height: known.bounds[3])
    return UpdateDiff.between(
      DiffSide(layout: layout.prepare(before, in: container), container: container, bounds: bounds),
      and: DiffSide(
        layout: layout.prepare(updated.sections, in: container), container: container,
        bounds: Rect(origin: Point(x: 0, y: known.contentOffset.to[1]), size: bounds.size)),
      by: updated.map, visibleOnly: visibleOnly)
  }

  private static func describe(_ change: Known.Change) -> String {
    let type = change.category == "cell" || change.type != "move" ? change.type : "move"
    return "\(type) \(change.kind ?? "cell") \(change.from.map { "\($0)" } ?? "-") "
      + "\(change.to.map { "\($0)" } ?? "-") \(change.initial.frame) \(change.initial.alpha ?? 1) "
      + "\(change.final.frame) \(change.final.alpha ?? 1)"
  }

  private static func describe(_ change: UpdateDiff.Change) -> String {
    func path(_ path: IndexPath?) -> String { path.map { "[\($0.section), \($0.item)]" } ?? "-" }
    func frame(_ frame: Rect) -> [Double] { [frame.x, frame.y, frame.width, frame.height] }
    let kind = change.kind == .cell ? "cell" : change.kind.name
    return "\(change.type.rawValue) \(kind) \(path(change.from)) \(path(change.to)) "
      + "\(frame(change.initial.frame)) \(change.initial.appearance.alpha) \(frame(change.final.frame)) "
      + "\(change.final.appearance.alpha)"
  }
}
