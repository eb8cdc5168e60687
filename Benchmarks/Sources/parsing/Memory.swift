import API
import CBaselines
import Foundation
import Harness

/// Prints the resident memory that a body of some 64 MB takes at its peak, while it is checked and while it is decoded,
/// as a multiple of the body.
func printMemory() {
  for form in [ItemsForm.objects, .sizes, .rows] {
    let sample = form.body(of: 1000).text.count
    let body = form.body(of: (64 << 20) / sample * 1000)
    let megabytes = Double(body.text.count) / Double(1 << 20)
    print("\(body.name), \(decimals(megabytes)) MB: resident peak, the body included")
    printPeak("decoding", over: body.text) { (try? LayoutSolver().decode(body.text))?.itemCount ?? -1 }
  }
}

private func printPeak(_ name: String, over body: [UInt8], _ work: () -> Int) {
  baseline_trim()
  try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  let before = status("VmRSS:")
  let result = work()
  let bytes = (status("VmHWM:") - before) * 1024 + body.count
  print("  \(padded(name, to: 46)) ratio \(decimals(Double(bytes) / Double(body.count)))  result \(result)")
}

/// Returns a number of kilobytes that the kernel knows about this process.
private func status(_ field: String) -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = text.split(separator: "\n").first { $0.hasPrefix(field) } ?? ""
  return Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0
}
