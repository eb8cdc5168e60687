import Collections
import TestSupport
import Testing

@testable import API

/// The requests that made changes, in the history, and what a client scrolled itself.
struct OwnChangeRequestTests {
  private static let history = Kept.path + "/history?since=1"
  private static let estimated: JSONTree = [
    "container": ["width": 100, "height": 60],
    "layout": ["kind": "list", "estimatedRowHeight": 20], "bounds": [0, 0, 100, 60],
    "templates": [
      "box": ["views": ["b": ["type": "box"]], "constraints": ["H:|[b]|", "V:|[b(37)]|"]]
    ],
    "sections": [
      ["items": .array((0..<50).map { ["id": .string("i\($0)"), "template": "box", "content": [:]] })]
    ],
  ]

  private func diffs(_ service: TestService, _ query: String = "") -> [JSONTree] {
    service.get(Self.history + query).json?["diffs"]?.elements ?? []
  }

  @Test func `the history names the viewport and the request of each change, also after a restart`() throws {
    let journal = MemoryJournal()
    let service = try TestService(journal: journal)
    _ = service.create("c", Kept.rows(["a", "b", "c"], bounds: [0, 0, 100, 60]))
    let deletion = Array(#"{"updates":[{"op":"deleteItems","at":[[0,0]]}]}"#.utf8)
    _ = service.ask(.post, Kept.updates + "?viewport=main", ["X-Request-Id": "test"], bytes: deletion)
    _ = service.ask(.post, Kept.updates, bytes: deletion)
    for service in [service, try TestService(journal: journal)] {
      let diffs = diffs(service)
      #expect(diffs.count == 2)
      #expect(diffs.first?["viewport"] == "main" && diffs.first?["requestId"] == "test")
      #expect(diffs.last?["viewport"] == nil && diffs.last?["requestId"] == nil)
    }
  }

  @Test func `an outcome has the version before and after, and the history only the measured sizes`() throws {
    let journal = MemoryJournal()
    let service = try TestService(journal: journal)
    #expect(service.create("c", Self.estimated).status == 201)
    let outcome = service.put(Kept.path + "/bounds", ["bounds": [0, 600, 100, 60]])
    #expect(outcome.json?["fromVersion"] == 1 && outcome.json?["version"] == 2)
    let bounds = outcome.json?["bounds"]
    let adjustment = outcome.json?["contentOffsetAdjustment"] ?? ["x": 0, "y": 0]
    for service in [service, try TestService(journal: journal)] {
      let event = diffs(service).first
      #expect(event?["cause"] == "bounds" && event?["viewport"] == "main")
      #expect(event?.at("/contentOffset/from/y") == 0)
      #expect(event?.at("/contentOffset/to/y") == bounds?["y"])
      #expect(event?["contentOffsetAdjustment"] == adjustment)
    }
    // Scrolling among measured rows makes no version.
    let next = service.put(Kept.path + "/bounds", ["bounds": [0, 601, 100, 60]])
    #expect(next.json?["fromVersion"] == 2 && next.json?["version"] == 2)
  }

  @Test func `a rotation returns the distance that the client did not scroll itself`() throws {
    let service = try TestService()
    _ = service.create("c", Kept.rows((0..<20).map { "i\($0)" }, bounds: [0, 0, 100, 60]))
    let outcome = service.put(
      Kept.path + "/bounds", ["bounds": [0, 100, 60, 100], "container": ["width": 60, "height": 100]])
    #expect(outcome.json?.at("/diff/contentOffset/to/y") == 100)
    #expect(outcome.json?.at("/diff/contentOffsetAdjustment") == ["x": 0, "y": 0])
  }
}
