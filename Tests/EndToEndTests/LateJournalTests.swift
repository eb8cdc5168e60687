import API
import Collections
import Glibc
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// The service over a journal whose reads take long, as those of a store behind a network may.
struct LateJournalTests {
  /// A service with two workers that has read none of the journal's collections yet.
  private final class Late {
    let journal: LateJournal
    let service: Service
    let server: Server

    init(
      _ journal: LateJournal, _ configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) throws {
      self.journal = journal
      var configuration = ServiceConfiguration()
      configuration.workers = 2
      configuration.server.host = "127.0.0.1"
      configuration.server.port = 0
      configure(&configuration)
      service = try Service(configuration: configuration, journal: journal, log: Silence())
      server = try Server(configuration: configuration.server, handler: service)
    }

    deinit {
      server.stop(grace: .zero)
      service.shutdown(grace: .zero)
    }

    func client() throws -> HTTPClient { try #require(HTTPClient(port: server.address.port)) }

    func ask(_ method: String, _ target: String, _ body: String? = nil) throws -> HTTPResponse {
      try #require(try client().request(method, target, Self.json, body: body.map { Array($0.utf8) }))
    }

    static let json = ["Content-Type: application/json"]
  }

  private struct Silence: ExchangeLog {
    func record(_ exchange: Completion, _ facts: RequestFacts?) {}
    func warn(_ reason: String) {}
  }

  /// A journal with collections that have no items: `c0`, `c1` and so on.
  private static func journal(_ count: Int, failing: String? = nil) throws -> LateJournal {
    let inner = MemoryJournal()
    let maker = try Late(LateJournal(inner))
    for number in 0..<count {
      let body = """
        {"id":"c\(number)","container":{"width":100,"height":60},"layout":{"kind":"list","rowHeight":20},
        "sections":[{"id":"s","items":[]}]}
        """
      #expect(try maker.ask("POST", "/v1/collections", body).status == 201)
    }
    return LateJournal(inner) { key in
      key.id == failing ? .unavailable("the network is down") : nil
    }
  }

  private static func insertion(_ id: String) -> [UInt8] {
    Array(#"{"updates":[{"op":"insertItems","at":[[0,0]],"items":[{"id":"\#(id)"}]}]}"#.utf8)
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
        "POST", "/v1/collections/c0/updates", Late.json, body: Self.insertion("i\(number)"))
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
      "POST", "/v1/collections/c0/updates", String(decoding: Self.insertion("x"), as: UTF8.self))
    #expect(answer.status == 504 && answer.code == "deadline_exceeded")
    late.journal.release()
    #expect(eventually { (try? late.ask("GET", "/v1/collections/c0"))?.status == 200 })
    #expect(try late.ask("GET", "/v1/collections/c0").json?["version"]?.int == 1)
  }

  @Test func `a client that goes while its collection is read changes nothing`() throws {
    let late = try Late(try Self.journal(1))
    late.journal.hold()
    let client = try late.client()
    client.sendRequest("POST", "/v1/collections/c0/updates", Late.json, body: Self.insertion("x"))
    #expect(eventually { late.journal.heldCount == 1 })
    client.close()
    // The event thread learns of it at its own time.
    usleep(200_000)
    late.journal.release()
    #expect(try late.ask("GET", "/v1/collections/c0").json?["version"]?.int == 1)
  }

  @Test func `a reading that fails is answered, and other collections are not concerned`() throws {
    let late = try Late(try Self.journal(2, failing: "c0"))
    #expect(try late.ask("GET", "/v1/collections/c0").code == "store_unavailable")
    #expect(try late.ask("GET", "/v1/collections/c1").status == 200)
    #expect(try late.ask("GET", "/v1/collections").code == "store_unavailable")
    #expect(try late.ask("GET", "/v1/collections/none").code == "not_found")
  }

  @Test func `history, lists, streams and keys of earlier requests wait for the journal too`() throws {
    let late = try Late(try Self.journal(3))
    let change = ["Idempotency-Key: k"] + Late.json
    let updates = "/v1/collections/c0/updates"
    #expect(
      try late.client().request("POST", updates, change, body: Self.insertion("x"))?.status == 200)
    // The same journal, after a restart.
    let again = try Late(LateJournal(late.journal.inner))
    #expect(
      try again.client().request("POST", updates, change, body: Self.insertion("x"))?.code
        == "answer_not_kept")
    #expect(
      try again.ask("GET", "/v1/collections/c0/history?since=1").json?["diffs"]?.elements?.count == 1)
    #expect(try again.ask("GET", "/v1/collections").json?["collections"]?.elements?.count == 3)
    #expect(try again.ask("DELETE", "/v1/collections/c2").status == 204)
    #expect(try again.ask("GET", "/v1/collections/c2").status == 404)
  }
}
