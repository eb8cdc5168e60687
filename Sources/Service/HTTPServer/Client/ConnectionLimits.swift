import Support
import Synchronization

/// Counts the open connections, in all and of each address, against limits.
///
/// libmicrohttpd has such limits of its own, but for one daemon alone, and without exceptions: behind a proxy all
/// clients have one address.
final class ConnectionLimits: Sendable {
  private struct State {
    var total = 0
    var byAddress: [String: Int] = [:]
    /// Whether a connection waits for another to close.
    var isAwaited = false
  }

  private let limit: Int
  /// 0 is no limit.
  private let addressLimit: Int
  private let exempt: TrustedProxies
  /// Raised when a connection is closed that another waits for.
  private let roomSignal: WakeSignal
  private let state = Mutex(State())

  init(limit: Int, addressLimit: Int, exempt: TrustedProxies, roomSignal: WakeSignal) {
    self.limit = limit
    self.addressLimit = addressLimit
    self.exempt = exempt
    self.roomSignal = roomSignal
  }

  /// Returns whether one more connection may be accepted; if not, the signal is raised once there is room.
  func hasRoom() -> Bool {
    state.withLock { state in
      state.isAwaited = state.total >= limit
      return !state.isAwaited
    }
  }

  /// Counts a connection; false, and not counted, if its address has as many as it may have.
  func open(_ address: String) -> Bool {
    let isExempt = addressLimit == 0 || exempt.contains(address)
    return state.withLock { state in
      let count = state.byAddress[address, default: 0]
      guard isExempt || count < addressLimit else { return false }
      state.total += 1
      state.byAddress[address] = count + 1
      return true
    }
  }

  /// Counts a connection out.
  func closed(_ address: String) {
    let isAwaited = state.withLock { state in
      state.total -= 1
      let count = state.byAddress[address, default: 0]
      state.byAddress[address] = count > 1 ? count - 1 : nil
      return state.isAwaited
    }
    if isAwaited { roomSignal.raise() }
  }
}
