import Collections

/// What a service tells the others after a commit: that a collection has changed, or is gone.
struct Hint: Hashable, Sendable {
  var collection: CollectionIncarnation
  /// The newest version; nil if the collection was deleted.
  var version: Int?

  init(_ collection: CollectionIncarnation, version: Int?) {
    self.collection = collection
    self.version = version
  }

  /// The hint as text: the incarnation, the version, the length of the owner's name, the name and the id.
  var payload: String {
    let key = collection.key
    return "\(collection.number) \(version ?? 0) \(key.owner.utf8.count) \(key.owner)\(key.id)"
  }

  /// Reads the text of a hint; nil if it is none.
  init?(payload: String) {
    let parts = payload.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let number = Int(parts[0]), let version = Int(parts[1]),
      let length = Int(parts[2]), length >= 0, length <= parts[3].utf8.count
    else { return nil }
    let bytes = Array(parts[3].utf8)
    let key = CollectionKey(
      owner: String(decoding: bytes[..<length], as: UTF8.self),
      id: String(decoding: bytes[length...], as: UTF8.self))
    collection = CollectionIncarnation(key, number)
    self.version = version > 0 ? version : nil
  }

  /// The largest text that a server passes on, in bytes.
  static var payloadLimit: Int { 7999 }
}
