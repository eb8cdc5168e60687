/// The names that the members of an object may have, for looking up many keys.
public struct JSONKeyTable: Sendable {
  private struct Entry: Sendable {
    var prefix: UInt64
    var count: Int
    /// The bytes behind the first eight.
    var rest: [UInt8]
  }

  private let entries: ContiguousArray<Entry>

  /// Creates a table of names.
  ///
  /// - Complexity: O(n) for n names.
  public init(_ names: [String]) {
    entries = ContiguousArray(
      names.map { name in
        let utf8 = Array(name.utf8)
        let prefix = utf8.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Entry(prefix: prefix, count: utf8.count, rest: Array(utf8.dropFirst(8)))
      })
  }

  /// Returns the index of the name that a key has; nil if the table does not have it.
  ///
  /// - Complexity: O(n) for n names: some nanoseconds for ten.
  public func index(of key: JSONKey) -> Int? {
    if key.hasEscapes {
      return JSONUnescaping.bytes(of: key.raw).withUnsafeBufferPointer { utf8 in
        // An escape stands for one byte at least, so that there is an address.
        guard let start = utf8.baseAddress else { return nil }
        return index(
          of: JSONKey(start: start, count: utf8.count, hasEscapes: false, end: start + utf8.count))
      }
    }
    return entries.withUnsafeBufferPointer { entries in
      for place in entries.indices
      where entries[place].prefix == key.prefix && entries[place].count == key.count {
        if key.count <= 8 || entries[place].rest.elementsEqual(key.raw.dropFirst(8)) { return place }
      }
      return nil
    }
  }
}
