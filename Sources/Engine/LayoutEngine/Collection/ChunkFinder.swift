import Synchronization

/// Rules out most chunks below a node of a tree in a search for an id: the table of their filters, built on first use.
///
/// A node that follows from another by a few replaced chunks shares its table, and remembers which chunks the table does
/// not know. So a change makes no table, and a reader of the older version still has its own. A search asks the filters
/// of the chunks that tables do not know, and builds the table of a node with too many of them.
final class ChunkFinder: Sendable {
  /// The most chunks that a table need not know. A filter takes some 60 ns to ask, a table some 10 µs to build. With m of
  /// them and changes all over the 62 nodes of a million items, a search asks 62 · m / 2 filters, and builds a table in
  /// m + 1 changes: 8 µs together for m of 2 or 3, and more for others. Changes in one place favour a larger m.
  static let mostChanges = 3

  private let lazyTable = AtomicLazyReference<IDFilterTable>()
  /// The table of an earlier node.
  private let earlier: IDFilterTable?
  /// The slots of chunks that are not those of `earlier`, a bit each.
  private let changed: UInt64

  init() {
    earlier = nil
    changed = 0
  }

  private init(after table: IDFilterTable, changed: UInt64) {
    earlier = table
    self.changed = changed
  }

  /// The finder of a node with another chunk in a slot.
  ///
  /// - Parameter hasSameFilter: whether the chunk has the filter of the one before it.
  /// - Complexity: O(1).
  func replacing(slot: Int, hasSameFilter: Bool) -> ChunkFinder {
    let added: UInt64 = hasSameFilter ? 0 : 1 << slot
    if let table = lazyTable.load() { return ChunkFinder(after: table, changed: added) }
    guard let earlier else { return ChunkFinder() }
    return ChunkFinder(after: earlier, changed: changed | added)
  }

  /// The table to ask, and the slots of the chunks that it does not know.
  ///
  /// - Parameter nodes: the children of the node.
  /// - Complexity: O(1); O(n) for n ids the first time, and after every few changes.
  func table(of nodes: ContiguousArray<SummaryNode<ItemChunk>>) -> (table: IDFilterTable, unknown: UInt64) {
    if let table = lazyTable.load() { return (table, 0) }
    if let earlier, changed.nonzeroBitCount <= Self.mostChanges { return (earlier, changed) }
    return (lazyTable.storeIfNil(IDFilterTable(of: nodes)), 0)
  }
}
