import LayoutEngine

/// A write to one collection, as the caller of a journal asks for it.
///
/// With the write, a journal stores the request that asks for it, if there is one. It fails with `repeated` and changes
/// nothing if the journal has a request of that name.
public enum JournalWrite: Sendable {
  /// Stores a new collection. Fails with `exists`.
  case create(JournalBase, request: RequestKey?)
  /// Appends an entry if the collection is at the version before the entry's. Fails with `missing` or `conflict`.
  case append(JournalEntry)
  /// Appends an entry as `append` does, and makes the state after it the only base: no entry and no base before it stays,
  /// nor any of their bytes where the journal can say so.
  case erase(JournalEntry, base: JournalBase)
  /// Stores a request that changed nothing. Fails with `missing`.
  case remember(RequestKey)
  /// Makes a later state the base. The base before it and that base's entries stay as history; older rows are deleted.
  ///
  /// Does nothing if the state is not later than the present base, or later than the newest version. Fails with
  /// `missing`, and with `conflict`, which names the present base, if that is not the one to replace: where several
  /// stores find a base due, only one of them makes it, or the history would end earlier than promised.
  case compact(JournalBase, replacing: Int?)
  /// Deletes the bases before that of a version, and the entries up to it, so that nothing of them stays. Does nothing if
  /// the newest base is another. Fails with `missing`.
  case forget(before: Int)
  /// Stores viewports with their positions. Fails with `missing`, and with `conflict` if the main viewport is among them
  /// and the collection is at another version than the one given with it.
  case saveViewports(ViewportRows, request: RequestKey?)
  /// Deletes a collection, also a damaged one. Fails with `missing`, and with `conflict` if a version is given and the
  /// collection is at another one.
  ///
  /// With `erases`, no bytes of the collection stay where the journal can say so.
  case delete(ifVersion: Int?, request: RequestKey?, erases: Bool = false)
}

/// The incarnation of a collection and the versions that decide which writes it accepts.
public struct CollectionVersions: Hashable, Sendable {
  /// The number of the incarnation.
  public var incarnation: Int
  /// The newest version: that of the newest entry, or of the newest base if no entry is later.
  public var newest: Int
  /// The version of the newest base; nil if the base is lost. Such a collection can only be deleted.
  public var base: Int?

  /// Creates the versions of a collection; a base of nil is one that is lost.
  public init(incarnation: Int, newest: Int, base: Int?) {
    self.incarnation = incarnation
    self.newest = newest
    self.base = base
  }
}

/// A change to the rows of one collection: a row for the collection, rows of bases and rows of entries.
public enum RowChange: Sendable {
  /// Inserts the collection with its first base.
  case create(JournalBase)
  /// Inserts an entry, and its viewports if it has any.
  case append(JournalEntry)
  /// Makes the version of an entry with a base in its place; deletes all other bases and entries, and leaves nothing of
  /// them in the store.
  case erase(JournalEntry, base: JournalBase)
  /// Changes no row of the collection: the write stores its request alone.
  case remember
  /// Inserts a base; deletes the bases before the version `oldest`, and the entries up to that version.
  case compact(JournalBase, oldest: Int)
  /// Deletes the bases before a version and the entries up to it, and leaves nothing of them in the store.
  case forget(before: Int)
  /// Inserts, replaces and deletes rows of viewports.
  case saveViewports(ViewportRows)
  /// Deletes all rows of the collection; with `erases`, nothing of them stays in the store.
  case delete(erases: Bool)
}

