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
    /// The number of collections.
    public var collections = 0
    /// The number of items in all of them.
    public var items = 0
    /// The entries, which are the changes that the history has.
    public var changes = 0
  }

  private let source, target: any Journal

  private static var idsAtOnce: Int { 1000 }

  /// Creates a copy from one journal to another, which `run` carries out.
  public init(from source: any Journal, to target: any Journal) {
    self.source = source
    self.target = target
  }

  /// What a copy does at the moment.
  public enum Phase: Sendable {
    case reading, copying, comparing
  }

  /// Called after each collection, with the number of collections so far in the phase and in all.
  public typealias Progress = (Phase, _ done: Int, _ total: Int) -> Void

  /// Copies everything, and then compares everything.
  ///
  /// - Throws: `notEmpty` if the target has a collection; nothing is written then. After other errors the target has a
  ///   part of the collections.
  /// - Complexity: O(n) for n stored bytes. It takes the memory of the largest collection with its history.
  @discardableResult
  public func run(_ progress: Progress = { _, _, _ in }) throws(JournalCopyError) -> Summary {
    try Self.requireEmpty(target)
    _ = try forEachCollection(.copying, progress) { (stored) throws(JournalCopyError) in
      do throws(JournalError) { try stored.write(to: target) } catch {
        throw .target(stored.key.id, error)
      }
    }
    return try compare(progress)
  }

  /// Compares all collections of both journals.
  ///
  /// - Throws: `differs` for the first collection that is not the same in both, and `source` for one that cannot be read.
  /// - Complexity: O(n) for n stored bytes of both journals.
  @discardableResult
  public func compare(_ progress: Progress = { _, _, _ in }) throws(JournalCopyError) -> Summary {
    let summary = try forEachCollection(.comparing, progress) { (stored) throws(JournalCopyError) in
      guard try StoredCollection(stored.key, in: target)?.form == stored.form else {
        throw .differs(stored.key.id)
      }
    }
    guard try Self.usage(of: source) == Self.usage(of: target) else { throw .differs(nil) }
    return summary
  }

  /// Reads all collections of a journal, as a copy of it would.
  ///
  /// - Throws: `source` for one that cannot be read.
  /// - Complexity: O(n) for n stored bytes.
  public static func survey(
    _ journal: any Journal, _ progress: Progress = { _, _, _ in }
  ) throws(JournalCopyError) -> Summary {
    try JournalCopy(from: journal, to: journal).forEachCollection(.reading, progress) { _ in }
  }

  /// Checks that a journal has no collection.
  ///
  /// - Throws: `notEmpty` if a journal has a collection.
  public static func requireEmpty(_ journal: any Journal) throws(JournalCopyError) {
    let existing = try usage(of: journal).values.reduce(0) { $0 + $1.collections }
    guard existing == 0 else { throw .notEmpty(collections: existing) }
  }

  private static func usage(of journal: any Journal) throws(JournalCopyError) -> [String: CollectionUsage] {
    do throws(JournalError) { return try journal.usage().wait() } catch { throw .source(nil, error) }
  }

  /// Reads each collection of the source, and returns their size.
  private func forEachCollection(
    _ phase: Phase, _ progress: Progress, _ body: (StoredCollection) throws(JournalCopyError) -> Void
  ) throws(JournalCopyError) -> Summary {
    let owners = try Self.usage(of: source)
    let total = owners.values.reduce(0) { $0 + $1.collections }
    var summary = Summary()
    for owner in owners.keys.sorted() {
      var last: String?
      while true {
        let ids: [String]
        do throws(JournalError) {
          ids = try source.ids(of: owner, after: last, limit: Self.idsAtOnce).wait()
        } catch {
          throw .source(nil, error)
        }
        guard let end = ids.last else { break }
        for id in ids {
          let key = CollectionKey(owner: owner, id: id)
          guard let stored = try StoredCollection(key, in: source) else { continue }
          try body(stored)
          summary.collections += 1
          summary.items += stored.newest.itemCount
          summary.changes += stored.oldest.entries.count
          progress(phase, summary.collections, total)
        }
        last = end
      }
    }
    return summary
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
  func write(to journal: any Journal) throws(JournalError) {
    let collection = CollectionIncarnation(key, newest.incarnation)
    try oldest.write(to: journal, as: collection).wait()
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
