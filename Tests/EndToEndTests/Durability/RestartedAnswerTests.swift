import TestSupport
import Testing

/// Requests about one collection, each to a service that has just started, and to one that has run all the time.
struct RestartedAnswerTests {
  private let path = "/v1/collections/feed"

  private struct Call {
    var method: String
    var path: String
    var body: JSONTree?

    init(_ method: String, _ path: String, _ body: JSONTree? = nil) {
      (self.method, self.path, self.body) = (method, path, body)
    }

    /// The parts of the response that must be the same.
    func answer(of service: RunningService) throws -> [String] {
      let answer =
        try body.map { try service.send(method, path, $0) } ?? service.ask(method, path)
      // The service must carry out all of them.
      #expect((200...201).contains(answer.status), "\(answer.text)")
      var json = answer.json
      // The elements that a client has are not stored: after a restart the service says that it does not know them.
      if path.hasSuffix("/bounds") {
        for name in ["resync", "diff", "appeared", "disappeared", "changed", "prefetch", "cancelPrefetch"] {
          json?[name] = .null
        }
      }
      // Each service has made the collection at a time of its own.
      for name in ["createdAt", "updatedAt"] where json?[name] != nil { json?[name] = "a time" }
      return ["\(answer.status)", answer.header("ETag") ?? "", json?.description ?? ""]
    }
  }

  private func rows(_ ids: [String]) -> JSONTree { .array(ids.map { ["id": .string($0)] }) }

  private var calls: [Call] {
    let ids = (0..<40).map { "row-\($0)" }
    let measured: [JSONTree] = (2..<9).map {
      ["id": .string("row-\($0)"), "size": [320, .number(Double(30 + 7 * $0))]]
    }
    let insertion: JSONTree = [
      "op": "insertItems", "at": [[0, 0], [0, 5]], "items": [["id": "x"], ["id": "y"]],
    ]
    let turned: JSONTree = ["width": 568, "height": 200]
    return [
      Call(
        "POST", "/v1/collections",
        [
          "id": "feed", "container": ["width": 320, "height": 200],
          "layout": ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 44],
          "sections": [["id": "s", "items": rows(ids)]], "bounds": [0, 80, 320, 200],
        ]),
      Call("POST", "\(path)/measurements", ["measurements": .array(measured)]),
      Call("POST", "\(path)/updates", ["updates": [insertion]]),
      Call("PUT", "\(path)/bounds", ["bounds": [0, 300, 320, 200]]),
      Call("GET", "\(path)/scroll-target?id=row-30&position=top"),
      Call("POST", "\(path)/updates?viewport=main", ["updates": [["op": "deleteItems", "ids": ["row-3"]]]]),
      Call("PUT", "\(path)/bounds", ["bounds": [0, 120, 568, 200], "container": turned]),
      Call("POST", "\(path)/measurements", ["measurements": [["id": "row-4", "size": [568, 91]]]]),
      Call(
        "PUT", "\(path)/bounds", ["bounds": [0, 200, 320, 200], "container": ["width": 320, "height": 200]]),
      Call("POST", "\(path)/invalidations", ["indexPaths": [[0, 1]]]),
      Call(
        "PUT", "\(path)/snapshot", ["sections": [["id": "s", "items": rows(["row-35"] + ids.dropLast(9))]]]),
      Call(
        "PUT", "\(path)/snapshot",
        ["sections": [["id": "s", "items": rows(["new"] + ids.dropLast(9).reversed())]]]),
      Call("PUT", "\(path)/layout", ["layout": ["kind": "grid", "columns": 2, "rowHeight": "automatic"]]),
      Call("POST", "\(path)/measurements", ["measurements": [["indexPath": [0, 2], "size": [155, 70]]]]),
      Call(
        "PUT", "\(path)/layout",
        ["layout": ["kind": "list", "rowHeight": "automatic", "estimatedRowHeight": 44]]),
      Call("GET", "\(path)/attributes"),
      Call("GET", "\(path)/history?since=3&scope=all&runs=true"),
      Call("GET", path),
    ]
  }

  @Test func `a service that restarts before every request responds as one that never ended`() throws {
    let store = StoreFile()
    let lasting = try RunningService()
    for (place, call) in calls.enumerated() {
      let service = try store.serve()
      let (answer, expected) = (try call.answer(of: service), try call.answer(of: lasting))
      #expect(answer == expected, "call \(place): \(call.method) \(call.path)")
      #expect(service.stop() == 0)
    }
  }
}
