import Collections
import Support

/// Whether the files may have bytes of erased rows, and when to look next.
struct Erasure {
  var isDue: Bool
  /// Nanoseconds of the clock that cannot be set.
  var next: Int64 = 0
}

extension RowWriter {
  /// Deletes rows of collections that do not exist, which damage may have left, and rewrites the database.
  ///
  /// - Complexity: O(n) for n bytes of the database, which needs up to 2n bytes of space besides meanwhile: n in a temporary
  ///   file, and n in the log.
  mutating func vacuum() throws(RowStoreError) {
    if let fault { throw .store(.unavailable(fault)) }
    do throws(SQLiteError) {
      try statements.begin.run()
      for table in ["bases", "base_times", "entries", "positions", "viewports"] {
        try connection.execute(
          "DELETE FROM \(table) WHERE collection NOT IN (SELECT collection FROM collections)")
      }
      try statements.noteErasure.run()
      try commitChanges()
      erasure = Erasure(isDue: true)
      try connection.execute("VACUUM")
    } catch {
      rollBack()
      throw RowStoreError(writing: error)
    }
    eraseRemains()
    guard !erasure.isDue else {
      throw .store(
        .unavailable("Another process reads the store, or its disk is full: the log cannot be emptied."))
    }
  }

  /// Removes from the files what erased rows have left there: frames of the log, unused pages, and copies in unused parts
  /// of other pages.
  ///
  /// While another process reads the log, as a backup does, or if the disk is full, a later call does it, and so does the
  /// next start. Erasures take a tenth of the time at most, so that clients who erase all the time hold up no others.
  ///
  /// - Complexity: O(n) for n bytes of the database.
  mutating func eraseRemains() {
    let start = MonotonicTime.now
    guard erasure.isDue, start >= erasure.next, fault == nil else { return }
    do throws(SQLiteError) {
      try connection.waiting(atMost: 100) { () throws(SQLiteError) -> Void in
        // What frees the pages of a file that is to be small goes to the log first.
        try connection.execute("PRAGMA incremental_vacuum")
        try connection.checkpoint(.truncating)
      }
      (checkpointed, copied) = (0, 0)
      watch.noteSize()
      // Its pages have what is overwritten now, and would bring it back.
      connection.releaseMemory()
      try statements.begin.run()
      try PageGaps.clear(on: connection)
      try connection.execute("DELETE FROM erasures")
      try commitChanges()
      erasure.isDue = false
    } catch {
      rollBack()
    }
    erasure.next = MonotonicTime.now + 9 * (MonotonicTime.now - start)
  }
}
