import TestSupport

/// The state of a service after it was killed, compared with the responses that clients got before.
enum KeptState {
  /// Compares, and lets the clients find out whether their changes without a response were made.
  ///
  /// - Returns: the problems found.
  static func compare(
    _ clients: inout [ChangingClient], with service: RunningService
  ) throws -> [String] {
    let connection = try service.client()
    var faults: [String] = []
    for collection in ChangingClient.shared {
      guard let seen = SeenList(collection, over: connection) else {
        faults.append("\(collection) is not there")
        continue
      }
      if !seen.isWhole || Set(seen.ids).count != seen.ids.count {
        faults.append("\(collection) is not whole")
      }
      let ids = Set(seen.ids)
      for index in clients.indices { faults += clients[index].compareBatches(of: collection, with: ids) }
      let known = clients.compactMap { $0.versions[collection] }.max() ?? 1
      faults += history(of: collection, from: known, to: seen.version, over: connection)
      let batches = clients.flatMap(\.batches).filter {
        $0.key.collection == collection && $0.value == .there
      }
      if batches.count * 3 != seen.ids.count { faults.append("\(collection) has items that nobody sent") }
    }
    for index in clients.indices { faults += clients[index].compareOwn(over: connection) }
    return faults
  }

  private static func history(
    of collection: String, from known: Int, to version: Int, over connection: HTTPClient
  ) -> [String] {
    guard version >= known else { return ["\(collection) is at \(version), and was at \(known)"] }
    let answer = connection.request("GET", "/v1/collections/\(collection)/history?since=\(known)&scope=all")
    let diffs = answer?.json?["diffs"]?.elements
    let versions = diffs?.map { [$0["fromVersion"]?.int, $0["version"]?.int] }
    let expected = (known..<version).map { [$0, $0 + 1] }
    return versions == expected
      ? [] : ["\(collection) tells \(versions.map { "\($0)" } ?? "nothing") from \(known) to \(version)"]
  }
}

extension ChangingClient {
  fileprivate mutating func compareBatches(of collection: String, with ids: Set<String>) -> [String] {
    var faults: [String] = []
    for (batch, standing) in batches where batch.collection == collection {
      let found = batch.ids.count { ids.contains($0) }
      switch (standing, found) {
      case (.there, 3): break
      case (.gone, 0): batches[batch] = nil
      case (.unknown, 0): batches[batch] = nil
      case (.unknown, 3): batches[batch] = .there
      default: faults.append("\(batch) was \(standing) and has \(found) items")
      }
    }
    return faults
  }

  fileprivate mutating func compareOwn(over connection: HTTPClient) -> [String] {
    var faults: [String] = []
    for (id, standing) in own {
      let status = connection.request("GET", "/v1/collections/\(id)")?.status
      switch (standing, status) {
      case (.there, 200): break
      case (.unknown, 200): own[id] = .there
      case (.gone, 404), (.unknown, 404): own[id] = nil
      default: faults.append("\(id) was \(standing) and answers \(status ?? 0)")
      }
    }
    return faults
  }
}
