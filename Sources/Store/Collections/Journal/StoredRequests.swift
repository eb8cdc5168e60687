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

  private func isObsolete(_ name: RequestKey.Name, among count: Int, at time: Int) -> Bool {
    count >= RequestRetention.requestsPerOwner || find(name, at: time) == nil
  }
}
