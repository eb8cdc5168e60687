/// The memory that a request takes, added up part by part, against the limit of one request.
struct RequestMemory: Sendable {
  /// A value of the body that takes much.
  private struct Part {
    var pointer: String
    var bytes: Int
  }

  let limit: Int
  /// Bytes, by an estimate that is not below the real use.
  private(set) var bytes = 0
  private var largest: Part?

  init(limit: Int) { self.limit = limit }

  /// Whether the request takes more than it may.
  var isExceeded: Bool { bytes > limit }

  mutating func add(_ more: Int) { bytes = bytes.addingWithinRange(more) }

  /// Attributes the bytes that were added to a value of the body.
  mutating func note(_ bytes: Int, at pointer: @autoclosure () -> String) {
    if bytes > largest?.bytes ?? 0 { largest = Part(pointer: pointer(), bytes: bytes) }
  }

  /// The error of a request that takes more than it may: names the estimate, the limit and the largest part, or the
  /// value that is being read if no part is complete.
  func problem(at pointer: String? = nil) -> Problem {
    let detail = "The request would take about \(bytes) bytes of memory; a request may take \(limit)."
    let part = largest ?? pointer.map { Part(pointer: $0, bytes: bytes) }
    let faults = part.map { [Fault(pointer: $0.pointer, detail: "this takes about \($0.bytes) bytes")] }
    return Problem(.tooMuchMemory, detail, faults: faults ?? [])
  }
}
