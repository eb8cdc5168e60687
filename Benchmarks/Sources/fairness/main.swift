import Foundation
import Glibc

// Measures the latency of a client with layouts of 100 items, alone and while another key sends the largest requests
// that the limits allow over several connections, and compares both. `fairness [WORKERS] [PROGRAM]`

let workers = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "2"
let program = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : ".build/release/tessera"

let server = Process()
server.executableURL = URL(filePath: program)
server.arguments = [
  "serve", "--listen", "127.0.0.1:0", "--store", "memory:", "--workers", workers, "--keys", "light,heavy",
  "--short-keys", "on",
]
server.standardOutput = FileHandle.nullDevice
let errors = Pipe()
server.standardError = errors
try server.run()
let line = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self).prefix { $0 != "\n" }
guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
  print("the server did not start: \(line)")
  exit(1)
}
errors.fileHandleForReading.readabilityHandler = { _ = $0.availableData }

func layout(_ kind: String, _ section: String, _ rest: String = "") -> [UInt8] {
  Array(
    ("{\"container\":{\"width\":375,\"height\":667},\"layout\":{\"kind\":\"\(kind)\"},\"sections\":[{\(section)}]\(rest)}")
      .utf8)
}

/// A hundred items of different sizes.
let small = layout(
  "flow", "\"itemSizes\":[" + (0..<200).map { "\(20 + $0 * 7 % 60)" }.joined(separator: ",") + "]")
/// The largest body, ten million items laid out and written, and ten million items of which few are visible.
let large = [
  layout(
    "waterfall", "\"itemSizes\":[" + (0..<21_000_000).map { "\(10 + $0 % 90)" }.joined(separator: ",") + "]"),
  layout("spiral", "\"itemCount\":10000000"),
  layout("flow", "\"itemCount\":10000000", ",\"visibleRect\":[0,0,375,667]"),
]

/// Returns the sorted latencies of small requests in milliseconds, one after the other for some seconds.
func latencies(for seconds: Double) -> [Double] {
  guard let connection = Connection(port: port, key: "light") else { return [] }
  let clock = ContinuousClock()
  let start = clock.now
  var times: [Double] = []
  while clock.now - start < .seconds(seconds) {
    var status: Int?
    let time = clock.measure { status = connection.solve(small) }
    guard status == 200 else {
      print("unexpected: \(status.map { "\($0)" } ?? "no response")")
      exit(1)
    }
    times.append(time / .milliseconds(1))
    // As a client that shows what it gets, and not as fast as it can.
    usleep(2000)
  }
  return times.sorted()
}

func quantile(_ times: [Double], _ part: Double) -> Double { times[Int(Double(times.count - 1) * part)] }

func text(_ number: Double) -> String { "\((number * 1000).rounded() / 1000)" }

_ = latencies(for: 1)
let idle = latencies(for: 5)
let load = Load(port: port, bodies: large)
load.begin(4)
sleep(2)
let busy = latencies(for: 15)
let answered = load.end()
server.terminate()
server.waitUntilExit()

for (name, times) in [("alone", idle), ("beside large requests", busy)] {
  print(
    "\(name): \(times.count) requests, median \(text(quantile(times, 0.5))) ms, "
      + "99th percentile \(text(quantile(times, 0.99))) ms")
}
print("\(answered) large requests were answered meanwhile")
print(
  "ratio of medians \(text(quantile(busy, 0.5) / quantile(idle, 0.5))), "
    + "of 99th percentiles \(text(quantile(busy, 0.99) / quantile(idle, 0.99)))")
exit(0)
