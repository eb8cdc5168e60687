import LayoutEngine
import Support
import Synchronization

/// Stores collections in memory, as long as the process lives. Every call settles before it returns.
///
/// Entries share with the base what they did not change, so that an entry takes as much memory as its change.
public final class MemoryJournal: Journal {
  private let collections = Mutex<[CollectionKey: MemoryRows]>([:])

  public init() {}

  public func write(_ write: JournalWrite, to key: CollectionKey) -> Pending<Void, JournalError> {
    collections.withLock { collections in
      do throws(JournalError) {
        try write.apply(to: &collections[key])
        return .done
      } catch {
        return Pending(.failure(error))
      }
    }
  }

  public func load(_ key: CollectionKey) -> Pending<JournalRecord?, JournalError> {
    history(key, since: .max)
  }

  public func history(
    _ key: CollectionKey, since version: Int
  ) -> Pending<JournalRecord?, JournalError> {
    Pending(.success(collections.withLock { $0[key] }?.record(since: version)))
  }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> {
    Pending(.success(collections.withLock { $0[key]?.head }))
  }

  /// - Complexity: O(n log n) for n collections of all owners.
  public func ids(of owner: String, after id: String?, limit: Int) -> Pending<[String], JournalError> {
    let ids = collections.withLock { collections in
      collections.keys.filter { $0.owner == owner }.map(\.id)
    }
    return Pending(.success(Array(ids.filter { $0 > id ?? "" }.sorted().prefix(max(0, limit)))))
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> {
    let usage: [String: CollectionUsage] = collections.withLock { collections in
      collections.reduce(into: [:]) { usage, collection in
        usage[collection.key.owner, default: CollectionUsage()].collections += 1
        usage[collection.key.owner, default: CollectionUsage()].items += collection.value.head.itemCount
      }
    }
    return Pending(.success(usage))
  }

  public func idempotencyKeys(of key: CollectionKey) -> Pending<[String], JournalError> {
    Pending(.success(collections.withLock { $0[key] }?.idempotencyKeys ?? []))
  }

  /// Does nothing: there is nothing to release, and the collections stay as long as the journal.
  public func close() {}
}

/// The rows of one collection, decoded.
struct MemoryRows: Sendable {
  private struct Base {
    var state: CollectionState
    var byteCount: Int

    init(_ base: JournalBase) {
      state = base.state
      byteCount = base.byteCount
    }
  }

  /// In the order of their versions; the last one is the newest. There is always one.
  private var bases: [Base]
  /// The entries after the oldest base, in the order of their versions.
  private var entries: [JournalEntry] = []
  private var position: (version: Int, main: Viewport)?
  /// The viewports other than the main one, by name.
  private var viewports: [String: Viewport] = [:]

  private var recentKeys = RecentKeys()

  fileprivate init(_ base: JournalBase, idempotencyKey: String?) {
    bases = [Base(base)]
    remember(idempotencyKey)
  }

  var idempotencyKeys: [String] { recentKeys.fromOldest }

  private var newestBase: CollectionState { bases[bases.count - 1].state }

  var versions: CollectionVersions {
    CollectionVersions(newest: entries.last?.version ?? newestBase.version, base: newestBase.version)
  }

  var head: JournalHead {
    if let entry = entries.last { return JournalHead(version: entry.version, itemCount: entry.itemCount) }
    return JournalHead(version: newestBase.version, itemCount: newestBase.sections.itemCount)
  }

  /// Returns the newest base that is not later than a version, and all entries on top of it; nil if no base is so early.
  ///
  /// - Complexity: O(n) for n entries.
  func record(since version: Int) -> JournalRecord? {
    guard let base = bases.last(where: { $0.state.version <= version }) else { return nil }
    let newest = versions.newest
    var record = JournalRecord(
      base: base.state, entries: Array(entries.suffix(newest - base.state.version)),
      main: position.flatMap { $0.version == newest ? $0.main : nil }, baseByteCount: base.byteCount)
    record.viewports = viewports
    return record
  }
}

extension JournalWrite {
  /// Makes this write to the rows of a collection; nil stands for a collection that does not exist.
  ///
  /// - Throws: `exists`, `missing`, `conflict` or `damaged` for a write that the collection does not accept.
  fileprivate func apply(to rows: inout MemoryRows?) throws(JournalError) {
    if let change = try change(at: rows?.versions) { change.apply(to: &rows) }
  }
}

extension RowChange {
  /// Makes this change to the rows of a collection; nil stands for a collection that does not exist.
  func apply(to rows: inout MemoryRows?) {
    switch self {
    case .create(let base, let key): rows = MemoryRows(base, idempotencyKey: key)
    case .delete: rows = nil
    case .append, .remember, .compact, .saveViewports: rows?.apply(self)
    }
  }
}

extension MemoryRows {
  fileprivate mutating func apply(_ change: RowChange) {
    switch change {
    case .create, .delete: break
    case .append(let entry):
      entries.append(entry.withoutBytes())
      remember(entry.idempotencyKey)
      if let viewports = entry.viewports { save(viewports) }
    case .remember(let key): remember(key)
    case .compact(let base, let oldest):
      bases.removeAll { $0.state.version < oldest }
      bases.append(Base(base))
      entries.removeAll { $0.version <= oldest }
    case .saveViewports(let rows, let key):
      save(rows)
      remember(key)
    }
  }

  private mutating func save(_ rows: ViewportRows) {
    if let main = rows.main { position = (main.version, main.viewport) }
    if rows.isWhole { viewports = [:] }
    for name in rows.removed { viewports[name] = nil }
    viewports.merge(rows.saved) { $1 }
  }

  fileprivate mutating func remember(_ idempotencyKey: String?) {
    if let idempotencyKey { recentKeys.add(idempotencyKey) }
  }
}
