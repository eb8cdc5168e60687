/// What an open connection does.
public enum ConnectionActivity: String, CaseIterable, Sendable {
  /// It waits for the first line of a request.
  case idle
  /// A request is arriving.
  case reading
  /// A request has arrived; its response is being computed or sent.
  case working
  /// A stream is being sent.
  case streaming
  /// It is about to be closed.
  case closing
}

extension Server {
  /// Returns how many connections are open, by what they do.
  ///
  /// - Complexity: O(n) in the number of connections.
  public func connectionCounts() -> [ConnectionActivity: Int] {
    var counts: [ConnectionActivity: Int] = [:]
    for connection in core.registry.all { counts[connection.activity, default: 0] += 1 }
    return counts
  }
}

extension Connection {
  fileprivate var activity: ConnectionActivity { state.withLock { $0.activity } }
}

extension Connection.State {
  fileprivate var activity: ConnectionActivity {
    switch phase {
    case .idle: .idle
    case .arriving: isIdle ? .idle : .reading
    case .working: stream == nil ? .working : .streaming
    case .cut, .closed: .closing
    }
  }
}
