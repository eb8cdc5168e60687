import LayoutEngine

/// One change of a collection, as a journal keeps it.
public struct JournalEntry: Sendable {
  /// The version that the change made.
  public let version: Int
  public let change: CollectionChange
  /// The main screen right before it; nil where it was as the entry before left it.
  public let before: Viewport?
  /// The main screen after it.
  public let main: Viewport
  /// How many items the collection has after it.
  public let itemCount: Int
  /// What the main screen was remembered of meanwhile: replaying asks no memory.
  public let recalled: RecalledMeasurements
  /// The key by which the client would ask for it again (`Idempotency-Key`), if it gave one.
  public let idempotencyKey: String?
  /// The stored form, made once for everyone who weighs or writes it; empty in an entry that was read or only kept.
  public private(set) var bytes: [UInt8] = []
  /// How long the stored form is.
  public private(set) var byteCount = 0

  /// The entry for a change that made a version.
  ///
  /// - Complexity: O(n) for what was changed.
  public init(
    _ change: CollectionChange, making state: CollectionState, from before: Viewport? = nil,
    recalling recalled: RecalledMeasurements = RecalledMeasurements(), idempotencyKey: String? = nil
  ) {
    self.init(
      version: state.version, change: change, before: before, main: state.main,
      itemCount: state.sections.itemCount, recalled: recalled, idempotencyKey: idempotencyKey)
    bytes = stored()
    byteCount = bytes.count
  }

  /// Reads a stored entry.
  ///
  /// - Throws: `StoredFormError` for bytes that are none, whatever they are.
  /// - Complexity: O(n) for n bytes.
  public init(stored bytes: [UInt8], reading layouts: any LayoutReading) throws(StoredFormError) {
    self = try Self.read(bytes, reading: layouts)
    byteCount = bytes.count
  }

  /// An entry of its parts, not stored yet.
  init(
    version: Int, change: CollectionChange, before: Viewport?, main: Viewport, itemCount: Int,
    recalled: RecalledMeasurements, idempotencyKey: String?
  ) {
    self.version = version
    self.change = change
    self.before = before
    self.main = main
    self.itemCount = itemCount
    self.recalled = recalled
    self.idempotencyKey = idempotencyKey
  }

  /// The same without its stored form, for those who keep the values.
  func withoutBytes() -> JournalEntry {
    var entry = self
    entry.bytes = []
    return entry
  }
}

/// A whole collection, on top of which its later changes are kept.
public struct JournalBase: Sendable {
  public let state: CollectionState
  /// The stored form of the state.
  public let bytes: [UInt8]

  /// - Complexity: O(n) for n items that are not only counted.
  public init(_ state: CollectionState) {
    self.state = state
    bytes = state.stored()
  }

  /// How long the stored form is.
  public var byteCount: Int { bytes.count }
}

/// What a journal has of a collection: a base, and the changes since, in order.
public struct JournalRecord: Sendable {
  public var base: CollectionState
  public var entries: [JournalEntry]
  /// Where the main screen was left at the newest version, if that is known.
  public var main: Viewport?

  /// How long the stored form of the base is.
  public var baseByteCount: Int

  public init(
    base: CollectionState, entries: [JournalEntry] = [], main: Viewport? = nil, baseByteCount: Int
  ) {
    self.base = base
    self.entries = entries
    self.main = main
    self.baseByteCount = baseByteCount
  }

  public var version: Int { entries.last?.version ?? base.version }
  public var itemCount: Int { entries.last?.itemCount ?? base.sections.itemCount }

  /// What they take in bytes.
  ///
  /// - Complexity: O(n) for n entries.
  public var byteCounts: (base: Int, entries: Int) {
    (baseByteCount, entries.reduce(0) { $0 + $1.byteCount })
  }
}
