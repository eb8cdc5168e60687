import Synchronization

/// Every open connection of a server.
final class ConnectionRegistry: Sendable {
  private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

  func add(_ connection: Connection) {
    connections.withLock { $0[ObjectIdentifier(connection)] = connection }
  }

  func remove(_ connection: Connection) {
    _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  var count: Int { connections.withLock { $0.count } }

  /// The connections of this moment. They are looked at outside the lock: each has one of its own.
  var all: [Connection] { connections.withLock { Array($0.values) } }
}
