import API
import CollectionModel
import Foundation
import LayoutEngine
import TestSupport
import Testing

/// The feed of a replica, over sockets.
struct ReplicaFeedTests {
  private static let headers = ["Content-Type: application/json"]

  /// A client that reads frames.
  private final class Feed {
    struct Frame {
      var kind: UInt32
      var content: [UInt8]

      var json: JSONTree? { try? JSONTree(parsing: content) }
      func state() throws -> CollectionState {
        try CollectionState(stored: content, reading: StoredLayouts())
      }
      func entry() throws -> JournalEntry { try JournalEntry(stored: content, reading: StoredLayouts()) }
    }

    let stream: EventStream
    private var taken = 0

    init(_ service: RunningService, _ query: String = "", _ headers: [String] = []) throws {
      stream = try EventStream(
        service, "/v1/collections/c/replica" + query,
        headers.isEmpty ? ["Accept: application/vnd.tessera.replica"] : headers)
    }

    /// The next frame; nil when the feed ends, or nothing comes in time.
    func next() -> Frame? {
      while true {
        let rest = stream.received[taken...]
        if rest.count >= 8 {
          let numbers = Array(rest.prefix(8)).withUnsafeBytes { bytes in
            (bytes.load(as: UInt32.self), bytes.load(fromByteOffset: 4, as: UInt32.self))
          }
          let count = Int(UInt32(littleEndian: numbers.1))
          if rest.count >= 8 + count {
            taken += 8 + count
            return Frame(
              kind: UInt32(littleEndian: numbers.0), content: Array(rest.dropFirst(8).prefix(count)))
          }
        }
        guard stream.readMore() else { return nil }
      }
    }
  }

  private enum Kind {
    static let (open, base, entry, closed, heartbeat) = (
      UInt32(1), UInt32(2), UInt32(3), UInt32(5), UInt32(6)
    )
  }

