import LayoutEngine

// A replica has the state of a collection from elsewhere, and viewports of its own.

extension SolvedCollection {
  /// Lays out a state for a replica, which keeps the measurements for viewports that it does not have: entries change
  /// them.
  ///
  /// - Throws: `LayoutError` if the layout has no result for some item.
  /// - Complexity: that of the layout's kind; O(n) for n items that differ at least.
  package init(replicating state: CollectionState) throws(LayoutError) {
    try self.init(solving: state, keepingMeasured: true)
  }

  /// Takes over the viewports of another version, at their bounds there, and the movements in them.
  ///
  /// - Complexity: that of the layouts that are added.
  package mutating func takeViewports(of other: SolvedCollection) throws(LayoutError) {
    viewports = other.viewports
    movements = other.movements
    try solveViewports()
  }
}
