/// What has come on top of a collection's newest base, which tells when a newer one is due.
///
/// A base costs what the collection is large, so that one is made only when the entries are as large, or too many, or
/// would take too long to replay.
struct Generation {
  private(set) var entries = 0
  private(set) var entryBytes = 0
  /// How long the entries took to compute, about what replaying them takes.
  private(set) var computing = Duration.zero
  let baseBytes: Int

  init(baseBytes: Int) { self.baseBytes = baseBytes }

  /// What a journal's record holds that took so long to replay.
  init(_ record: JournalRecord, replaying: Duration) {
    baseBytes = record.byteCounts.base
    entries = record.entries.count
    entryBytes = record.byteCounts.entries
    computing = replaying
  }

  /// What is kept of the collection, in bytes.
  var bytes: Int { baseBytes + entryBytes }

  mutating func add(_ entry: JournalEntry, computing duration: Duration) {
    entries += 1
    entryBytes += entry.byteCount
    computing += duration
  }

  func isOver(entryLimit: Int) -> Bool {
    entries >= entryLimit || entryBytes > max(Self.byteFloor, baseBytes) || computing > Self.computingLimit
  }

  /// Entries up to this are no reason for a new base, however small the one there is.
  private static var byteFloor: Int { 1 << 20 }

  private static var computingLimit: Duration { .seconds(2) }
}
