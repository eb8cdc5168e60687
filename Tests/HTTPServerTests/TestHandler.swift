import Glibc
import Support
import Synchronization
import TestSupport

@testable import HTTPServer

/// A handler made of a closure, which records the exchanges that have ended.
final class TestHandler: RequestHandler {
  private let onRequest: @Sendable (Request, Responder) -> Void
  private let log = Mutex<[Completion]>([])

  init(_ onRequest: @escaping @Sendable (Request, Responder) -> Void) { self.onRequest = onRequest }

  /// Responds to each request with its method, path and body.
  static func echo() -> TestHandler {
    TestHandler { request, responder in
      do throws(TransportError) {
        let body = try request.body()
        responder.respond(
          Response(
            contentType: "text/plain",
            bytes: Array("\(request.head.method) \(request.head.path) ".utf8) + body))
      } catch {
        responder.respond(.text("refused: \(error)", status: error.status))
      }
    }
  }

  func handle(_ request: Request, _ responder: Responder) { onRequest(request, responder) }

  func errorResponse(_ error: TransportError, id: String, head: RequestHead?) -> Response {
    .text("refused: \(error)", status: error.status)
  }

  func completed(_ exchange: Completion) { log.withLock { $0.append(exchange) } }

  var completions: [Completion] { log.withLock { $0 } }
}

/// Starts a server on a free port, runs a body with it, and stops it.
func withServer(
  _ handler: TestHandler, _ change: (inout ServerConfiguration) -> Void = { _ in },
  _ body: (Server) throws -> Void
) throws {
  try withServer(of: handler, change, body)
}

/// Starts a server on a free port for any handler, runs a body with it, and stops it.
func withServer(
  of handler: any RequestHandler, _ change: (inout ServerConfiguration) -> Void = { _ in },
  _ body: (Server) throws -> Void
) throws {
  var configuration = ServerConfiguration()
  change(&configuration)
  let server = try Server(configuration: configuration, handler: handler)
  defer { server.stop(grace: .seconds(2)) }
  try body(server)
}

/// Stops a server, and returns what `stop` does; nil if it hangs.
func stop(_ server: Server, grace: Duration = .seconds(60)) -> Bool? {
  let outcome = Shared<Bool?>(nil)
  PosixThread(named: "stopper") {
    let isClean = server.stop(grace: grace)
    outcome.change { $0 = isClean }
  }.detach()
  return eventually { outcome.value != nil } ? outcome.value : nil
}

/// Calls a body until it returns something; nil if it never does.
///
/// For a client of a server with short timeouts: on a busy machine they may be over before it has sent its request.
func persistently<Value>(_ body: () -> Value?) -> Value? {
  var value: Value?
  _ = eventually {
    value = body()
    return value != nil
  }
  return value
}

/// A thread that runs closures in order; stands for a worker that responds later.
final class Courier: Sendable {
  private let queue = Mutex<(work: [@Sendable () -> Void], isOver: Bool)>(([], false))
  private let thread = Mutex<PosixThread?>(nil)

  init() {
    let started = PosixThread(named: "courier") { [self] in
      while true {
        let (work, isOver) = queue.withLock { queue in
          defer { queue.work = [] }
          return (queue.work, queue.isOver)
        }
        for piece in work { piece() }
        if work.isEmpty && isOver { return }
        if work.isEmpty { usleep(20) }
      }
    }
    thread.withLock { $0 = started }
  }

  func deliver(_ work: @escaping @Sendable () -> Void) { queue.withLock { $0.work.append(work) } }

  /// Runs the remaining closures and ends the thread.
  func finish() {
    queue.withLock { $0.isOver = true }
    thread.withLock { $0.take() }?.join()
  }
}

/// A value that several threads share.
final class Shared<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  init(_ value: Value) { storage = Mutex(value) }

  var value: Value { storage.withLock { $0 } }

  func change(_ body: @Sendable (inout Value) -> Void) {
    storage.withLock { value in
      var copy = value
      body(&copy)
      value = copy
    }
  }
}

/// A number that several threads count up.
final class Counter: Sendable {
  private let value = Atomic(0)

  func add() { value.add(1, ordering: .relaxed) }

  var count: Int { value.load(ordering: .relaxed) }
}

extension HTTPClient {
  /// Connects to a server; nil when the connection is refused.
  convenience init?(_ address: SocketAddress) {
    self.init(host: address.host, port: address.port)
    _ = unrecorded  // these servers are not the service
  }
}

extension Server {
  /// The number of open connections.
  var connectionCount: Int { core.registry.count }
}
