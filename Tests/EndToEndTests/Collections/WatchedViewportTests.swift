import Foundation
import TestSupport
import Testing

/// Viewports that are watched and not moved.
struct WatchedViewportTests {
  private static let body: JSONTree = [
    "bounds": [0, 0, 100, 60], "container": ["width": 100, "height": 60],
  ]

  @Test func `a watched viewport does not expire, and another does without any request`() throws {
    let service = try RunningService("--viewport-idle", "1s", "--stream-heartbeat", "1h")
    _ = try service.keep("c", ["a"])
    func names() throws -> [String]? {
      let listed = try service.ask("GET", "/v1/collections/c/viewports").json?["viewports"]?.elements
      return listed?.compactMap { $0["name"]?.string }
    }
    func put(_ name: String) throws {
      #expect(try service.send("PUT", "/v1/collections/c/viewports/\(name)", Self.body).status == 201)
    }
    let stream = try EventStream(service, "/v1/collections/c/events?viewport=watched")
    #expect(stream.next()?.name == "unavailable")
    try put("watched")
    #expect(stream.next()?.name == "open")
    // Others expire that were used later.
    for _ in 0..<2 {
      try put("forgotten")
      #expect(try eventually { try names() == ["main", "watched"] })
    }
    _ = try service.insert("x", into: "c")
    #expect(stream.next()?.version == 2)
    stream.close()
    #expect(try eventually { try names() == ["main"] })
  }
}
