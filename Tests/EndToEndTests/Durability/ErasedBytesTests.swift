import Foundation
import TestSupport
import Testing

/// The bytes of a store's files after requests that erase, while the service runs.
struct ErasedBytesTests {
  private let store = StoreFile()

  /// Whether a word is in a file of the store.
  private func has(_ word: String) -> Bool {
    ["", "-wal", "-shm", "-recorder", "-reserve"].contains { suffix in
      FileManager.default.contents(atPath: store.path + suffix)?.range(of: Data(word.utf8)) != nil
    }
  }

  @Test func `content that is erased is in no file of the store, and other content is`() throws {
    let service = try store.serve()
    _ = try service.keep("kept", ["a name that stays"])
    _ = try service.keep("c", ["a name to erase", "a row"])
    _ = try service.insert("a second name", into: "c")
    #expect(has("a name to erase") && has("a second name"))
    let deletion: JSONTree = ["op": "deleteItems", "ids": ["a name to erase", "a second name"]]
    let plain = try service.send(
      "POST", "/v1/collections/c/updates", ["updates": [deletion], "erase": true])
    #expect(plain.status == 200, "\(plain.text)")
    #expect(eventually { !has("a name to erase") && !has("a second name") })
    #expect(has("a name that stays") && has("a row"))
    #expect(try service.items(of: "c").ids == ["a row"])
    #expect(try service.ask("GET", "/v1/collections/c/history?since=1&include=content").status == 410)

    #expect(try service.ask("DELETE", "/v1/collections/c?erase=true").status == 204)
    #expect(eventually { !has("a row") })
    #expect(has("a name that stays"))
    #expect(try service.items(of: "kept").ids == ["a name that stays"])
    #expect(service.stop() == 0)
    #expect(try store.shell("PRAGMA integrity_check") == "ok\n")
  }

  @Test func `a deletion without erase leaves bytes in the log of a service that runs`() throws {
    let service = try store.serve()
    _ = try service.keep("c", ["a name to delete"])
    #expect(try service.ask("DELETE", "/v1/collections/c").status == 204)
    #expect(has("a name to delete"))
  }

  @Test func `with an age of history, what changes have deleted is gone from it and from the files`() throws {
    let service = try store.serve("--history-age", "1s")
    _ = try service.keep("c", ["a name to forget", "a row"])
    let deletion: JSONTree = ["op": "deleteItems", "ids": ["a name to forget"]]
    let deleted = try service.send("POST", "/v1/collections/c/updates", ["updates": [deletion]])
    #expect(deleted.status == 200)
    #expect(eventually { !has("a name to forget") })
    #expect(try service.ask("GET", "/v1/collections/c/history?since=1").status == 410)
    #expect(try service.items(of: "c").ids == ["a row"] && has("a row"))
  }

  @Test func `a stream that resumes from before an erasure begins anew`() throws {
    let service = try store.serve()
    _ = try service.keep("c", ["a"])
    let stream = try EventStream(service, "/v1/collections/c/events?scope=all")
    #expect(stream.next()?.name == "open")
    _ = try service.insert("b", into: "c")
    #expect(stream.next()?.name == "message")
    let erased = try service.send(
      "POST", "/v1/collections/c/updates", ["updates": [["op": "deleteItems", "ids": ["b"]]], "erase": true])
    #expect(erased.status == 200)
    #expect(stream.next()?.name == "message")
    let late = try EventStream(service, "/v1/collections/c/events?scope=all&since=1")
    #expect(late.next()?.name == "reset")
    let recent = try EventStream(service, "/v1/collections/c/events?scope=all&since=2")
    #expect(recent.next()?.name == "message")
    for each in [stream, late, recent] { each.close() }
  }
}