  @Test func `a feed begins with the state, and goes on with every change`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a", "b"])
    let feed = try Feed(service)
    #expect(feed.stream.answer.status == 200)
    #expect(feed.stream.answer.header("Content-Type") == "application/vnd.tessera.replica")
    let open = try #require(feed.next())
    let incarnation = try #require(open.json?["incarnation"])
    #expect(
      open.kind == Kind.open
        && open.json == ["id": "c", "incarnation": incarnation, "version": 1, "format": 1])
    let base = try #require(feed.next())
    #expect(base.kind == Kind.base)
    let state = try base.state()
    #expect(state.version == 1 && state.sections.itemCount == 2)
    let body = #"{"updates":[{"op":"insertItems","at":[[0,0]],"items":[{"id":"x"}]}]}"#
    let made = try service.client().request(
      "POST", "/v1/collections/c/updates?viewport=main", Self.headers + ["X-Request-Id: mine"],
      body: Array(body.utf8))
    #expect(made?.status == 200)
    let frame = try #require(feed.next())
    #expect(frame.kind == Kind.entry)
    let entry = try frame.entry()
    #expect(entry.version == 2 && entry.itemCount == 3 && entry.origin?.requestID == "mine")
  }

  @Test func `entries lead to the state that a later feed begins with`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a", "b"])
    let feed = try Feed(service)
    _ = feed.next()
    let base = try #require(feed.next()).state()
    for number in 0..<5 {
      _ = try service.insert("x\(number)", into: "c")
      _ = try service.snapshot(["x\(number)", "b", "y\(number)"], of: "c")
    }
    var replica = try SolvedCollection(replicating: base)
    var main = base.main
    while replica.version < 11 {
      let entry = try #require(feed.next()).entry()
      replica = try replica.following(entry, from: main).after
      main = entry.main
    }
    let later = try Feed(service)
    #expect(later.next()?.json?["version"] == 11)
    #expect(later.next()?.content == replica.state.stored())
  }

  @Test func `a feed goes on behind the version of the client, or begins anew`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a", "b"])
    for id in ["x", "y", "z"] { _ = try service.insert(id, into: "c") }
    let known = try incarnation(of: Feed(service))
    for _ in 0..<2 {
      // From the journal, and from the frames that the first feed has left.
      let feed = try Feed(service, "?since=2&incarnation=\(known)")
      #expect(feed.next()?.kind == Kind.open)
      #expect(try #require(feed.next()).entry().version == 3)
      #expect(try #require(feed.next()).entry().version == 4)
    }
    let current = try Feed(service, "?since=4&incarnation=\(known)")
    #expect(current.next()?.kind == Kind.open)
    _ = try service.insert("last", into: "c")
    #expect(try #require(current.next()).entry().version == 5)
    // A version that has never been, and versions of a collection that is not named.
    for query in ["?since=99&incarnation=\(known)", "?since=4", "?since=4&incarnation="] {
      let strange = try Feed(service, query)
      #expect(strange.next()?.kind == Kind.open)
      #expect(try #require(strange.next()).state().version == 5)
    }
  }

  private func incarnation(of feed: Feed) throws -> String {
    guard case .string(let text)? = feed.next()?.json?["incarnation"] else { throw NoIncarnation() }
    return text
  }

  private struct NoIncarnation: Error {}

  @Test func `a collection that was created again is another one, whatever its version`() throws {
    let service = try RunningService()
    _ = try service.keep("c", ["a", "b"])
    let before = try incarnation(of: Feed(service))
    _ = try service.insert("x", into: "c")
    #expect(try service.client().request("DELETE", "/v1/collections/c", [])?.status == 204)
    _ = try service.keep("c", ["other"])
    for id in ["y", "z"] { _ = try service.insert(id, into: "c") }
    for since in [1, 2, 3] {
      let feed = try Feed(service, "?since=\(since)&incarnation=\(before)")
      #expect(try incarnation(of: feed) != before)
      #expect(try #require(feed.next()).state().sections.itemCount == 3)
    }
  }

  @Test func `a feed has no viewports of other clients`() throws {
    let service = try RunningService()
    _ = try service.keep("c", (0..<100).map { "\($0)" })
    let client = try service.client()
    let bounds = #"{"bounds":[0,44,100,100],"container":{"width":100,"height":100}}"#
    #expect(
      client.request("PUT", "/v1/collections/c/bounds", Self.headers, body: Array(bounds.utf8))?.status == 200
    )
    let feed = try Feed(service)
    _ = feed.next()
    let state = try #require(feed.next()).state()
    #expect(state.bounds == nil && state.main.containerJSON.isEmpty && state.measurementSpace == nil)
    _ = try service.insert("x", into: "c")
    let entry = try #require(feed.next()).entry()
    #expect(entry.main.bounds == nil && entry.before?.bounds == nil && entry.main.containerJSON.isEmpty)
  }

  @Test func `a feed ends with its collection, and shows that it is alive until then`() throws {
    let service = try RunningService(["--stream-heartbeat", "100ms"])
    _ = try service.keep("c", ["a"])
    let feed = try Feed(service)
    #expect(feed.next()?.kind == Kind.open && feed.next()?.kind == Kind.base)
    #expect(feed.next()?.kind == Kind.heartbeat)
    #expect(try service.client().request("DELETE", "/v1/collections/c", [])?.status == 204)
    var last = feed.next()
    while last?.kind == Kind.heartbeat { last = feed.next() }
    #expect(last?.kind == Kind.closed && last?.json == ["reason": "collection_deleted"])
    #expect(feed.next() == nil && feed.stream.hasEnded)
  }

  @Test func `an invalid request for a feed is rejected`() throws {
    let service = try RunningService()
    #expect(try Feed(service).stream.answer.status == 404)
    _ = try service.keep("c", ["a"])
    #expect(try Feed(service, "?since=-1").stream.answer.status == 400)
    #expect(try Feed(service, "?viewport=main").stream.answer.status == 400)
    let client = try service.client()
    #expect(client.request("GET", "/v1/collections/c/replica", ["Accept: text/html"])?.status == 406)
    #expect(client.request("GET", "/v1/collections/c/replica", ["If-Match: \"7\""])?.status == 412)
  }
}