/// The rules of a journal: which writes a collection accepts, and what they change.
extension JournalWrite {
  /// Returns the change that this write makes to a collection with these versions; nil if it changes nothing.
  ///
  /// - Parameters:
  ///   - collection: the collection that the write is for.
  ///   - versions: nil if no collection has that key.
  /// - Throws: `exists`, `missing`, `conflict` or `damaged` for a write that the collection does not accept.
  func change(
    to collection: CollectionIncarnation, at versions: CollectionVersions?
  ) throws(JournalError) -> RowChange? {
    if case .create(let base, _) = self {
      guard versions == nil else { throw .exists }
      return .create(base)
    }
    guard let versions, versions.incarnation == collection.number else { throw .missing }
    if case .delete(let expected, _, let erases) = self {
      try versions.expect(expected ?? versions.newest)
      return .delete(erases: erases)
    }
    guard let oldBase = versions.base else { throw .noBase }
    switch self {
    case .create, .delete: return nil
    case .append(let entry):
      try versions.expect(entry.version - 1)
      return .append(entry)
    case .erase(let entry, let base):
      try versions.expect(entry.version - 1)
      return .erase(entry, base: base)
    case .remember: return .remember
    case .compact(let base, let replaced):
      guard base.state.version > oldBase, base.state.version <= versions.newest else { return nil }
      guard replaced == nil || replaced == oldBase else { throw .conflict(version: oldBase) }
      return .compact(base, oldest: oldBase)
    case .forget(let version): return version == oldBase ? .forget(before: version) : nil
    case .saveViewports(let rows, _):
      if let main = rows.main { try versions.expect(main.version) }
      return .saveViewports(rows)
    }
  }

  /// The request that asks for the write, if it has an `Idempotency-Key`.
  public var request: RequestKey? {
    switch self {
    case .create(_, let request), .saveViewports(_, let request), .delete(_, let request, _): request
    case .append(let entry), .erase(let entry, _): entry.request
    case .remember(let request): request
    case .compact, .forget: nil
    }
  }

  /// The approximate number of bytes that the write stores.
  package var byteCount: Int {
    switch self {
    case .create(let base, _), .compact(let base, _): base.byteCount
    case .append(let entry): entry.byteCount + (entry.viewports?.byteCount ?? 0)
    case .erase(let entry, let base): base.byteCount + entry.byteCount + (entry.viewports?.byteCount ?? 0)
    case .saveViewports(let rows, _): rows.byteCount
    case .remember, .forget, .delete: 0
    }
  }
}

extension RowChange {
  /// Whether it deletes the collection.
  package var isDeletion: Bool { if case .delete = self { true } else { false } }

  /// Whether nothing of the rows that it deletes may stay in the store.
  package var erases: Bool {
    switch self {
    case .erase, .forget: true
    case .delete(let erases): erases
    case .create, .append, .remember, .compact, .saveViewports: false
    }
  }

  /// The approximate number of bytes that the change stores.
  package var byteCount: Int {
    switch self {
    case .create(let base), .compact(let base, _): base.byteCount
    case .append(let entry): entry.byteCount + (entry.viewports?.byteCount ?? 0)
    case .erase(let entry, let base): base.byteCount + entry.byteCount + (entry.viewports?.byteCount ?? 0)
    case .saveViewports(let rows): rows.byteCount
    case .remember, .forget, .delete: 0
    }
  }

  /// Returns the versions of the collection after this change; nil if it is deleted.
  func versions(
    of collection: CollectionIncarnation, after versions: CollectionVersions?
  ) -> CollectionVersions? {
    switch self {
    case .create(let base):
      CollectionVersions(
        incarnation: collection.number, newest: base.state.version, base: base.state.version)
    case .append(let entry):
      CollectionVersions(incarnation: collection.number, newest: entry.version, base: versions?.base)
    case .erase(let entry, _):
      CollectionVersions(incarnation: collection.number, newest: entry.version, base: entry.version)
    case .compact(let base, _):
      CollectionVersions(
        incarnation: collection.number, newest: versions?.newest ?? base.state.version,
        base: base.state.version)
    case .remember, .forget, .saveViewports: versions
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
  /// The error of a collection whose base is lost.
  package static var noBase: JournalError { .damaged("The collection has no base.") }
}
