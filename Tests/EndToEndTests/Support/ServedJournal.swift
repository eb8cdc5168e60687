import API
import Collections
import HTTPServer
import TestSupport
import Testing

/// A service over a journal, in this process, behind a socket.
final class ServedJournal<Stored: Journal> {
  let journal: Stored
  let service: Service
  let server: Server

  /// Starts a service with two workers, which has read none of the journal's collections yet.
  init(_ journal: Stored, _ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws {
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
    try #require(try client().request(method, target, json, body: body.map { Array($0.utf8) }))
  }

  /// Creates a list without items.
  func create(_ id: String) throws {
    let body = """
      {"id":"\(id)","container":{"width":100,"height":60},"layout":{"kind":"list","rowHeight":20},
      "sections":[{"id":"s","items":[]}]}
      """
    #expect(try ask("POST", "/v1/collections", body).status == 201)
  }

  /// The headers of a request with a JSON body.
  var json: [String] { ["Content-Type: application/json"] }

  /// The body of a request that inserts an item at the front.
  func insertion(_ id: String) -> String {
    #"{"updates":[{"op":"insertItems","at":[[0,0]],"items":[{"id":"\#(id)"}]}]}"#
  }
}

private struct Silence: ExchangeLog {
  func record(_ exchange: Completion, _ facts: RequestFacts?) {}
  func warn(_ reason: String) {}
}
