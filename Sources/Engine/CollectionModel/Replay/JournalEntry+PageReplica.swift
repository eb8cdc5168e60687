// A page replica gets states and entries without what concerns one reader alone: where a viewport is scrolled to, and
// which cache the collection's measurements are in; nor does it get times.

extension CollectionState {
  /// The state for a page replica.
  ///
  /// - Complexity: O(1).
  package func forPageReplica() -> CollectionState {
    var state = self
    state.measurementSpace = nil
    state.times = CollectionTimes()
    state.main = main.forPageReplica()
    return state
  }
}

extension JournalEntry {
  /// The entry for a page replica.
  ///
  /// - Parameter before: the main viewport just before the change; nil if it is as the entry has it.
  /// - Complexity: O(1).
  package func forPageReplica(from before: Viewport? = nil) -> JournalEntry {
    JournalEntry(
      version: version, change: change, before: (before ?? self.before)?.forPageReplica(),
      main: main.forPageReplica(), itemCount: itemCount, recalled: recalled, further: further,
      origin: origin, holdsEstimates: holdsEstimates, storedChange: storedChange)
  }
}

extension Viewport {
  fileprivate func forPageReplica() -> Viewport {
    Viewport(container: container, containerJSON: [], ownLayout: ownLayout)
  }
}
