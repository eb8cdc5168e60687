import API
import Collections
import Glibc
import Synchronization
import TestSupport
import Testing

/// The service over a journal whose reads take long, as those of a store behind a network may.
struct LateJournalTests {
  private typealias Late = ServedJournal<LateJournal>

  /// A journal with collections that have no items: `c0`, `c1` and so on.
  private static func journal(_ count: Int, failing: String? = nil) throws -> LateJournal {
    let inner = MemoryJournal()
    let maker = try Late(LateJournal(inner))
    for number in 0..<count { try maker.create("c\(number)") }
    return LateJournal(inner) { key in
      key.id == failing ? .unavailable("the network is down") : nil
    }
  }

  @Test func `more collections load at once than there are workers, which do other work meanwhile`() throws {
    let late = try Late(try Self.journal(40))
    late.journal.hold()
    let clients = try (0..<40).map { _ in try late.client() }
    for (number, client) in clients.enumerated() { client.sendRequest("GET", "/v1/collections/c\(number)") }
    #expect(eventually { late.journal.heldCount == 40 })
    #expect(
      try late.ask(
        "POST", "/v1/layouts",
        #"{"container":{"width":100,"height":60},"layout":{"kind":"list"},"sections":[{"itemCount":9}]}"#
      ).status == 200)
    late.journal.release()
    for (number, client) in clients.enumerated() {
      #expect(client.readResponse(isHead: false)?.json?["id"]?.string == "c\(number)")
    }
  }

  @Test func `changes that wait for their collection are made in the order in which they came`() throws {
    let late = try Late(try Self.journal(1))
    late.journal.hold()
    var clients: [HTTPClient] = []
    for number in 0..<30 {
      let client = try late.client()
      client.sendRequest(
        "POST", "/v1/collections/c0/updates", late.json, body: Array(late.insertion("i\(number)").utf8))
      clients.append(client)
      let count = number + 1
      // Each has arrived before the next is sent: the first waits for the journal, the others behind it.
      #expect(eventually { late.server.requestsInFlight == count })
    }
    #expect(eventually { late.journal.heldCount == 1 })
    late.journal.release()
    for (number, client) in clients.enumerated() {
      #expect(client.readResponse(isHead: false)?.json?["version"]?.int == number + 2)
    }
  }

  @Test func `a request that waits for its collection ends at its deadline, changing nothing later`() throws {
    let late = try Late(try Self.journal(1)) { $0.deadline = .milliseconds(200) }
    late.journal.hold()
    let answer = try late.ask(
      "POST", "/v1/collections/c0/updates", late.insertion("x"))
    #expect(answer.status == 504 && answer.code == "deadline_exceeded")
    late.journal.release()
    var collection: HTTPResponse?
    let isRead = eventually {
      collection = try? late.ask("GET", "/v1/collections/c0")
      return collection?.status == 200
    }
    #expect(isRead && collection?.json?["version"]?.int == 1)
  }

  @Test func `a client that goes while its collection is read changes nothing`() throws {
    let late = try Late(try Self.journal(1))
    late.journal.hold()
    let client = try late.client()
    client.sendRequest("POST", "/v1/collections/c0/updates", late.json, body: Array(late.insertion("x").utf8))
    #expect(eventually { late.journal.heldCount == 1 })
    #expect(client.leave())
    late.journal.release()
    #expect(try late.ask("GET", "/v1/collections/c0").json?["version"]?.int == 1)
  }

  @Test func `a read that fails gets an error response, and other collections are not affected`() throws {
    let late = try Late(try Self.journal(2, failing: "c0"))
    #expect(try late.ask("GET", "/v1/collections/c0").code == "store_unavailable")
    #expect(try late.ask("GET", "/v1/collections/c1").status == 200)
    #expect(try late.ask("GET", "/v1/collections").code == "store_unavailable")
    #expect(try late.ask("GET", "/v1/collections/none").code == "not_found")
  }

  @Test func `history, lists, streams and keys of earlier requests wait for the journal too`() throws {
    let late = try Late(try Self.journal(3))
    let change = ["Idempotency-Key: k"] + late.json
    let updates = "/v1/collections/c0/updates"
    #expect(
      try late.client().request("POST", updates, change, body: Array(late.insertion("x").utf8))?.status == 200
    )
    // The same journal, after a restart.
    let again = try Late(LateJournal(late.journal.inner))
    #expect(
      try again.client().request("POST", updates, change, body: Array(late.insertion("x").utf8))?.code
        == "answer_not_kept")
    #expect(
      try again.ask("GET", "/v1/collections/c0/history?since=1").json?["diffs"]?.elements?.count == 1)
    #expect(try again.ask("GET", "/v1/collections").json?["collections"]?.elements?.count == 3)
    #expect(try again.ask("DELETE", "/v1/collections/c2").status == 204)
    #expect(try again.ask("GET", "/v1/collections/c2").status == 404)
  }
}
