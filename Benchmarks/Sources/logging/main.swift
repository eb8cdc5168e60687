import CBaselines
import Foundation
import Harness

// What the log of requests costs: the same requests to servers without a log, with one in a file, and with one in a pipe
// that this process reads. `logging [PROGRAM]`

let program = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ".build/release/tessera"
let body = """
  {"container":{"width":375,"height":667,"scale":2},"layout":{"kind":"flow","itemSize":[100,50]},\
  "sections":[{"itemCount":100}]}
  """
let layout = """
  POST /v1/layouts HTTP/1.1\r
  Host: localhost\r
  Content-Type: application/json\r
  Content-Length: \(body.utf8.count)\r
  \r
  \(body)
  """
let probe = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"

let path = FileManager.default.temporaryDirectory.appending(path: "tessera-logging-\(UUID().uuidString)")
guard FileManager.default.createFile(atPath: path.path(), contents: nil) else {
  fatalError("\(path.path()) cannot be written")
}
let file = try FileHandle(forWritingTo: path)
let pipe = Pipe()
var servers: [(name: String, process: ServerProcess)] = []
servers.append(("no log", try ServerProcess(program, logFormat: "off", output: .nullDevice)))
servers.append(("a log in a file", try ServerProcess(program, logFormat: "json", output: file)))
servers.append(
  ("a log in a pipe", try ServerProcess(program, logFormat: "json", output: pipe.fileHandleForWriting)))
Thread { while !pipe.fileHandleForReading.availableData.isEmpty {} }.start()

for (title, request, count) in [
  ("layouts of 100 items", Array(layout.utf8), 24_000), ("probes", Array(probe.utf8), 60_000),
] {
  // One connection is as slow as a wake-up, so it sends an eighth of the requests.
  for (connections, requests) in [(1, count / 8), (64, count)] {
    var comparison = Comparison(
      "\(requests) \(title) over \(connections) connections", units: requests, rounds: 9)
    var processorTimes = [Double](repeating: 0, count: servers.count)
    for (number, server) in servers.enumerated() {
      comparison.add(server.name) {
        let start = server.process.processorTime
        let answered = request.withUnsafeBytes {
          baseline_load(server.process.port, $0.baseAddress, $0.count, Int32(connections), requests)
        }
        processorTimes[number] += server.process.processorTime - start
        return answered
      }
    }
    comparison.run()
    let shares = processorTimes.map { decimals(processorTimes[0] / $0) }
    print("  ratio of the servers' processor time: \(shares.joined(separator: ", "))")
  }
}
for server in servers { server.process.stop() }
try FileManager.default.removeItem(at: path)
