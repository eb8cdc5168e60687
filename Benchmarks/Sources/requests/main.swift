import API
import CBaselines
import Glibc
import HTTPServer
import Harness
import WorkerPool

/// A log that writes nothing, since the bare server does not log either.
struct NoLog: ExchangeLog {
  func record(_ exchange: Completion, _ facts: RequestFacts?) {}
  func warn(_ reason: String) {}
}

/// One server of a comparison.
struct Contestant {
  let name: String
  let port: UInt16
  let request: [UInt8]
}

/// Sends the requests of all contestants in turn, over each number of connections.
func compare(_ contestants: [Contestant], _ requests: Int, over connections: [Int], _ responseBytes: Int) {
  for connections in connections {
    var comparison = Comparison(
      "\(requests) requests over \(connections) connections, responses of \(responseBytes) bytes",
      units: requests, rounds: 5)
    for contestant in contestants {
      comparison.add(contestant.name) {
        contestant.request.withUnsafeBytes {
          baseline_load(contestant.port, $0.baseAddress, $0.count, Int32(connections), requests)
        }
      }
    }
    comparison.run()
    fflush(nil)
  }
}

/// The words of which the name of each contestant has one, and the numbers of connections; all if there are none.
let words = CommandLine.arguments.dropFirst().filter { Int($0) == nil }
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
var configuration = ServiceConfiguration()
configuration.workers = 2
let service = try Service(configuration: configuration, log: NoLog())
let server = try Server(configuration: configuration.server, handler: service)
let pool = WorkerPool(workers: 2, queueLimit: 1024)

/// Starts servers whose responses have a length, compares them, and stops them.
@MainActor
func compare(
  _ name: String, _ body: String, _ requests: Int, over connections: [Int], alsoReadyMade: Bool = false
) throws {
  let response = try LayoutSolver().solve(Array(body.utf8)).bytes(as: .objects)
  let bytes = response.withUnsafeBytes { Array($0) }
  let request = LayoutRequest.bytes(body)
  var (barePort, pooledPort): (UInt16, UInt16) = (0, 0)
  let bare = bytes.withUnsafeBytes { baseline_server_start($0.baseAddress, $0.count, &barePort) }
  let pooled = bytes.withUnsafeBytes { baseline_pooled_start($0.baseAddress, $0.count, &pooledPort) }
  let onEventThread = try Server(
    configuration: configuration.server, handler: ReadyMade(pool: nil, body: bytes))
  let throughPool = try Server(
    configuration: configuration.server, handler: ReadyMade(pool: pool, body: bytes))
  defer {
    baseline_server_stop(bare)
    baseline_pooled_stop(pooled)
    onEventThread.stop(grace: .zero)
    throughPool.stop(grace: .zero)
  }
  var ports = [("bare libmicrohttpd", barePort)]
  if alsoReadyMade {
    ports += [
      ("libmicrohttpd, two threads that resume", pooledPort),
      ("Tessera, ready made", onEventThread.address.port),
      ("Tessera, ready made by a worker", throughPool.address.port),
    ]
  }
  ports.append(("Tessera, \(name)", server.address.port))
  let contestants = ports.filter { port in words.isEmpty || words.contains { port.0.contains($0) } }
    .map { Contestant(name: $0.0, port: $0.1, request: request) }
  let connections = connections.filter { numbers.isEmpty || numbers.contains($0) }
  if !contestants.isEmpty { compare(contestants, requests, over: connections, bytes.count) }
}

try compare(
  "a flow of 100 items", LayoutRequest.counted, 10_000, over: [1, 16, 64], alsoReadyMade: true)
try compare("100 items with ids and sizes", LayoutRequest.sized(100), 4000, over: [16, 64])
try compare("1,000 items with ids and sizes", LayoutRequest.sized(1000), 800, over: [16, 64])
server.stop(grace: .zero)
service.shutdown(grace: .zero)
pool.shutdown(grace: .zero)
