/// The size of the entries after a collection's newest base, which determines when a newer base is due.
///
/// A base costs as much as the collection is large, so it is made only when the entries are as large, too many, or too
/// slow to replay.
struct Generation {
  private(set) var entries = 0
  private(set) var entryBytes = 0
  /// How long computing the entries took, which is about what replaying them takes.
  private(set) var computing = Duration.zero
  /// The version of the base.
  private(set) var base: Int
  private(set) var baseBytes: Int

  /// - Parameter base: the version of the base.
  init(base: Int, baseBytes: Int) {
    self.base = base
    self.baseBytes = baseBytes
  }

  /// The generation of a journal's record that took `replaying` to replay.
  init(_ record: JournalRecord, replaying: Duration) {
    base = record.base.version
    baseBytes = record.byteCounts.base
    entries = record.entries.count
    entryBytes = record.byteCounts.entries
    computing = replaying
  }

  /// The stored bytes of the collection. A base that has entries which are not counted here yet has dropped them already.
  var bytes: Int { baseBytes + max(0, entryBytes) }

  mutating func add(_ entry: JournalEntry, computing duration: Duration) {
    entries += 1
    entryBytes += entry.byteCount
    computing += duration
  }

  /// Counts from a base that another process has made.
  ///
  /// - Parameter newest: the version of the newest entry.
  mutating func rebase(onto version: Int, newest: Int) {
    base = version
    entries = newest - version
  }

  /// A base that replaces another one and drops the entries between them.
  struct Rebase {
    /// The version of the base that is replaced.
    var replaced: Int
    /// That of the new base.
    var base: Int
    var baseBytes: Int
    var droppedBytes: Int
  }

  /// Counts from a base that was made beside the changes, if the count begins at the base that it replaces.
  mutating func apply(_ rebase: Rebase) {
    guard base == rebase.replaced else { return }
    base = rebase.base
    baseBytes = rebase.baseBytes
    entries -= rebase.base - rebase.replaced
    entryBytes -= rebase.droppedBytes
  }

  func isOver(entryLimit: Int) -> Bool {
    entries >= entryLimit || entryBytes > max(Self.byteFloor, baseBytes) || computing > Self.computingLimit
  }

  /// Entries of at most this size do not make a base due, however small the present one is.
  private static var byteFloor: Int { 1 << 20 }

  private static var computingLimit: Duration { .seconds(2) }
}
