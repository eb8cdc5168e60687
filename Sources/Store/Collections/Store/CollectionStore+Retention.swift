import FlightRecorder
import Support

extension CollectionStore {
  /// Forgets the history that is older than an age. Blocks the calling thread, which is none of the journal's.
  ///
  /// What a change has replaced is in the journal at most for that age, if the calls come at least every sixteenth of it;
  /// changes of the last two fifths stay. A base that is older than 7/16 of the age ends the history before it, and is
  /// replaced if there are changes on top of it, which then are history for as long again. So a change costs a base at
  /// most twice in an age. A collection that cannot be read stays as it is.
  ///
  /// - Complexity: O(n) for n collections, and for n bytes of those whose base is replaced.
  public func forgetHistory(olderThan age: Duration) throws(StoreError) {
    let seconds = Int(clamping: (age / 16 * 7).components.seconds)
    var last = 0
    while true {
      let found: [StoredHistory]
      do throws(JournalError) {
        found = try journal.histories(olderThan: seconds, after: last, limit: Self.historiesAtOnce).wait()
      } catch {
        throw StoreError(error)
      }
      guard let end = found.last else { return }
      for history in found {
        // Another process may have deleted it, or made a base, which the next call finds.
        if history.hasOlderBase {
          _ = try? journal.forget(before: history.base, of: history.collection).wait()
        }
        if history.newest > history.base { try? renewBase(of: history.collection) }
      }
      last = end.collection.number
    }
  }

  /// Makes the newest stored version of a collection the base, as a load computes it. A collection in memory goes on.
  ///
  /// - Complexity: that of laying the collection out, and of its changes since the base.
  private func renewBase(of collection: CollectionIncarnation) throws(StoreError) {
    guard let record = try record(of: collection.key).wait(), record.incarnation == collection.number,
      !record.entries.isEmpty
    else { return }
    let base: JournalBase
    do throws(ReplayError) {
      base = try FlightRecorder.working(on: collection.key.recorderName) { () throws(ReplayError) in
        var replay = try Replay(record)
        while try replay.next() != nil {}
        return JournalBase(replay.solved.state)
      }
    } catch {
      throw StoreError(error)
    }
    do throws(JournalError) {
      try journal.compact(collection, to: base, replacing: record.base.version).wait()
    } catch {
      throw StoreError(error)
    }
    let rebase = Generation.Rebase(
      replaced: record.base.version, base: base.state.version, baseBytes: base.byteCount,
      droppedBytes: record.byteCounts.entries)
    let found = live.withLock { live -> LiveCollection? in
      if let found = live.collections[collection.key], found.incarnation == collection { return found }
      // One that is being loaded may have the entries that are gone.
      live.expire(collection.key)
      ledger.correctBytes(of: collection, to: base.byteCount)
      return nil
    }
    found?.apply(rebase)
  }

  private static let historiesAtOnce = 100
}
