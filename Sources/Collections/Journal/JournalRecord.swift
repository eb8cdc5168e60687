import LayoutEngine

/// One change of a collection, as a journal keeps it.
public struct JournalEntry: Sendable {
  /// The version that the change made.
  public var version: Int
  public var change: CollectionChange
  /// The main screen right before it; nil where it was as the entry before left it.
  public var before: Viewport?
  /// The main screen after it.
  public var main: Viewport
  /// How many items the collection has after it.
  public var itemCount: Int
  /// What the main screen was remembered of meanwhile: replaying asks no memory.
  public var recalled: RecalledMeasurements
  /// The key by which the client would ask for it again (`Idempotency-Key`), if it gave one.
  public var idempotencyKey: String?

  /// The entry for a change that made a version.
  init(
    _ change: CollectionChange, making state: CollectionState,
    recalling recalled: RecalledMeasurements = RecalledMeasurements(), idempotencyKey: String? = nil
  ) {
    version = state.version
    self.change = change
    main = state.main
    itemCount = state.sections.itemCount
    self.recalled = recalled
    self.idempotencyKey = idempotencyKey
  }

  var byteCount: Int { 0 }
}

/// A whole collection, on top of which its later changes are kept.
public struct JournalBase: Sendable {
  public var state: CollectionState

  public init(_ state: CollectionState) { self.state = state }

  var byteCount: Int { 0 }
}

/// What a journal has of a collection: a base, and the changes since, in order.
public struct JournalRecord: Sendable {
  public var base: CollectionState
  public var entries: [JournalEntry]
  /// Where the main screen was left at the newest version, if that is known.
  public var main: Viewport?

  public init(base: CollectionState, entries: [JournalEntry] = [], main: Viewport? = nil) {
    self.base = base
    self.entries = entries
    self.main = main
  }

  public var version: Int { entries.last?.version ?? base.version }
  public var itemCount: Int { entries.last?.itemCount ?? base.sections.itemCount }

  /// What they take in bytes.
  public var byteCounts = (base: 0, entries: 0)
}
