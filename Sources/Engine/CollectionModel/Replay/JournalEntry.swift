import LayoutEngine

/// One change of a collection, as a journal stores it.
public struct JournalEntry: Sendable {
  /// The version that the change created.
  public let version: Int
  /// The change itself.
  public let change: CollectionChange
  /// The main viewport just before the change; nil if it is the one after the entry before.
  public let before: Viewport?
  /// The main viewport after the change.
  public let main: Viewport
  /// The number of items after the change.
  public let itemCount: Int
  /// The remembered measurements that the change restored for the main viewport: a replay uses these, not the memory.
  public let recalled: RecalledMeasurements
  /// The changes to the measurements of other viewports.
  public let further: FurtherMeasurements
  /// The request that made the change; nil if it named neither itself nor a viewport.
  public let origin: ChangeOrigin?
  /// The scroll that the request asked for.
  let ownScroll: OwnScroll?
  /// Whether the estimates stayed as they were despite new measurements.
  let holdsEstimates: Bool
  /// Who has the token with which the change was made; nil if it was made without one, or the token does not say so.
  public package(set) var author: String?
  /// When the version was made; nil if it is not known.
  public let time: UTCTime?
  /// The request, if it had an `Idempotency-Key`. A journal stores it beside the entry, so an entry that a journal has
  /// loaded has none.
  public let request: RequestKey?
  /// Viewports other than the main one that the change stores or deletes; nil if there are none. A journal stores them
  /// beside the entry, too.
  public package(set) var viewports: ViewportRows?
  /// The stored form, made once to be counted and written; empty in an entry that a journal has loaded.
  public private(set) var bytes: [UInt8] = []
  /// The length of the stored form, in bytes.
  public private(set) var byteCount = 0
  /// The change in the stored form, for another form of the entry; nil if the entry has no stored form.
  private(set) var storedChange: StoredChange?

  /// Creates the entry for a change and makes its stored form.
  ///
  /// - Parameters:
  ///   - state: the state after the change.
  ///   - before: the main viewport just before the change, if it differs from the one after the entry before.
  /// - Complexity: O(n) for n changed items.
  public init(
    _ change: CollectionChange, making state: CollectionState, from before: Viewport? = nil,
    recalling recalled: RecalledMeasurements = RecalledMeasurements(), request: RequestKey? = nil
  ) {
    self.init(
      change, making: state, from: before, recalling: recalled, further: FurtherMeasurements(), origin: nil,
      ownScroll: nil, holdsEstimates: false, request: request)
  }

  init(
    _ change: CollectionChange, making state: CollectionState, from before: Viewport?,
    recalling recalled: RecalledMeasurements, further: FurtherMeasurements = FurtherMeasurements(),
    origin: ChangeOrigin?, ownScroll: OwnScroll?, holdsEstimates: Bool, author: String? = nil,
    request: RequestKey?
  ) {
    self.init(
      version: state.version, change: change, before: before, main: state.main,
      itemCount: state.sections.storedItemCount, recalled: recalled, further: further, origin: origin,
      ownScroll: ownScroll, holdsEstimates: holdsEstimates, author: author,
      time: state.times.updated, request: request)
    makeBytes()
  }

  /// Reads a stored entry.
  ///
  /// - Throws: `StoredFormError` for bytes that are not the stored form of an entry.
  /// - Complexity: O(n) for n bytes.
  public init(stored bytes: [UInt8], reading layouts: any LayoutReading) throws(StoredFormError) {
    self = try Self.read(bytes, reading: layouts)
    byteCount = bytes.count
  }

  /// Creates an entry from its parts, without a stored form.
  init(
    version: Int, change: CollectionChange, before: Viewport?, main: Viewport, itemCount: Int,
    recalled: RecalledMeasurements, further: FurtherMeasurements = FurtherMeasurements(),
    origin: ChangeOrigin? = nil, ownScroll: OwnScroll? = nil, holdsEstimates: Bool = false,
    author: String? = nil, time: UTCTime? = nil, request: RequestKey? = nil,
    storedChange: StoredChange? = nil
  ) {
    self.version = version
    self.change = change
    self.before = before
    self.main = main
    self.itemCount = itemCount
    self.recalled = recalled
    self.further = further
    self.origin = origin == ChangeOrigin() ? nil : origin
    self.ownScroll = ownScroll
    self.holdsEstimates = holdsEstimates
    self.author = author
    self.time = time
    self.request = request
    self.storedChange = storedChange
  }

  private mutating func makeBytes() {
    (bytes, storedChange) = storedWithChange()
    byteCount = bytes.count
  }

  /// Returns an entry that a journal has loaded with its stored form, for another journal that stores it.
  ///
  /// - Complexity: O(n) for n changed items.
  package func withBytes() -> JournalEntry {
    var entry = self
    entry.makeBytes()
    return entry
  }

  /// Returns the entry without its stored form and its viewports, for a journal that stores values.
  package func withoutBytes() -> JournalEntry {
    var entry = self
    entry.bytes = []
    entry.storedChange = nil
    entry.viewports = nil
    return entry
  }
}
