import LayoutEngine
import Synchronization

extension CollectionStore {
  /// The collection as it is in use, or else as the journal has it.
  func find(_ key: CollectionKey) throws(StoreError) -> LiveCollection {
    while true {
      let (collection, removals) = live.withLock { ($0.collections[key], $0.removals) }
      if let collection {
        collection.use()
        return collection
      }
      let record: JournalRecord?
      do throws(JournalError) { record = try journal.load(key) } catch { throw StoreError(error) }
      guard let record else { throw .missing }
      let loaded = try load(record, of: key)
      let found: LiveCollection? = live.withLock { live in
        if let collection = live.collections[key] { return collection }
        guard live.removals == removals else { return nil }
        live.collections[key] = loaded
        return loaded
      }
      if let found { return found }
    }
  }

  func makeLive(
    _ key: CollectionKey, _ solved: SolvedCollection, _ generation: Generation, keptMain: Viewport? = nil,
    foundMain: Viewport? = nil
  ) -> LiveCollection {
    let main = solved.state.main
    return LiveCollection(
      key, solved, generation, keptMain: keptMain ?? main, foundMain: foundMain ?? main, in: journal,
      limits: limits, observer: observer)
  }

  /// Lays out what a journal has.
  private func load(_ record: JournalRecord, of key: CollectionKey) throws(StoreError) -> LiveCollection {
    let start = ContinuousClock.now
    var replay = try Replay(record)
    while try replay.next() != nil {}
    let space = measurementSpace(of: key, shared: record.base.measurementSpace)
    measurements.apply(replay.learned, in: space.name, onlyNew: true)
    replay.finish(remembering: space)
    let keptMain = record.entries.last?.main ?? record.base.main
    let collection = makeLive(
      key, replay.solved, Generation(record, replaying: .now - start), keptMain: keptMain,
      foundMain: record.main ?? keptMain)
    collection.line.withLock { line in
      for entry in record.entries { entry.idempotencyKey.map { line.idempotencyKeys.add($0) } }
      line.unreadKeysBefore = record.base.version > 1 ? record.base.version : nil
    }
    return collection
  }

  /// Whether a collection here is no older than the journal's, as far as a condition shows.
  func isUpToDate(
    _ condition: VersionCondition, _ collection: LiveCollection, at version: Int
  ) throws(StoreError) -> Bool {
    // The client may know a version that somebody else has written to the journal.
    guard condition.isAhead(of: version) else { return true }
    do throws(JournalError) { return try !collection.isBehind() } catch { throw StoreError(error) }
  }
}
