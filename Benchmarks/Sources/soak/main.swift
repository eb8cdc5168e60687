import Foundation
import Glibc

// Puts a server under full load for some time, and compares its memory at the end with that at the beginning.

guard CommandLine.arguments.count > 1, let seconds = Int(CommandLine.arguments[1]), seconds >= 10 else {
  print("soak SECONDS [PROGRAM]: at least 10 seconds; the program defaults to .build/release/tessera")
  exit(2)
}
let program = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : ".build/release/tessera"
let server = try ServerProcess(program)
let load = Load(port: server.port)
for number in 0..<Load.collections { load.makeShared(number) }

let start = ContinuousClock.now
var samples = [server.residentMegabytes]
load.begin()
while ContinuousClock.now - start < .seconds(seconds) {
  sleep(1)
  samples.append(server.residentMegabytes)
}
load.end()
let took = (ContinuousClock.now - start) / .seconds(1)
let status = server.stop()

/// Returns the median of some samples: a single one may fall into a large response.
func typical(_ samples: ArraySlice<Double>) -> Double { samples.sorted()[samples.count / 2] }

let fifth = samples.count / 5
let early = typical(samples[max(1, fifth - 5)...fifth])
let late = typical(samples.suffix(6))
let counts = load.counts
print("\(Int(took)) seconds, \(counts.responses) responses")
print("resident memory: \(Int(samples[0])) MB at the start", terminator: "")
if samples.count > 65 { print(", \(Int(typical(samples[57...62]))) MB after a minute", terminator: "") }
print(
  ", \(Int(early)) MB after the first fifth, \(Int(late)) MB at the end (ratio \((late / early * 100).rounded() / 100))"
)
print(
  "\(Int(Double(counts.changes) / took)) changes a second, \(Int(Double(counts.reads) / took)) reads a second"
)
print(
  "\(counts.streams) streams with \(counts.events) events, \(counts.made) collections created and deleted")
for (response, count) in counts.unexpected.sorted(by: { $0.key < $1.key }) {
  print("unexpected: \(count) × \(response)")
}
if status != 0 { print("the server ended with \(status)") }
let isWell = counts.unexpected.isEmpty && late <= early * 1.3 && status == 0 && counts.changes > 0
exit(isWell ? 0 : 1)
