import JSON

/// The share of a request in the memory for the work of all requests.
package protocol MemoryShare: AnyObject, Sendable {
  /// Bytes that a request takes without reserving them.
  var free: Int { get }

  /// Reserves as much as a request needs in all; returns false if there is not enough.
  ///
  /// - Parameter bytes: an estimate of all memory that the request takes, not only of the new part.
  func cover(_ bytes: Int) -> Bool
}

/// The memory that a request takes, added up part by part, against the limit of one request.
package struct RequestMemory: Sendable {
  /// A value of the body that takes much.
  private struct Part {
    var pointer: JSONPointer
    var bytes: Int
  }

  let limit: Int
  /// The request's share of the memory for all requests; nil if that is not limited.
  private let share: (any MemoryShare)?
  /// Bytes that the share covers.
  private var covered: Int
  /// Bytes, by an estimate that is not below the real use.
  private(set) var bytes = 0
  private var largest: Part?

  /// Creates a sum of 0 against the limits of a request.
  package init(_ limits: RequestLimits) {
    limit = limits.memory
    share = limits.share
    covered = limits.share?.free ?? .max
  }

  /// Whether the request takes more than it may.
  var isExceeded: Bool { bytes > limit }

  /// Adds some bytes.
  package mutating func add(_ more: Int) { bytes = bytes.addingWithinRange(more) }

  /// Reserves the added memory; returns false if the requests that are running leave too little.
  mutating func reserve() -> Bool {
    guard bytes > covered, let share else { return true }
    // Ahead of the need, so that a long body reserves some hundred times and not for each of its values.
    let wanted = min(max(bytes, limit), bytes.addingWithinRange(1 << 20))
    guard share.cover(wanted) else { return false }
    covered = wanted
    return true
  }

  /// Rejects a request that takes more than it may, or than the requests that are running leave.
  ///
  /// - Throws: `tooMuchMemory`, `memoryFull`.
  package mutating func check() throws(Problem) {
    if isExceeded { throw problem() }
    if !reserve() { throw .memoryFull }
  }

  /// Attributes the bytes that were added to a value of the body.
  mutating func note(_ bytes: Int, at pointer: JSONPointer) {
    if bytes > largest?.bytes ?? 0 { largest = Part(pointer: pointer, bytes: bytes) }
  }

  /// The error of a request that takes more than it may: names the estimate, the limit and the largest part, or the
  /// value that is being read if no part is complete.
  func problem(at pointer: JSONPointer? = nil) -> Problem {
    let detail = "The request would take about \(bytes) bytes of memory; a request may take \(limit)."
    let part = largest ?? pointer.map { Part(pointer: $0, bytes: bytes) }
    let faults = part.map {
      [Fault(pointer: $0.pointer.limited, detail: "this takes about \($0.bytes) bytes")]
    }
    return Problem(.tooMuchMemory, detail, faults: faults ?? [])
  }
}

extension Problem {
  /// The error of a request for which the process has too little memory at present.
  package static var memoryFull: Problem {
    Problem(
      .memoryFull, "Other requests and the collections in use take the memory; try again in a moment.",
      headers: [("Retry-After", "1")])
  }
}
