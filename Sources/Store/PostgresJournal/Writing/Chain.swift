import Collections

/// The changes of a group to one collection, which are made together or not at all.
struct Chain {
  let collection: CollectionIncarnation
  /// Another number for each attempt.
  let mark = Int.random(in: 1 ... .max)
  /// The version that the collection must have; nil if it may have any.
  private(set) var before: Int?
  /// The version after the last entry; nil if there are no entries.
  private(set) var after: Int?
  private(set) var items: Int?
  /// When the version of the last entry was made; nil if it is not known.
  private(set) var time: UTCTime?
  private(set) var entries: [Entry] = []
  private(set) var viewports = ViewportRows()
  /// The base that takes the place of all rows before it; nil if nothing is erased.
  private(set) var erasure: JournalBase?
  /// Where the writes are in the group. A version belongs to one that does not fit on top of those before it.
  private(set) var writes: [(index: Int, conflict: Int?)] = []
  private var hasConflict = false

  /// The columns of an entry's row.
  struct Entry {
    var version: Int
    var items: Int
    var bytes: [UInt8]
    var writer: Int
  }

  init(_ collection: CollectionIncarnation) { self.collection = collection }

  /// Adds a write; returns whether it fits on top of those before it.
  mutating func add(_ operation: WriteOperation, at index: Int) -> Bool {
    let expected: Int? =
      switch operation.write {
      case .append(let entry), .erase(let entry, _): entry.version - 1
      case .saveViewports(let rows, _): rows.main?.version
      default: nil
      }
    if let expected {
      // Nothing fits on top of an entry that did not fit, whatever its version.
      if let current = after ?? before, current != expected || hasConflict {
        writes.append((index, current))
        hasConflict = true
        return false
      }
      if after == nil { before = expected }
    }
    writes.append((index, nil))
    if case .erase(_, let base) = operation.write { erasure = base }
    switch operation.write {
    case .append(let entry), .erase(let entry, _):
      entries.append(
        Entry(
          version: entry.version, items: entry.itemCount, bytes: entry.bytes, writer: operation.writer))
      after = entry.version
      items = entry.itemCount
      time = entry.time
      if let rows = entry.viewports { merge(rows) }
    case .saveViewports(let rows, _): merge(rows)
    default: break
    }
    return true
  }

  private mutating func merge(_ rows: ViewportRows) {
    if let main = rows.main { viewports.main = main }
    if rows.isWhole {
      viewports.saved = [:]
      viewports.removed = []
      viewports.isWhole = true
    }
    for name in rows.removed {
      viewports.saved[name] = nil
      viewports.removed.append(name)
    }
    viewports.saved.merge(rows.saved) { $1 }
  }
}
