import Support
import Synchronization

/// Notes of an endpoint about a call, for the metrics and the log.
final class CallNotes: Sendable {
  private struct State {
    var layoutKind = ""
    var items = 0
    var touched: Int?
  }

  private let state = Mutex(State())

  var layoutKind: String { state.withLock { $0.layoutKind } }
  var items: Int { state.withLock { $0.items } }

  /// The number of elements that were examined, if it is reported.
  var touched: Int? { state.withLock { $0.touched } }

  func touched(_ count: Int) { state.withLock { $0.touched = count } }

  /// Returns the computing time and the number of examined elements, for developers' tools (W3C Server Timing).
  func timing(
    from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
  ) -> (name: String, value: String) {
    let microseconds = Int((end - start).seconds * 1_000_000)
    let duration = "compute;dur=\(microseconds / 1000).\(String(1000 + microseconds % 1000).dropFirst())"
    return ("Server-Timing", duration + (touched.map { ", elements;desc=\"\($0)\"" } ?? ""))
  }

  func laidOut(_ kind: String, items: Int) {
    state.withLock {
      $0.layoutKind = kind
      $0.items = items
    }
  }
}
