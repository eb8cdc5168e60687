import Synchronization

/// What an endpoint notes of a call, for the metrics and the log.
final class CallNotes: Sendable {
  private struct State {
    var layoutKind = ""
    var items = 0
  }

  private let state = Mutex(State())

  var layoutKind: String { state.withLock { $0.layoutKind } }
  var items: Int { state.withLock { $0.items } }

  func laidOut(_ kind: LayoutKindName, items: Int) {
    state.withLock {
      $0.layoutKind = kind.rawValue
      $0.items = items
    }
  }
}
