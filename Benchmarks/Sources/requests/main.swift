import API
import CBaselines
import HTTPServer
import Harness

/// A log that writes nothing, since the bare server does not log either.
struct NoLog: ExchangeLog {
  func record(_ exchange: Completion) {}
  func warn(_ reason: String) {}
}

let body = """
  {"container":{"width":375,"height":667,"scale":2},"layout":{"kind":"flow","itemSize":[100,50]},\
  "sections":[{"itemCount":100}]}
  """
let head = """
  POST /v1/layouts HTTP/1.1\r
  Host: localhost\r
  Content-Type: application/json\r
  Content-Length: \(body.utf8.count)\r
  \r

  """
let request = Array((head + body).utf8)
let response = try LayoutSolver().solve(Array(body.utf8)).bytes(as: .objects)

var barePort: UInt16 = 0
let bare = response.withUnsafeBytes { baseline_server_start($0.baseAddress, $0.count, &barePort) }
var configuration = ServiceConfiguration()
configuration.workers = 2
let service = try Service(configuration: configuration, log: NoLog())
let server = try Server(configuration: configuration.server, handler: service)

let requests = 20_000
for connections in [1, 16, 64] {
  var comparison = Comparison(
    "\(requests) requests over \(connections) connections, responses of \(response.count) bytes",
    units: requests,
    rounds: 5)
  for (name, port) in [
    ("bare libmicrohttpd", barePort), ("Tessera, a flow of 100 items", server.address.port),
  ] {
    comparison.add(name) {
      request.withUnsafeBytes { baseline_load(port, $0.baseAddress, $0.count, Int32(connections), requests) }
    }
  }
  comparison.run()
}
baseline_server_stop(bare)
server.stop(grace: .zero)
service.shutdown(grace: .zero)
