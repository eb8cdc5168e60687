import LayoutEngine

/// A whole state of a collection, on top of which a journal stores later changes.
public struct JournalBase: Sendable {
  /// The state.
  public let state: CollectionState
  /// The stored form of the state.
  public let bytes: [UInt8]

  /// Creates a base and makes its stored form.
  ///
  /// - Complexity: O(n) for n items that have more than a number.
  public init(_ state: CollectionState) {
    self.state = state
    bytes = state.stored()
  }

  /// The length of the stored form, in bytes.
  public var byteCount: Int { bytes.count }
}

/// A collection as a journal loads it: a base, and the changes since in their order.
public struct JournalRecord: Sendable {
  /// The number that distinguishes the collection from others that had its key before.
  public var incarnation: Int
  /// The state on which the entries build.
  public var base: CollectionState
  /// The changes since the base, in the order of their versions.
  public var entries: [JournalEntry]
  /// The main viewport with its saved position, if one was saved at the newest version.
  public var main: Viewport?

  /// The other viewports as they were stored, by name.
  public var viewports: [String: Viewport] = [:]

  /// The length of the stored form of the base, in bytes.
  public var baseByteCount: Int

  /// Creates a record; `baseByteCount` is in bytes.
  public init(
    incarnation: Int, base: CollectionState, entries: [JournalEntry] = [], main: Viewport? = nil,
    baseByteCount: Int
  ) {
    self.incarnation = incarnation
    self.base = base
    self.entries = entries
    self.main = main
    self.baseByteCount = baseByteCount
  }

  /// The newest version.
  public var version: Int { entries.last?.version ?? base.version }
  /// The number of items at the newest version.
  public var itemCount: Int { entries.last?.itemCount ?? base.sections.storedItemCount }

  /// The lengths of the stored forms, in bytes.
  ///
  /// - Complexity: O(n) for n entries.
  public var byteCounts: (base: Int, entries: Int) {
    (baseByteCount, entries.reduce(0) { $0 + $1.byteCount })
  }
}
