import Collections
import Support

extension CollectionKey {
  /// The incarnation that tests create under this key if they name none.
  public var firstIncarnation: CollectionIncarnation {
    var number: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(owner)/\(id)".utf8 { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return CollectionIncarnation(self, Int(number >> 2) + 1)
  }
}

extension RequestKey {
  /// Creates the key of a request by some caller.
  public init(_ key: String, of owner: String = "", scope: String = "", body: String = "") {
    self.init(Name(owner: owner, scope: scope, key: key), fingerprint: Array(body.utf8))
  }
}

/// Writes to whichever collection has a key.
extension Journal {
  private func incarnation(of key: CollectionKey) -> CollectionIncarnation {
    let head = try? head(of: key).wait()
    return head.map { CollectionIncarnation(key, $0.incarnation) } ?? key.firstIncarnation
  }

  public func create(
    _ key: CollectionKey, _ base: JournalBase, request: RequestKey? = nil
  ) -> Pending<Void, JournalError> { create(key.firstIncarnation, base, request: request) }

  public func append(_ entry: JournalEntry, to key: CollectionKey) -> Pending<Void, JournalError> {
    append(entry, to: incarnation(of: key))
  }

  public func remember(_ request: RequestKey, of key: CollectionKey) -> Pending<Void, JournalError> {
    remember(request, of: incarnation(of: key))
  }

  public func compact(_ key: CollectionKey, to base: JournalBase) -> Pending<Void, JournalError> {
    compact(incarnation(of: key), to: base)
  }

  public func saveViewports(
    of key: CollectionKey, _ rows: ViewportRows, request: RequestKey? = nil
  ) -> Pending<Void, JournalError> { saveViewports(of: incarnation(of: key), rows, request: request) }

  public func delete(
    _ key: CollectionKey, ifVersion version: Int?, request: RequestKey? = nil
  ) -> Pending<Void, JournalError> { delete(incarnation(of: key), ifVersion: version, request: request) }

  /// Returns the request that was stored under a key.
  public func stored(_ key: String, of owner: String = "") throws -> StoredRequest? {
    try stored(RequestKey.Name(owner: owner, key: key)).wait()
  }
}
