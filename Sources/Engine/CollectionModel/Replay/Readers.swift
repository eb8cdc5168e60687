// A replica gets states and entries without what concerns one reader alone: where a viewport is scrolled to, and which
// cache the collection's measurements are in.

extension CollectionState {
  /// The state for a replica.
  ///
  /// - Complexity: O(1).
  package func forReaders() -> CollectionState {
    var state = self
    state.measurementSpace = nil
    state.main = main.forReaders()
    return state
  }
}

extension JournalEntry {
  /// The entry for a replica.
  ///
  /// - Complexity: O(1).
  package func forReaders() -> JournalEntry {
    JournalEntry(
      version: version, change: change, before: before?.forReaders(), main: main.forReaders(),
      itemCount: itemCount, recalled: recalled, further: further, origin: origin,
      holdsEstimates: holdsEstimates)
  }
}

extension Viewport {
  fileprivate func forReaders() -> Viewport {
    Viewport(container: container, containerJSON: [], ownLayout: ownLayout)
  }
}
