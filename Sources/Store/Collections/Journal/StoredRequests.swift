import Support

/// The requests with an `Idempotency-Key` that a journal in memory stores: each for as long as `RequestRetention` says.
struct StoredRequests: Sendable {
  private struct Stored {
    var request: StoredRequest
    /// In seconds since 1970.
    var time: Int
  }

  private var requests: [RequestKey.Name: Stored] = [:]
  /// The names of each owner's requests, oldest first.
  private var order: [String: Deque<RequestKey.Name>] = [:]

  /// Returns the request of a name; nil if there is none.
  func find(_ name: RequestKey.Name, at time: Int) -> StoredRequest? {
    guard let found = requests[name], time - found.time < RequestRetention.seconds else { return nil }
    return found.request
  }

  /// Adds a request, and removes the owner's requests that are too old or too many.
  ///
  /// - Throws: `repeated` if there is one of that name.
  /// - Complexity: O(1) amortized.
  mutating func add(
    _ request: StoredRequest, named name: RequestKey.Name, at time: Int
  ) throws(JournalError) {
    if let found = find(name, at: time) { throw .repeated(found) }
    var names = order.removeValue(forKey: name.owner) ?? Deque()
    // One that has expired has to leave its position in the order.
    while let oldest = names.first, isObsolete(oldest, among: names.count, at: time) {
      requests[names.removeFirst()] = nil
    }
    if requests.updateValue(Stored(request: request, time: time), forKey: name) == nil { names.append(name) }
    order[name.owner] = names
  }

  /// Removes all requests of an owner.
  ///
  /// - Complexity: O(n) for n requests of the owner.
  mutating func removeAll(of owner: String) {
    var names = order.removeValue(forKey: owner) ?? Deque()
    while let name = names.popFirst() { requests[name] = nil }
  }

  /// Gives the requests of an owner to another, except those of names that the other has.
  ///
  /// - Complexity: O(n log n) for n requests of both.
  mutating func reassign(_ owner: String, to other: String) {
    var given = order.removeValue(forKey: owner) ?? Deque()
    var names = order.removeValue(forKey: other) ?? Deque()
    var moved: [RequestKey.Name] = []
    while let name = names.popFirst() { moved.append(name) }
    while let name = given.popFirst() {
      guard var stored = requests.removeValue(forKey: name) else { continue }
      let newName = RequestKey.Name(owner: other, scope: name.scope, key: name.key)
      guard requests[newName] == nil else { continue }
      stored.request.collection.key.owner = other
      requests[newName] = stored
      moved.append(newName)
    }
    // Stable, so that requests of one second stay in their order.
    moved = moved.enumerated().sorted { first, second in
      let times = (requests[first.element]?.time ?? 0, requests[second.element]?.time ?? 0)
      return times.0 == times.1 ? first.offset < second.offset : times.0 < times.1
    }.map(\.element)
    for name in moved { names.append(name) }
    if !moved.isEmpty { order[other] = names }
  }

  private func isObsolete(_ name: RequestKey.Name, among count: Int, at time: Int) -> Bool {
    count >= RequestRetention.requestsPerOwner || find(name, at: time) == nil
  }
}
