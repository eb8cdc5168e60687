import LayoutEngine

/// A write to one collection, as the caller of a journal asks for it.
public enum JournalWrite: Sendable {
  /// Stores a new collection, and the idempotency key of its request. Fails with `exists`.
  case create(JournalBase, idempotencyKey: String?)
  /// Appends an entry, and stores its idempotency key, if the collection is at the version before the entry's. Fails
  /// with `missing` or `conflict`.
  case append(JournalEntry)
  /// Stores the idempotency key of a request that changed nothing. Fails with `missing`.
  case remember(idempotencyKey: String)
  /// Makes a later state the base. The base before it and that base's entries stay as history; older rows are deleted.
  ///
  /// Does nothing if the state is not later than the present base, or later than the newest version. Fails with
  /// `missing`.
  case compact(JournalBase)
  /// Stores viewports with their positions, and the idempotency key of the request that changed them. Fails with
  /// `missing`, and with `conflict` if the main viewport is among them and the collection is at another version than the
  /// one given with it.
  case saveViewports(ViewportRows, idempotencyKey: String?)
  /// Deletes a collection, also a damaged one. Fails with `missing`, and with `conflict` if a version is given and the
  /// collection is at another one.
  case delete(ifVersion: Int?)
}

/// The versions of a collection that decide which writes it accepts.
public struct CollectionVersions: Hashable, Sendable {
  /// The newest version: that of the newest entry, or of the newest base if no entry is later.
  public var newest: Int
  /// The version of the newest base; nil if the base is lost. Such a collection can only be deleted.
  public var base: Int?

  public init(newest: Int, base: Int?) {
    self.newest = newest
    self.base = base
  }
}

/// A change to the rows of one collection: a row for the collection, rows of bases and rows of entries.
public enum RowChange: Sendable {
  /// Inserts the collection with its first base, and an idempotency key if there is one.
  case create(JournalBase, idempotencyKey: String?)
  /// Inserts an entry, and its idempotency key and viewports if it has any.
  case append(JournalEntry)
  /// Inserts an idempotency key.
  case remember(idempotencyKey: String)
  /// Inserts a base; deletes the bases before the version `oldest`, and the entries up to that version.
  case compact(JournalBase, oldest: Int)
  /// Inserts, replaces and deletes rows of viewports, and inserts an idempotency key if there is one.
  case saveViewports(ViewportRows, idempotencyKey: String?)
  /// Deletes all rows of the collection.
  case delete
}

/// The rules of a journal: which writes a collection accepts, and what they change.
extension JournalWrite {
  /// Returns the change that this write makes to a collection with these versions; nil if it changes nothing.
  ///
  /// - Parameter versions: nil if the collection does not exist.
  /// - Throws: `exists`, `missing`, `conflict` or `damaged` for a write that the collection does not accept.
  func change(at versions: CollectionVersions?) throws(JournalError) -> RowChange? {
    if case .create(let base, let idempotencyKey) = self {
      guard versions == nil else { throw .exists }
      return .create(base, idempotencyKey: idempotencyKey)
    }
    guard let versions else { throw .missing }
    if case .delete(let expected) = self {
      try versions.expect(expected ?? versions.newest)
      return .delete
    }
    guard let oldBase = versions.base else { throw .noBase }
    switch self {
    case .create, .delete: return nil
    case .append(let entry):
      try versions.expect(entry.version - 1)
      return .append(entry)
    case .remember(let idempotencyKey): return .remember(idempotencyKey: idempotencyKey)
    case .compact(let base):
      guard base.state.version > oldBase, base.state.version <= versions.newest else { return nil }
      return .compact(base, oldest: oldBase)
    case .saveViewports(let rows, let idempotencyKey):
      if let main = rows.main { try versions.expect(main.version) }
      return .saveViewports(rows, idempotencyKey: idempotencyKey)
    }
  }

  /// The approximate number of bytes that the write stores.
  var byteCount: Int {
    switch self {
    case .create(let base, _), .compact(let base): base.byteCount
    case .append(let entry): entry.byteCount + (entry.viewports?.byteCount ?? 0)
    case .saveViewports(let rows, _): rows.byteCount
    case .remember, .delete: 0
    }
  }
}

extension RowChange {
  /// Returns the versions of the collection after this change; nil if it is deleted.
  func versions(after versions: CollectionVersions?) -> CollectionVersions? {
    switch self {
    case .create(let base, _): CollectionVersions(newest: base.state.version, base: base.state.version)
    case .append(let entry): CollectionVersions(newest: entry.version, base: versions?.base)
    case .compact(let base, _):
      CollectionVersions(newest: versions?.newest ?? base.state.version, base: base.state.version)
    case .remember, .saveViewports: versions
    case .delete: nil
    }
  }
}

extension CollectionVersions {
  fileprivate func expect(_ version: Int) throws(JournalError) {
    guard version == newest else { throw .conflict(version: newest) }
  }
}

extension JournalError {
  static var noBase: JournalError { .damaged("The collection has no base.") }
}
