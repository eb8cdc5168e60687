import LayoutEngine
import Support
import Synchronization

/// Stores collections in memory, as long as the process lives. Every call settles before it returns.
///
/// Entries share with the base what they did not change, so that an entry takes as much memory as its change.
public final class MemoryJournal: Journal {
  private struct State {
    var collections: [CollectionKey: MemoryRows] = [:]
    var requests = StoredRequests()
  }

  private let state = Mutex(State())
  public let isExclusive: Bool
  /// The time in seconds since 1970.
  private let now: @Sendable () -> Int

  /// Creates a journal for one store, or for several of this process.
  ///
  /// - Parameter isExclusive: whether only one store uses the journal.
  public convenience init(isExclusive: Bool = true) {
    self.init(isExclusive: isExclusive) { Int(UnixTime.milliseconds / 1000) }
  }

  init(isExclusive: Bool = true, now: @escaping @Sendable () -> Int) {
    self.isExclusive = isExclusive
    self.now = now
  }

  public func write(
    _ write: JournalWrite, to collection: CollectionIncarnation
  ) -> Pending<Void, JournalError> {
    state.withLock { state in
      do throws(JournalError) {
        let versions = state.collections[collection.key]?.versions
        guard let change = try write.change(to: collection, at: versions) else { return .done }
        let row = RowWrite(collection: collection, versions: versions, change: change, request: write.request)
        if let request = row.request, let stored = row.storedRequest {
          try state.requests.add(stored, named: request.name, at: now())
        }
        change.apply(to: &state.collections[collection.key], of: collection.number, at: now())
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
    Pending(.success(state.withLock { $0.collections[key] }?.record(since: version)))
  }

  public func head(of key: CollectionKey) -> Pending<JournalHead?, JournalError> {
    Pending(.success(state.withLock { $0.collections[key]?.head }))
  }

  /// - Complexity: O(n log n) for n collections of all owners.
  public func ids(
    of owner: String, in times: TimeFilter, after id: String?, limit: Int
  ) -> Pending<[String], JournalError> {
    let ids = state.withLock { state in
      state.collections.compactMap { key, rows in
        key.owner == owner && times.takes(rows.times) ? key.id : nil
      }
    }
    return Pending(.success(Array(ids.filter { $0 > id ?? "" }.sorted().prefix(max(0, limit)))))
  }

  public func usage() -> Pending<[String: CollectionUsage], JournalError> {
    let usage: [String: CollectionUsage] = state.withLock { state in
      state.collections.reduce(into: [:]) { usage, collection in
        usage[collection.key.owner, default: CollectionUsage()].collections += 1
        usage[collection.key.owner, default: CollectionUsage()].items += collection.value.head.itemCount
      }
    }
    return Pending(.success(usage))
  }

  public func byteCounts() -> Pending<[CollectionIncarnation: Int], JournalError> {
    let collections = state.withLock { $0.collections }
    var found: [CollectionIncarnation: Int] = [:]
    for (key, rows) in collections {
      guard let record = rows.record(since: .max) else { continue }
      let counts = record.byteCounts
      found[CollectionIncarnation(key, record.incarnation)] = counts.base + counts.entries
    }
    return Pending(.success(found))
  }

  public func reassign(_ owner: String, to other: String) -> Pending<Reassignment, JournalError> {
    let outcome = state.withLock { state in
      var outcome = Reassignment(moved: 0, left: 0)
      for key in state.collections.keys where key.owner == owner {
        let moved = CollectionKey(owner: other, id: key.id)
        guard state.collections[moved] == nil else {
          outcome.left += 1
          continue
        }
        state.collections[moved] = state.collections.removeValue(forKey: key)
        outcome.moved += 1
      }
      state.requests.reassign(owner, to: other)
      return outcome
    }
    return Pending(.success(outcome))
  }

  /// - Complexity: O(n log n) for n collections of all owners.
  public func histories(
    olderThan seconds: Int, after number: Int, limit: Int
  ) -> Pending<[StoredHistory], JournalError> {
    let time = now() - seconds
    let found = state.withLock { state in
      state.collections.compactMap { key, rows in rows.baseTime <= time ? rows.history(of: key) : nil }
    }
    let rest = found.filter { $0.collection.number > number }
      .sorted { $0.collection.number < $1.collection.number }
    return Pending(.success(Array(rest.prefix(limit))))
  }

  public func deleteRequests(of owner: String) -> Pending<Void, JournalError> {
    state.withLock { $0.requests.removeAll(of: owner) }
    return .done
  }

  public func tip(of key: CollectionKey) -> Pending<JournalTip?, JournalError> {
    Pending(.success(state.withLock { $0.collections[key]?.head.tip }))
  }

  public func entries(
    of collection: CollectionIncarnation, after version: Int
  ) -> Pending<[JournalEntry]?, JournalError> {
    let rows = state.withLock { $0.collections[collection.key] }
    guard let rows, rows.head.incarnation == collection.number else { return Pending(.success(nil)) }
    return Pending(.success(rows.entries(after: version)))
  }

  public func stored(_ request: RequestKey.Name) -> Pending<StoredRequest?, JournalError> {
    Pending(.success(state.withLock { $0.requests.find(request, at: now()) }))
  }

  /// Does nothing: there is nothing to release, and the collections stay as long as the journal.
  public func close() {}
}

/// The rows of one collection, decoded.
struct MemoryRows: Sendable {
  private let incarnation: Int
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

  /// When the newest base was made, in seconds since 1970.
  private(set) var baseTime: Int

  fileprivate init(_ base: JournalBase, incarnation: Int, at time: Int) {
    self.incarnation = incarnation
    baseTime = time
    bases = [Base(base)]
  }

  private var newestBase: CollectionState { bases[bases.count - 1].state }

  var versions: CollectionVersions {
    CollectionVersions(
      incarnation: incarnation, newest: entries.last?.version ?? newestBase.version,
      base: newestBase.version)
  }

  var head: JournalHead {
    JournalHead(
      incarnation: incarnation, version: versions.newest,
      itemCount: entries.last?.itemCount ?? newestBase.sections.storedItemCount)
  }

  /// When the collection was created, and its newest version made.
  var times: CollectionTimes {
    CollectionTimes(
      created: newestBase.times.created, updated: entries.last.map(\.time) ?? newestBase.times.updated)
  }

  /// The history of the collection, if it has any.
  func history(of key: CollectionKey) -> StoredHistory? {
    let (newest, base) = (versions.newest, newestBase.version)
    guard newest > base || bases.count > 1 else { return nil }
    return StoredHistory(
      collection: CollectionIncarnation(key, incarnation), newest: newest, base: base,
      hasOlderBase: bases.count > 1)
  }

  /// Returns the newest base that is not later than a version, and all entries on top of it; nil if no base is so early.
  ///
  /// - Complexity: O(n) for n entries.
  func record(since version: Int) -> JournalRecord? {
    guard let base = bases.last(where: { $0.state.version <= version }) else { return nil }
    let newest = versions.newest
    var record = JournalRecord(
      incarnation: incarnation, base: base.state, entries: Array(entries.suffix(newest - base.state.version)),
      main: position.flatMap { $0.version == newest ? $0.main : nil }, baseByteCount: base.byteCount)
    record.viewports = viewports
    return record
  }

  /// Returns the entries after a version; nil if some of them are no longer stored.
  ///
  /// - Complexity: O(n) for n entries.
  func entries(after version: Int) -> [JournalEntry]? {
    guard bases[0].state.version <= version, version <= versions.newest else { return nil }
    return Array(entries.suffix(versions.newest - version))
  }
}

extension RowChange {
  /// Makes this change to the rows of a collection; nil stands for a collection that does not exist.
  ///
  /// - Parameter time: in seconds since 1970.
  func apply(to rows: inout MemoryRows?, of incarnation: Int, at time: Int) {
    switch self {
    case .create(let base): rows = MemoryRows(base, incarnation: incarnation, at: time)
    case .delete: rows = nil
    case .append, .erase, .remember, .compact, .forget, .saveViewports: rows?.apply(self, at: time)
    }
  }
}

extension MemoryRows {
  fileprivate mutating func apply(_ change: RowChange, at time: Int) {
    switch change {
    case .create, .delete, .remember: break
    case .append(let entry):
      entries.append(entry.withoutBytes())
      if let viewports = entry.viewports { save(viewports) }
    case .erase(let entry, let base):
      bases = [Base(base)]
      baseTime = time
      entries = []
      if let viewports = entry.viewports { save(viewports) }
    case .compact(let base, let oldest):
      bases.removeAll { $0.state.version < oldest }
      bases.append(Base(base))
      baseTime = time
      entries.removeAll { $0.version <= oldest }
    case .forget(let version):
      bases.removeAll { $0.state.version < version }
      entries.removeAll { $0.version <= version }
    case .saveViewports(let rows): save(rows)
    }
  }

  private mutating func save(_ rows: ViewportRows) {
    if let main = rows.main { position = (main.version, main.viewport) }
    if rows.isWhole { viewports = [:] }
    for name in rows.removed { viewports[name] = nil }
    viewports.merge(rows.saved) { $1 }
  }
}
