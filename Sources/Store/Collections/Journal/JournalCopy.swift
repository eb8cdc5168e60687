import LayoutEngine
import Support

/// Copies the collections of one journal into another, with their histories, incarnations and viewports, and compares
/// both afterwards.
///
/// Nothing else may write to either journal meanwhile: a change during the copy is reported as a difference. Requests
/// with an `Idempotency-Key` are not copied.
public struct JournalCopy: Sendable {
  /// The size of a copy.
  public struct Summary: Hashable, Sendable {
    public var collections = 0
    public var items = 0
    /// The entries, which are the changes that the history has.
    public var changes = 0
  }

  private let source, target: any Journal

  /// The entries that are written at a time: a journal makes them durable together.
  private static var entriesAtOnce: Int { 256 }
  private static var idsAtOnce: Int { 1000 }

  public init(from source: any Journal, to target: any Journal) {
    self.source = source
    self.target = target
  }

  /// Copies everything, and then compares everything.
  ///
  /// - Throws: `notEmpty` if the target has a collection; nothing is written then. After other errors the target has a
  ///   part of the collections.
  /// - Complexity: O(n) for n stored bytes. It takes the memory of the largest collection with its history.
  public func run() throws(JournalCopyError) -> Summary {
    let existing = try usage(of: target).values.reduce(0) { $0 + $1.collections }
    guard existing == 0 else { throw .notEmpty(collections: existing) }
    var summary = Summary()
    try forEachCollection(of: source) { (key) throws(JournalCopyError) in
      guard let stored = try StoredCollection(key, in: source) else { return }
      do throws(JournalError) { try stored.write(to: target, Self.entriesAtOnce) } catch {
        throw .target(key.id, error)
      }
      summary.collections += 1
      summary.items += stored.newest.itemCount
      summary.changes += stored.oldest.entries.count
    }
    try compare()
    return summary
  }

  /// Compares all collections of both journals.
  ///
  /// - Throws: `differs` for the first collection that is not the same in both, and `source` for one that cannot be read.
  public func compare() throws(JournalCopyError) {
    try forEachCollection(of: source) { (key) throws(JournalCopyError) in
      let stored = try StoredCollection(key, in: source)
      guard try StoredCollection(key, in: target)?.form == stored?.form else { throw .differs(key.id) }
    }
    guard try usage(of: source) == usage(of: target) else { throw .differs(nil) }
  }

  private func usage(of journal: any Journal) throws(JournalCopyError) -> [String: CollectionUsage] {
    do throws(JournalError) { return try journal.usage().wait() } catch { throw .source(nil, error) }
  }

  private func forEachCollection(
    of journal: any Journal, _ body: (CollectionKey) throws(JournalCopyError) -> Void
  ) throws(JournalCopyError) {
    for owner in try usage(of: journal).keys.sorted() {
      var last: String?
      while true {
        let ids: [String]
        do throws(JournalError) {
          ids = try journal.ids(of: owner, after: last, limit: Self.idsAtOnce).wait()
        } catch {
          throw .source(nil, error)
        }
        guard let end = ids.last else { break }
        for id in ids { try body(CollectionKey(owner: owner, id: id)) }
        last = end
      }
    }
  }
}

/// The reason why a copy failed.
public enum JournalCopyError: Error, Hashable, Sendable {
  /// The target has collections.
  case notEmpty(collections: Int)
  /// A collection cannot be read; nil if it is none in particular.
  case source(String?, JournalError)
  /// A collection cannot be written.
  case target(String, JournalError)
  /// A collection is not the same in both journals; nil if one of them has others.
  case differs(String?)
}

/// All rows of a collection: it has two bases at most, and entries since the older one.
private struct StoredCollection {
  let key: CollectionKey
  /// The collection since its newest base, and since the one before it; the same if there is none.
  let newest, oldest: JournalRecord

  init?(_ key: CollectionKey, in journal: any Journal) throws(JournalCopyError) {
    do throws(JournalError) {
      guard let newest = try journal.load(key).wait() else { return nil }
      self.key = key
      self.newest = newest
      oldest = try journal.history(key, since: newest.base.version - 1).wait() ?? newest
    } catch {
      throw .source(key.id, error)
    }
  }

  /// Writes the same rows to a journal that does not have the collection.
  func write(to journal: any Journal, _ count: Int) throws(JournalError) {
    let collection = CollectionIncarnation(key, newest.incarnation)
    try journal.create(collection, JournalBase(oldest.base)).wait()
    var rest = oldest.entries[...]
    while !rest.isEmpty {
      for written in rest.prefix(count).map({ journal.append($0.withBytes(), to: collection) }) {
        try written.wait()
      }
      rest = rest.dropFirst(count)
    }
    if oldest.base.version != newest.base.version {
      try journal.compact(collection, to: JournalBase(newest.base)).wait()
    }
    let viewports = ViewportRows(
      main: newest.main.map { ($0, newest.version) }, saved: newest.viewports)
    if !viewports.isEmpty { try journal.saveViewports(of: collection, viewports).wait() }
  }

  /// The stored forms of all parts, which are equal if and only if the collections are.
  var form: [[UInt8]] {
    var form = [
      Array("\(newest.incarnation) \(newest.version)".utf8), oldest.base.stored(), newest.base.stored(),
    ]
    form += oldest.entries.map { $0.stored() }
    form.append(newest.main?.stored() ?? [])
    for (name, viewport) in newest.viewports.sorted(by: { $0.key < $1.key }) {
      form += [Array(name.utf8), viewport.stored()]
    }
    return form
  }
}
