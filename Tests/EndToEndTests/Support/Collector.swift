import HTTPServer
import Synchronization
import TestSupport

/// A collector of spans that stores the requests that it gets, and responds as a test says.
final class Collector: RequestHandler {
  struct Received: Sendable {
    var path: String
    var headers: [String: String]
    var body: [UInt8]

    /// The spans of the request.
    var spans: [JSONTree] {
      let document = try? JSONTree(parsing: body)
      return document?["resourceSpans"]?.elements?.flatMap { resource in
        resource["scopeSpans"]?.elements?.flatMap { $0["spans"]?.elements ?? [] } ?? []
      } ?? []
    }
  }

  private struct State {
    var received: [Received] = []
    var responses: [Response] = []
  }

  private static let fields = ["content-type", "user-agent", "x-key", "authorization"]

  private let state = Mutex(State())

  /// The requests that have come.
  var received: [Received] { state.withLock { $0.received } }

  /// The spans of all requests that were taken.
  var spans: [JSONTree] { received.flatMap(\.spans) }

  /// Lets the next requests get some responses, one each; those after them get 200.
  func respond(with responses: Response...) { state.withLock { $0.responses = responses } }

  func handle(_ request: Request, _ responder: Responder) {
    let headers = Dictionary(
      uniqueKeysWithValues: Self.fields.compactMap { name in
        request.head.headers[name].map { (name, $0) }
      })
    let response = state.withLock { state in
      state.received.append(
        Received(path: request.head.path, headers: headers, body: request.sentBody))
      return state.responses.isEmpty ? nil : state.responses.removeFirst()
    }
    responder.respond(response ?? Response(contentType: "application/json", bytes: Array("{}".utf8)))
  }
}

/// A collector with its server, on a free port of the loopback.
struct RunningCollector {
  let collector = Collector()
  private let server: Server
  var url: String { "http://127.0.0.1:\(port)" }
  let port: UInt16

  init() throws {
    server = try Server(configuration: ServerConfiguration(), handler: collector)
    port = server.address.port
  }

  /// Ends the server, so that its address refuses connections.
  func stop() { server.stop(grace: .zero) }
}
