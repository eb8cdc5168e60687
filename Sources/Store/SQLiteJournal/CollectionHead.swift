import Collections

/// The row of a collection: the versions that it has, and the number of its items.
///
/// Its checksum covers the row and the key that the collection was looked up by. An entry and a base have a checksum of
/// their own and their version inside, so with the head every row of a collection can be verified: a row that is lost,
/// changed, or belongs to another collection does not fit.
struct CollectionHead {
  /// The row number, by which the other tables refer to the collection: its incarnation.
  let collection: Int
  /// The newest version.
  var version: Int
  /// The version of the newest base.
  var base: Int
  /// The number of items at the newest version.
  var items: Int
  /// The number of idempotency keys that an earlier version of the service stored for the collection.
  let keys: Int

  /// The columns in the order of `init(_:from:)`.
  static let columns = "collection, version, base, items, keys"

  init(collection: Int, version: Int, items: Int) {
    self.collection = collection
    self.version = version
    base = version
    self.items = items
    keys = 0
  }

  /// Reads the first columns of a row.
  init(_ row: borrowing SQLiteStatement.Row) {
    collection = row.number(0)
    version = row.number(1)
    base = row.number(2)
    items = row.number(3)
    keys = row.number(4)
  }

  /// The checksum of the row.
  func sum(of key: CollectionKey) -> Int {
    RowSum.littleEndian.of(collection, version, base, items, keys, texts: [key.owner, key.id])
  }
}
