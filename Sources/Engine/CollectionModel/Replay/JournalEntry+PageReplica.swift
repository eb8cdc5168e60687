// A page replica gets states and entries without what concerns one reader alone: where a viewport is scrolled to, and
// which cache the collection's measurements are in.

extension CollectionState {
  /// The state for a page replica.
  ///
  /// - Complexity: O(1).
  package func forPageReplica() -> CollectionState {
    var state = self
    state.measurementSpace = nil
    state.main = main.forPageReplica()
    return state
  }
}

extension JournalEntry {
  /// The entry for a page replica.
  ///
  /// - Complexity: O(1).
  package func forPageReplica() -> JournalEntry {
    JournalEntry(
      version: version, change: change, before: before?.forPageReplica(), main: main.forPageReplica(),
      itemCount: itemCount, recalled: recalled, further: further, origin: origin,
      holdsEstimates: holdsEstimates)
  }
}

extension Viewport {
  fileprivate func forPageReplica() -> Viewport {
    Viewport(container: container, containerJSON: [], ownLayout: ownLayout)
  }
}
