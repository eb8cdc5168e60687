/// Closes idle connections when others need their places, the longest idle first.
///
/// Only the thread that accepts connections uses it.
struct IdleConnections {
  private typealias Rest = (connection: Connection, since: ContinuousClock.Instant)

  private let registry: ConnectionRegistry
  /// How long a connection must have been idle: a client that has just connected, or has just got a response, is about to
  /// send a request.
  private let age: Duration
  /// Connections that were idle at the last look, the longest idle last.
  private var found: [Rest] = []
  /// The connection that was closed last, until its event thread has noticed.
  private var closing: Connection?

  init(_ registry: ConnectionRegistry, age: Duration) {
    self.registry = registry
    self.age = age
  }

  /// Shuts down the connection that has been idle for longest, unless none has been for long enough, or the last one that
  /// was shut down still has its place.
  ///
  /// - Complexity: O(*n* log *n*) in the number of connections, once for many calls; otherwise O(1).
  mutating func closeOne() {
    if let closing, !closing.isClosed { return }
    closing = closeFirst()
    if closing == nil {
      look()
      closing = closeFirst()
    }
  }

  /// Forgets all connections.
  mutating func clear() { (found, closing) = ([], nil) }

  private mutating func look() {
    let end = ContinuousClock.now - age
    let idle = registry.all.compactMap { connection -> Rest? in
      guard let since = connection.idleSince, since <= end else { return nil }
      return (connection: connection, since: since)
    }
    found = Array(idle.sorted { $0.since > $1.since }.suffix(Self.batch))
  }

  private mutating func closeFirst() -> Connection? {
    while let (connection, since) = found.popLast() {
      if connection.cutIfIdle(since: since) { return connection }
    }
    return nil
  }

  /// Connections that one look finds: enough to make looks rare, and few to hold on to.
  private static var batch: Int { 64 }
}
