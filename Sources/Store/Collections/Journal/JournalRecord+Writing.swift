import CollectionModel
import Support

extension JournalRecord {
  /// The entries that are written at a time: a journal makes them durable together.
  private static var entriesAtOnce: Int { 256 }

  /// Writes the base and the entries to a journal, as a collection that it does not have, or of which it has the
  /// beginning. Fails with the errors of `JournalWrite`.
  ///
  /// - Parameter version: the newest version that the journal has; nil if it has none.
  /// - Complexity: O(n) for n stored bytes.
  func write(
    to journal: any Journal, as collection: CollectionIncarnation, after version: Int? = nil,
    on scheduler: Scheduler = .immediate
  ) -> Pending<Void, JournalError> {
    let rest = entries.drop { $0.version <= version ?? base.version }
    guard version == nil else { return Self.append(rest, to: journal, collection, on: scheduler) }
    return journal.create(collection, JournalBase(base)).then(on: scheduler) { outcome in
      guard case .success = outcome else { return Pending(outcome) }
      return Self.append(rest, to: journal, collection, on: scheduler)
    }
  }

  private static func append(
    _ entries: ArraySlice<JournalEntry>, to journal: any Journal, _ collection: CollectionIncarnation,
    on scheduler: Scheduler
  ) -> Pending<Void, JournalError> {
    guard !entries.isEmpty else { return .done }
    let group = entries.prefix(entriesAtOnce).map { journal.append($0.withBytes(), to: collection) }
    return Pending.all(group).then(on: scheduler) { outcomes in
      for case .failure(let error) in outcomes.get() { return Pending(.failure(error)) }
      return append(entries.dropFirst(entriesAtOnce), to: journal, collection, on: scheduler)
    }
  }
}

extension JournalRecord {
  /// Returns the record with its newest version as the base, and without entries.
  ///
  /// - Throws: an error for entries that cannot be replayed.
  /// - Complexity: that of laying the base out and of each change.
  func withoutHistory() throws(ReplayError) -> JournalRecord {
    guard !entries.isEmpty else { return self }
    var replay = try Replay(self)
    while try replay.next() != nil {}
    let base = JournalBase(replay.solved.state)
    var record = JournalRecord(
      incarnation: incarnation, base: base.state, main: main, baseByteCount: base.byteCount)
    record.viewports = viewports
    return record
  }

  /// Whether another record has the same base and the first of the entries, or all of them.
  ///
  /// - Complexity: O(n) for n stored bytes.
  func begins(with other: JournalRecord) -> Bool {
    other.base.version == base.version && other.entries.count <= entries.count
      && other.base.stored() == base.stored()
      && zip(other.entries, entries).allSatisfy { $0.stored() == $1.stored() }
  }
}
