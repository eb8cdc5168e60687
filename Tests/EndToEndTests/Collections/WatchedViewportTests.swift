import Foundation
import TestSupport
import Testing

/// Viewports that are watched and not moved.
struct WatchedViewportTests {
  @Test func `a screen that somebody watches does not expire, another does`() throws {
    let service = try RunningService("--viewport-idle", "1s", "--stream-heartbeat", "100ms")
    _ = try service.keep("c", ["a"])
    func move(_ name: String) throws -> Int {
      let body = "{\"bounds\":{\"x\":0,\"y\":0,\"width\":100,\"height\":60}}"
      return try service.ask(
        "PUT", "/v1/collections/c/viewports/\(name)", ["Content-Type: application/json"],
        body: Array(body.utf8)
      ).status
    }
    #expect(try move("watched") == 201 && move("forgotten") == 201)
    let stream = try EventStream(service, "/v1/collections/c/events?viewport=watched")
    #expect(stream.next()?.name == "open")
    usleep(1_500_000)
    // Moving one viewport removes those that have not been used.
    #expect(try move("third") == 201)
    _ = try service.insert("x", into: "c")
    #expect(stream.next()?.version == 2)
    let names = try service.ask("GET", "/v1/collections/c/viewports").json?["viewports"]?.elements
    #expect(names?.compactMap { $0["name"]?.string } == ["main", "third", "watched"])
  }
}
